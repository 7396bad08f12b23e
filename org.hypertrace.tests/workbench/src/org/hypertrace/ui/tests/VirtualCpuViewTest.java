/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Virtual CPU view in Trace Compass, on recorded traces. The states expected are from the oracle, which shares nothing
 * with our Java: {@code oracle/vcpu_states.py --intervals TRACE}.
 */
class VirtualCpuViewTest {

    /** The design's. */
    private static final Map<String, String> COLOURS = Map.ofEntries(Map.entry("guest", "00C800"),
            Map.entry("host interrupt", "C80064"), Map.entry("host kernel", "B30606"), Map.entry("preempted", "9C27B0"),
            Map.entry("halted", "E0E0E0"), Map.entry("blocked", "C8C800"), Map.entry("waking", "C86400"),
            Map.entry("tracer", "78909C"), Map.entry("running", "2E9E8F"), Map.entry("interrupt", "C80064"),
            Map.entry("waiting", "C86400"));
    private static final String HOST = "l1host";

    static Path sample(String name) {
        Path samples = Path.of(System.getProperty("hypertrace.root"), "traces-samples");
        Path own = samples.resolve(name).resolve(name + ".tar.xz");
        return Files.exists(own) ? own : samples.resolve("first").resolve(name + ".tar.xz");
    }

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    @Test
    void twoVmsOnProcessorsOfTheirOwn() throws Exception {
        VirtualCpuView view = Workbench.open(sample("two-diff-cpu"));
        assertEquals(HypertracePerspective.ID, Workbench.inUi(() -> Workbench.page().getPerspective().getId()));
        assertEquals("""
                l1host
                  qemu-system-x86 (326)
                    vCPU 0
                      Physical CPU
                      Taken by
                  qemu-system-x86 (327)
                    vCPU 0
                      Physical CPU
                      Taken by
                """, Entries.vcpus(view));
        pictures("two-diff-cpu", view, 1795228736863837362L);

        ITimeGraphEntry vcpu = Entries.at(view, HOST, "qemu-system-x86 (326)", "vCPU 0");
        assertEquals("1795228727937806192 to 1795228754829306208", vcpu.getStartTime() + " to " + vcpu.getEndTime());
        assertDrawn(view, vcpu, "1795228741303053554 1795228741303273362 guest");
        assertDrawn(view, vcpu, "1795228746141787266 1795228746141890550 host interrupt");
        assertDrawn(view, vcpu, "1795228741163620868 1795228741163652124 host kernel");
        assertDrawn(view, vcpu, "1795228733172936580 1795228733173578560 preempted");
        assertDrawn(view, vcpu, "1795228740117110636 1795228740117400551 blocked");
        assertDrawn(view, vcpu, "1795228740117400551 1795228740117549082 waking");
        ITimeGraphEntry other = Entries.at(view, HOST, "qemu-system-x86 (327)", "vCPU 0");
        assertDrawn(view, other, "1795228748684765159 1795228748686043422 guest");
        assertDrawn(view, other, "1795228736863837362 1795228736864216654 preempted");
    }

