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
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Virtual CPU view in Trace Compass, on recorded traces. The states expected are from the oracle, which shares nothing
 * with our Java: {@code oracle/vcpu_states.py --intervals TRACE}.
 */
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

    public static Path sample(String name) {
        Path samples = Path.of(System.getProperty("hypertrace.root"), "traces-samples");
        Path own = samples.resolve(name).resolve(name + ".tar.xz");
        return Files.exists(own) ? own : samples.resolve("first").resolve(name + ".tar.xz");
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
        pictures("preempted-guest", view, 1795279302839479164L);

        ITimeGraphEntry vcpu = Entries.at(view, HOST, "twin-a", "vCPU 0");
        assertEquals("1795279193907461294 to 1795279309431677344", vcpu.getStartTime() + " to " + vcpu.getEndTime());
        assertDrawn(view, vcpu, "1795279261621351803 1795279261621382299 guest");
        assertDrawn(view, vcpu, "1795279245099299461 1795279245099372230 host interrupt");
        assertDrawn(view, vcpu, "1795279254396606292 1795279254396630008 VMM");
        assertDrawn(view, vcpu, "1795279254920622764 1795279254920658808 host kernel");
        assertDrawn(view, vcpu, "1795279237061497198 1795279237151504647 preempted");
        assertDrawn(view, vcpu, "1795279199290976858 1795279199291738891 blocked");
        assertDrawn(view, vcpu, "1795279199332598141 1795279199332651561 waking");
        ITimeGraphEntry other = Entries.at(view, HOST, "twin-b", "vCPU 0");
        assertDrawn(view, other, "1795279263964990169 1795279263965020815 guest");
        assertDrawn(view, other, "1795279302839479164 1795279302940483227 preempted");
    }

    /** Expected: see GuestRowsTest. */
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
        pictures("guest-threads", view, 1795279302900000000L);
        ITimeGraphEntry rcu = thread(view, "rcu_sched (11)");
        assertDrawn(view, rcu, "1795279257417619454 1795279257417640586 tracer");
        assertDrawn(view, rcu, "1795279257417640586 1795279257417783771 running");
        assertEquals("1795279257417787597 1795279257428331961 null", Entries.drawn(view, rcu, 1795279257420000000L));
        assertEquals("E5E73B", Entries.colour(view, rcu, 1795279257420000000L));
        assertDrawn(view, rcu, "1795279257428331961 1795279257429261667 waiting");
        assertDrawn(view, thread(view, "init (1)"), "1795279282161551280 1795279282161630218 host interrupt");
        assertDrawn(view, thread(view, "init (1)"), "1795279281524602614 1795279281524746990 interrupt");
        assertDrawn(view, thread(view, "grep (43)"), "1795279302839479164 1795279302940483227 preempted");
        ITimeGraphEntry task = revealed(view, Entries.at(view, HOST, "twin-b", "vCPU 0", "Guest task"));
        assertEquals("1795279257417619454 1795279257417787597 rcu_sched (11)", Entries.drawn(view, task, 1795279257417700000L));
        assertEquals("218D7B", Entries.colour(view, task, 1795279257417700000L));
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
        pictures("quiet-boot", view, 1795278966361771678L);

        ITimeGraphEntry vcpu = Entries.at(view, HOST, "quiet", "vCPU 0");
        assertEquals("1795278937694169618 to 1795278970411702863", vcpu.getStartTime() + " to " + vcpu.getEndTime());
        assertDrawn(view, vcpu, "1795278957184372254 1795278957184469210 guest");
        assertDrawn(view, vcpu, "1795278954430146690 1795278954430219369 host interrupt");
        assertDrawn(view, vcpu, "1795278957739113297 1795278957739281018 host kernel");
        assertDrawn(view, vcpu, "1795278966361771678 1795278966364720413 halted");
        assertDrawn(view, vcpu, "1795278949916096324 1795278949916234291 preempted");
        assertDrawn(view, vcpu, "1795278941763375832 1795278941794754063 blocked");
        assertDrawn(view, vcpu, "1795278941591265110 1795278941595980381 waking");
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
        VirtualCpuView view = Workbench.open(sample("preempted-guest"));
        ITimeGraphEntry vcpu = Entries.at(view, HOST, "twin-b", "vCPU 0");
        Workbench.show(view, 1795279302839000000L, 1795279302941000000L);
        // babeltrace2: the thread 204 leaves CPU 0 at ...2839479164 to qemu-system-x86 (166), which leaves it at ...2840970272
        // to twin-a's vCPU; 204 runs again at ...2940483227; its last kvm_x86_exit reports isa 2, exit_reason 96
        assertEquals("""
                State: preempted for 101 ms (101004063 ns)
                Physical CPU: none for 101 ms (101004063 ns); ran on 0
                Preempted by: qemu-system-x86 (166) for 1.49 ms (1491108 ns)
                Last VM exit: INTR
                Host thread: 204
                Guest task: grep (43) for 146 ms (145772199 ns)
                In the guest: running for 145 ms (144561993 ns)
                """, Entries.tooltip(view, vcpu, 1795279302840000000L));

        String legend = Dialogs.inDialog("legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("guest", "host kernel (VM exit)", "preempted by the host", "halted (guest idles)",
                "preempted by an interrupt", "migration")) {
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
