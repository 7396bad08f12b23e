/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.stack.GuestFlameGraphView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Stacks of a ring without a trace of its host: what is in doubt is named so, as in {@code ring-alone.md} of the definitions. */
@ExtendWith(CleanWorkbench.class)
class LoneRingStacksTest {

    private static final String FLAME_CHART = "org.eclipse.linuxtools.tmf.ui.views.callstack";

    private static final long[] RANGES = { 1_000_000_000, 10_000_000, 1_000_000 };

    @TempDir
    private Path fFolder;

    private void open() throws Exception {
        Path ring = fFolder.resolve("alone.ring");
        Tool.run(ring, "xz", "-dkc", Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz"));
        Workbench.open(ring);
    }

    @Test
    void theFlameGraphNamesWhatIsInDoubt() throws Exception {
        open();
        GuestFlameGraphView view = Workbench.show(GuestFlameGraphView.class, GuestFlameGraphView.ID);
        Workbench.waitUntil("it is drawn", () -> view.canvas().graph() != null);
        Workbench.picture("ring-alone-graph", Workbench::window);
        FlameGraph graph = Workbench.inUi(() -> view.canvas().graph());
        TreeSet<String> host = new TreeSet<>();
        List<String> interrupts = new ArrayList<>();
        IntStream.range(1, graph.layout().size()).forEach(box -> {
            String label = graph.label(box);
            if (label.startsWith("host: ")) {
                host.add(label);
            } else if (label.matches("(soft)?irq: .*")) {
                interrupts.add(graph.words(box));
            }
        });
        assertTrue(host.contains("host: halted (likely)") && host.contains("host: VMM, host kernel and interrupts"), host.toString());
        assertTrue(host.stream().allMatch(label -> label.equals("host: VMM, host kernel and interrupts") || label.equals("host: unknown")
                || label.equals("host: preempted") || label.matches("host: .* \\((likely|at least)\\)")), host.toString());
        assertTrue(host.stream().anyMatch(label -> label.matches("host: preempted by .* \\((likely|at least)\\)")), host.toString());
        assertTrue(!interrupts.isEmpty() && interrupts.stream().allMatch(words -> words.contains(" (at most)") || words.contains("; own 0 ns")), interrupts.toString());
    }

    @Test
    void theFlameChartToo() throws Exception {
        open();
        AbstractTimeGraphView chart = Workbench.show(AbstractTimeGraphView.class, FLAME_CHART);
        Workbench.waitUntil("there are threads", () -> Entries.tree(chart).contains(" ("));
        TreeSet<String> seen = new TreeSet<>();
        long[] first = { 0 };
        Workbench.waitUntil("a halted vCPU is in a row", () -> Workbench.inUi(() -> {
            Entries.of(chart).forEach(trace -> frames(trace, seen, first));
            return seen.contains("host: halted (likely)");
        }));
        assertTrue(!seen.contains("host: halted") && !seen.contains("host: blocked") && !seen.contains("host: host kernel"), seen.toString());
        for (long range : RANGES) {
            Workbench.show(chart, first[0] - range / 2, first[0] + range / 2);
            Workbench.picture("ring-alone-chart-" + range / 1000 + "us", Workbench::window);
        }
    }

    /** The boot is looked at only: its figures are those of the command, which {@code LoneRingCommandsTest} compares. */
    @Test
    void theBootAtSeveralZooms() throws Exception {
        open();
        BootView boot = Workbench.show(BootView.class, BootView.ID);
        Workbench.waitUntil("the view has entries", () -> Entries.of(boot).findAny().isPresent());
        Workbench.picture("ring-alone-boot-whole", Workbench::window);
        ITimeGraphEntry row = Workbench.inUi(() -> Entries.of(boot).findFirst().orElseThrow());
        for (long range : RANGES) {
            Workbench.show(boot, row.getStartTime(), row.getStartTime() + range);
            Workbench.picture("ring-alone-boot-" + range / 1000 + "us", Workbench::window);
        }
    }

    private static void frames(ITimeGraphEntry entry, TreeSet<String> to, long[] first) {
        for (Iterator<? extends ITimeEvent> events = entry.getTimeEventsIterator(); events != null && events.hasNext();) {
            ITimeEvent event = events.next();
            String label = event.getLabel();
            if (label != null) {
                to.add(label);
                first[0] = first[0] == 0 && label.startsWith("host: ") ? event.getTime() : first[0];
            }
        }
        entry.getChildren().forEach(child -> frames(child, to, first));
    }
}
