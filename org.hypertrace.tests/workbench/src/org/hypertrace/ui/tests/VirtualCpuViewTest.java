/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Screenshots;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The Virtual CPU view in Trace Compass, on recorded traces. All times expected are from the oracle, {@code oracle/rows.py}. */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
public class VirtualCpuViewTest {

    /** The design's. */
    private static final Map<String, String> COLOURS = Map.ofEntries(Map.entry("guest", "00C800"),
            Map.entry("host interrupt", "C80064"), Map.entry("VMM", "740000"), Map.entry("host kernel", "B30606"),
            Map.entry("preempted", "9C27B0"),
            Map.entry("halted", "F3EBDF"), Map.entry("blocked", "E5E73B"), Map.entry("waking", "C86400"),
            Map.entry("tracer", "60829C"), Map.entry("running", "218D7B"), Map.entry("interrupt", "C80064"),
            Map.entry("waiting", "C86400"));
    private static final String HOST = "lab-host";
    private static final RowLines PREEMPTED_GUEST = RowLines.of("preempted-guest");
    private static final RowLines.Vcpu TWIN_A = PREEMPTED_GUEST.vcpu(0);
    private static final RowLines.Vcpu TWIN_B = PREEMPTED_GUEST.vcpu(1);
    /** The longest time that the host takes from twin-b's thread grep for a task that is no vCPU. */
    static final Stretch PREEMPTED = RowLines.longest(PREEMPTED_GUEST.thread(1, 43).stream().filter(part -> TWIN_B.preemptors().stream()
            .anyMatch(other -> other.begin() == part.begin() && other.label().startsWith("qemu-system-x86 "))).toList(), "preempted");
    /** The first time that twin-b's vCPU has rcu_sched and no interrupt of the guest breaks it. */
    static final Stretch RCU_TASK = TWIN_B.tasks().stream().filter(task -> "11".equals(task.label()) && PREEMPTED_GUEST.thread(1, 11).stream()
            .filter(task::touches).map(Stretch::label).toList().equals(List.of("tracer", "running", "tracer"))).findFirst().orElseThrow();

    /** The folder of a recorded sample, unpacked once. */
    public static Path sample(String name) {
        return Samples.trace(name).getParent();
    }

    @Test
    void twoVmsOnOneProcessor() throws Exception {
        VirtualCpuView view = Workbench.open(sample("preempted-guest"));
        assertEquals(HypertracePerspective.ID, Workbench.inUi(() -> Workbench.page().getPerspective().getId()));
        assertEquals("""
                lab-host
                  twin-a
                    vCPU 0
                      Physical CPU
                      Preempted by
                  twin-b
                    vCPU 0
                      Physical CPU
                      Preempted by
                """, Entries.vcpus(view));
        pictures("preempted-guest", view, PREEMPTED.begin());

        ITimeGraphEntry vcpu = Entries.at(view, HOST, "twin-a", "vCPU 0");
        assertEquals(TWIN_A.begin() + " to " + TWIN_A.end(), vcpu.getStartTime() + " to " + vcpu.getEndTime());
        for (String state : List.of("guest", "host interrupt", "VMM", "host kernel", "preempted", "blocked", "waking")) {
            assertDrawn(view, vcpu, TWIN_A.longest(state));
        }
        ITimeGraphEntry other = Entries.at(view, HOST, "twin-b", "vCPU 0");
        assertDrawn(view, other, TWIN_B.longest("guest"));
        assertDrawn(view, other, PREEMPTED);
    }

    @Test
    void guestThreads() throws Exception {
        VirtualCpuView view = Workbench.open(sample("preempted-guest"));
        Workbench.waitUntil("the last thread is in the tree", () -> Entries.tree(view).contains("poweroff (45)"));
        String tree = Entries.tree(view);
        assertTrue(tree.contains("""
                      Guest task
                    Guest threads
                      swapper/0
                      init (1)
                      kthreadd (2)
                      rcu_gp (3)
                      rcu_par_gp (4)
                """), tree);
        thread(view, "grep (43)");
        pictures("guest-threads", view, PREEMPTED.middle());
        ITimeGraphEntry rcu = thread(view, "rcu_sched (11)");
        List<Stretch> expected = PREEMPTED_GUEST.thread(1, 11);
        expected.stream().filter(RCU_TASK::touches).forEach(part -> assertDrawn(view, rcu, part));
        assertDrawn(view, rcu, RowLines.longest(expected, "waiting"));
        Stretch sleeping = RowLines.longest(expected, null);
        assertEquals(sleeping.toString(), Entries.drawn(view, rcu, sleeping.middle()));
        assertEquals("E5E73B", Entries.colour(view, rcu, sleeping.middle()));
        for (String state : List.of("host interrupt", "interrupt")) {
            assertDrawn(view, thread(view, "init (1)"), RowLines.longest(PREEMPTED_GUEST.thread(1, 1), state));
        }
        assertDrawn(view, thread(view, "grep (43)"), PREEMPTED);
        ITimeGraphEntry task = revealed(view, Entries.at(view, HOST, "twin-b", "vCPU 0", "Guest task"));
        assertEquals(RCU_TASK.as("rcu_sched (11)").toString(), Entries.drawn(view, task, RCU_TASK.middle()));
        assertEquals("218D7B", Entries.colour(view, task, RCU_TASK.middle()));
    }