    /** Expected: see GuestRowsTest. */
    @Test
    void guestThreads() throws Exception {
        VirtualCpuView view = Workbench.open(sample("two-diff-cpu"));
        Workbench.waitUntil("the last thread is in the tree", () -> Entries.tree(view).contains("reboot (74)"));
        String tree = Entries.tree(view);
        assertTrue(tree.contains("""
                      Guest task
                    Guest threads
                      init (1)
                      kthreadd (2)
                      kworker/0:0 (5)
                      kworker/u2:0 (7)
                """), tree);
        ITimeGraphEntry rcu = thread(view, "rcu_sched (11)");
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(thread(view, "sha1sum (57)"));
            return null;
        });
        pictures("guest-threads", view, 1795228743684000000L);
        assertDrawn(view, rcu, "1795228743279416325 1795228743279519625 tracer");
        assertDrawn(view, rcu, "1795228743279519625 1795228743279804714 running");
        assertEquals("1795228743279817525 1795228743286983312 null", Entries.drawn(view, rcu, 1795228743280000000L));
        assertEquals("C8C800", Entries.colour(view, rcu, 1795228743280000000L));
        assertDrawn(view, rcu, "1795228743286983312 1795228743287768031 waiting");
        assertDrawn(view, thread(view, "init (1)"), "1795228743280975606 1795228743281068512 host interrupt");
        assertDrawn(view, thread(view, "init (1)"), "1795228743317329812 1795228743317625745 interrupt");
        assertDrawn(view, thread(view, "sha1sum (57)"), "1795228743685450143 1795228743693125692 preempted");
        ITimeGraphEntry task = Entries.at(view, HOST, "qemu-system-x86 (327)", "vCPU 0", "Guest task");
        assertEquals("1795228743279416325 1795228743279817525 rcu_sched (11)", Entries.drawn(view, task, 1795228743279600000L));
        assertEquals("2E9E8F", Entries.colour(view, task, 1795228743279600000L));
    }

    private static ITimeGraphEntry thread(VirtualCpuView view, String name) {
        return Entries.at(view, HOST, "qemu-system-x86 (327)", "Guest threads", name);
    }

    @Test
    void aBootThatHalts() throws Exception {
        VirtualCpuView view = Workbench.open(sample("boot-levels"));
        assertEquals("""
                l1host
                  qemu-system-x86 (260)
                    vCPU 0
                      Physical CPU
                      Taken by
                """, Entries.vcpus(view));
        pictures("boot-levels", view, 1795228258655331957L);

        ITimeGraphEntry vcpu = Entries.at(view, HOST, "qemu-system-x86 (260)", "vCPU 0");
        assertEquals("1795228252179256508 to 1795228268369099959", vcpu.getStartTime() + " to " + vcpu.getEndTime());
        assertDrawn(view, vcpu, "1795228265241526663 1795228265241795333 guest");
        assertDrawn(view, vcpu, "1795228258933982686 1795228258934114111 host interrupt");
        assertDrawn(view, vcpu, "1795228265105780597 1795228265105936801 host kernel");
        assertDrawn(view, vcpu, "1795228258655331957 1795228258659988217 halted");
        assertDrawn(view, vcpu, "1795228253284524263 1795228253284586442 preempted");
        assertDrawn(view, vcpu, "1795228258547499197 1795228258547545866 blocked");
        assertDrawn(view, vcpu, "1795228258644522773 1795228258644660942 waking");
    }

    /** To look at: all of it, a second, 10 ms and 200 µs around a time. */
    private static void pictures(String name, VirtualCpuView view, long time) throws Exception {
        Workbench.picture(name, Workbench::window);
        for (long range : new long[] { 1_000_000_000, 100_000_000, 10_000_000, 200_000 }) {
            Workbench.show(view, time - range / 2, time + range / 2);
            Workbench.picture(name + '-' + range / 1000 + "us", () -> view.getTimeGraphViewer().getControl().getParent());
        }
    }

    @Test
    void legendAndTooltipAreInWords() throws Exception {
        VirtualCpuView view = Workbench.open(sample("two-diff-cpu"));
        ITimeGraphEntry vcpu = Entries.at(view, HOST, "qemu-system-x86 (327)", "vCPU 0");
        Workbench.show(view, 1795228736863800000L, 1795228736864300000L);
        // babeltrace2: the thread 334 leaves CPU 1 at ...863837362 to qemu-system-x86 (327), runs again at ...864216654;
        // its last kvm_x86_exit says isa 2, exit_reason 96
        assertEquals("""
                State: preempted for 379.292 µs
                Physical CPU: none for 379.292 µs; ran on 1
                Taken by: qemu-system-x86 (327) for 379.292 µs
                Last VM exit: INTR
                Host thread: 334
                Guest task: swapper/0 for 2.398 s
                In the guest: running for 2.398 s
                """, Entries.tooltip(view, vcpu, 1795228736863900000L));

        String legend = Workbench.inDialog("legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("guest", "host kernel (VM exit)", "preempted by the host", "halted (guest idles)",
                "taken by an interrupt", "migration")) {
            assertTrue(legend.contains(name), name + " in " + legend);
        }
    }

    private static void assertDrawn(VirtualCpuView view, ITimeGraphEntry entry, String expected) {
        String[] fields = expected.split(" ");
        long middle = (Long.parseLong(fields[0]) + Long.parseLong(fields[1])) / 2;
        assertEquals(expected, Entries.drawn(view, entry, middle));
        assertEquals(COLOURS.get(expected.split(" ", 3)[2]), Entries.colour(view, entry, middle), expected);
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
    void aTraceWithoutKvmEventsSaysWhatWouldHelp(@TempDir Path folder) throws Exception {
        VirtualCpuView view = Workbench.open(withoutKvm(folder));
        String sentence = Entries.tree(view).strip();
        assertTrue(sentence.startsWith("No VM can be seen without events of KVM: record on the host with lttng enable-event"), sentence);
        assertEquals(1, sentence.lines().count(), sentence);
        Workbench.picture("without-kvm", Workbench::window);
        ITimeGraphEntry entry = Entries.at(view, sentence);
        assertEquals(sentence, Entries.drawn(view, entry, 1_500_000_000L).split(" ", 3)[2]);
    }
}
