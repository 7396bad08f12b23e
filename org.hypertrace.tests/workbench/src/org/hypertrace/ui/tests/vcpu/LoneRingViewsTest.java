/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Views of a ring without a trace of its host. States and times expected are from the oracle, {@code oracle/ring_alone.py}. */
@ExtendWith(CleanWorkbench.class)
class LoneRingViewsTest {

    /** What is in doubt is named so. */
    private static final Map<String, String> NAMES = Map.of("guest", "guest (at most)", "host", "VMM, host kernel and interrupts", "preempted", "preempted",
            "halted", "halted (likely)", "blocked", "blocked (likely)");

    @TempDir
    private Path fFolder;

    @Test
    void statesOfVcpusAreThoseOfTheRingAndWhatIsInDoubtIsNamedSo() throws Exception {
        Path ring = fFolder.resolve("alone.ring");
        Tool.run(ring, "xz", "-dkc", Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz"));
        VirtualCpuView view = Workbench.open(ring);
        Workbench.waitUntil("the second vCPU is in the tree", () -> Entries.tree(view).contains("vCPU 1"));
        Workbench.picture("ring-alone", Workbench::window);
        ITimeGraphEntry host = Entries.of(view).findFirst().orElseThrow();
        ITimeGraphEntry vm = host.getChildren().get(0);
        assertEquals("alone", vm.getName());
        List<String> states = ClockOracle.ringStates(ring);
        for (int number = 0; number < 2; number++) {
            ITimeGraphEntry vcpu = vm.getChildren().get(number);
            String of = number + " " + number + " ";
            for (Map.Entry<String, String> name : NAMES.entrySet()) {
                String[] longest = states.stream().filter(line -> line.startsWith(of) && line.endsWith(" " + name.getKey()))
                        .map(line -> line.split(" ")).max(Comparator.comparingLong(row -> Long.parseLong(row[3]) - Long.parseLong(row[2]))).orElseThrow();
                long begin = Long.parseLong(longest[2]);
                long end = Long.parseLong(longest[3]);
                String drawn = Entries.drawn(view, vcpu, begin + (end - begin) / 2);
                assertEquals(begin + " " + end + " " + name.getValue(), drawn);
                if (name.getKey().equals("preempted")) {
                    String tooltip = Entries.tooltip(view, vcpu, begin + (end - begin) / 2);
                    assertTrue(tooltip.matches("(?s).*Preempted by: [^\n]* \\((likely|at least)\\) for .*") && !tooltip.contains("Host thread"), tooltip);
                    for (long range : new long[] { 1_000_000_000, 10_000_000, 1_000_000 }) {
                        Workbench.show(view, begin - range / 2, begin + range / 2);
                        Workbench.picture("ring-alone-vcpu-" + number + "-" + range / 1000 + "us", () -> view.getTimeGraphViewer().getControl().getParent());
                    }
                }
            }
        }
        BootView boot = Workbench.show(BootView.class, BootView.ID);
        Workbench.waitUntil("the view has entries", () -> Entries.of(boot).findAny().isPresent());
        Workbench.picture("ring-alone-boot", Workbench::window);
        VirtualResourcesView resources = Workbench.show(VirtualResourcesView.class, VirtualResourcesView.ID);
        Workbench.waitUntil("the processors of the VM are there", () -> Entries.tree(resources).contains("CPU 0") && Entries.tree(resources).contains("CPU 1"));
        Workbench.picture("ring-alone-resources", Workbench::window);
    }
}