    private static ITimeGraphEntry thread(VirtualCpuView view, String name) {
        return revealed(view, Entries.at(view, HOST, "twin-b", "Guest threads", name));
    }

    /** Of rows that are out of sight the view asks nothing. */
    private static ITimeGraphEntry revealed(VirtualCpuView view, ITimeGraphEntry entry) {
        return Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(entry);
            return entry;
        });
    }

    @Test
    void aBootThatHalts() throws Exception {
        VirtualCpuView view = Workbench.open(sample("quiet-boot"));
        assertEquals("""
                lab-host
                  quiet
                    vCPU 0
                      Physical CPU
                      Preempted by
                """, Entries.vcpus(view));
        RowLines.Vcpu expected = RowLines.of("quiet-boot").vcpu(0);
        pictures("quiet-boot", view, expected.longest("halted").begin());

        ITimeGraphEntry vcpu = Entries.at(view, HOST, "quiet", "vCPU 0");
        assertEquals(expected.begin() + " to " + expected.end(), vcpu.getStartTime() + " to " + vcpu.getEndTime());
        for (String state : List.of("guest", "host interrupt", "host kernel", "halted", "preempted", "blocked", "waking")) {
            assertDrawn(view, vcpu, expected.longest(state));
        }
    }

    /** To look at: all of it, a second, 10 ms and 200 µs around a time. */
    private static void pictures(String name, VirtualCpuView view, long time) throws Exception {
        Workbench.picture(name, Workbench::window);
        for (long range : Screenshots.areTaken() ? new long[] { 1_000_000_000, 100_000_000, 10_000_000, 200_000 } : new long[] { 200_000 }) {
            Workbench.show(view, time - range / 2, time + range / 2);
            Workbench.picture(name + '-' + range / 1000 + "us", () -> view.getTimeGraphViewer().getControl().getParent());
        }
    }

    @Test
    void legendAndTooltipAreInWords() throws Exception {
        VirtualCpuView view = Workbench.open(sample("preempted-guest"));
        ITimeGraphEntry vcpu = Entries.at(view, HOST, "twin-b", "vCPU 0");
        Workbench.show(view, PREEMPTED.begin() - 1_000_000, PREEMPTED.end() + 1_000_000);
        Stretch preemptor = TWIN_B.preemptors().stream().filter(stretch -> stretch.begin() == PREEMPTED.begin()).findFirst().orElseThrow();
        Stretch cpu = TWIN_B.cpus().stream().filter(stretch -> stretch.end() == PREEMPTED.begin()).findFirst().orElseThrow();
        Stretch task = TWIN_B.tasks().stream().filter(PREEMPTED::touches).findFirst().orElseThrow();
        String tooltip = Entries.tooltip(view, vcpu, preemptor.middle()).replaceAll("for [0-9.]+ .?s \\(", "for (");
        // its last kvm_x86_exit reports isa 2, exit_reason 96
        assertTrue(tooltip.startsWith("""
                State: preempted for (%d ns)
                Physical CPU: none for (%d ns); ran on %s
                Preempted by: %s for (%d ns)
                Last VM exit: INTR
                Host thread: 204
                Guest task: grep (43) for (%d ns)
                In the guest: """.formatted(PREEMPTED.length(), PREEMPTED.length(), cpu.label().replace("CPU ", ""), preemptor.label(),
                preemptor.length(), task.length())), tooltip);

        String legend = Dialogs.inDialog("legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("guest", "host kernel (VM exit)", "preempted by the host", "halted (guest idles)",
                "preempted by an interrupt", "migration")) {
            assertTrue(legend.contains(name), name + " in " + legend);
        }
    }

    private static void assertDrawn(VirtualCpuView view, ITimeGraphEntry entry, Stretch expected) {
        assertEquals(expected.toString(), Entries.drawn(view, entry, expected.middle()));
        assertEquals(COLOURS.get(expected.label()), Entries.colour(view, entry, expected.middle()), expected.toString());
    }

    /** A trace of a second of switches. */
    static Path withoutKvm(Path folder) throws IOException {
        Path trace = folder.resolve("session").resolve("kernel");
        try (CtfWriter writer = new CtfWriter(trace, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0), KernelEvents.environment("lonely"))
                .declare(KernelEvents.SCHED)) {
            for (int i = 0; i < 100; i++) {
                writer.event(0, 1_000_000_000L + 10_000_000L * i, "sched_switch", "a", 1 + i % 2, 20, 0, "b", 2 - i % 2, 20);
            }
        }
        return trace;
    }

    @Test
    void aTraceWithoutKvmEventsReportsWhatWouldHelp(@TempDir Path folder) throws Exception {
        VirtualCpuView view = Workbench.open(withoutKvm(folder));
        String sentence = Entries.tree(view).strip();
        assertTrue(sentence.startsWith("No VM can be seen without events of KVM: record on the host with lttng enable-event"), sentence);
        assertEquals(1, sentence.lines().count(), sentence);
        Workbench.picture("without-kvm", Workbench::window);
        ITimeGraphEntry entry = Entries.at(view, sentence);
        assertEquals(sentence, Entries.drawn(view, entry, 1_500_000_000L).split(" ", 3)[2]);
    }
}
