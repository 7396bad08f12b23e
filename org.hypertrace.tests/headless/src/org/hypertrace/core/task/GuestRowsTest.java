/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.model.StyleProperties;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Shown;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows of a guest's threads of a recorded trace. What is expected is from the oracle: switches and interrupts of
 * {@code guest_events.py --list}, vCPU states of {@code vcpu_states.py --intervals}, laid over each other by hand.
 */
class GuestRowsTest {

    private static final String VM = "qemu-system-x86 (327)";

    @TempDir
    static Path folder;

    private static OpenedTrace opened;
    private static VirtualCpuDataProvider provider;
    private static Shown shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(OpenedTrace.sample("two-diff-cpu", folder));
        provider = new VirtualCpuDataProviderFactory().createProvider(opened.trace());
        shown = new Shown(provider);
    }

    @AfterAll
    static void close() {
        opened.forget();
        opened.close();
    }

    /** The entry of this name below the VM. */
    private static TimeGraphEntryModel entry(String name) {
        Set<Long> below = new HashSet<>(List.of(shown.entry(VM, 0).getId()));
        for (TimeGraphEntryModel entry : shown.entries()) {
            if (below.contains(entry.getParentId())) {
                below.add(entry.getId());
                if (name.equals(entry.getName())) {
                    return entry;
                }
            }
        }
        throw new AssertionError(name);
    }

    @Test
    void everyThreadThatRanHasARow() {
        String tree = shown.tree();
        String ofVm = tree.substring(tree.indexOf(VM));
        assertTrue(ofVm.startsWith(VM + """

                    vCPU 0
                      Physical CPU
                      Taken by
                      Guest task
                    Guest threads
                      init (1)
                      kthreadd (2)
                      kworker/0:0 (5)
                      kworker/u2:0 (7)
                      ksoftirqd/0 (10)
                      rcu_sched (11)
                      kworker/0:1 (14)
                      seq (55)
                """), ofVm);
        assertEquals(27, ofVm.lines().count() - 6);
    }

    @Test
    void wallStatesAndWhatTheHostDidMeanwhile() {
        assertAt("rcu_sched (11)", "1795228743279416325 1795228743279519625 tracer");
        assertAt("rcu_sched (11)", "1795228743279519625 1795228743279804714 running");
        assertAt("rcu_sched (11)", "1795228743279804714 1795228743279817525 tracer");
        assertAt("rcu_sched (11)", "1795228743279817525 1795228743286983312 null");
        assertAt("rcu_sched (11)", "1795228743286983312 1795228743287768031 waiting");
        assertAt("init (1)", "1795228743280975606 1795228743281068512 host interrupt");
        assertAt("init (1)", "1795228743281145327 1795228743285784872 running");
        assertAt("init (1)", "1795228743317329812 1795228743317625745 interrupt");
        assertAt("init (1)", "1795228754912818862 1795228754913020956 blocked");
        assertAt("init (1)", "1795228754913020956 1795228754921201058 waking");
        assertAt("sha1sum (57)", "1795228743685450143 1795228743693125692 preempted");
    }

    @Test
    void theVcpuTellsWhichThreadItHas() {
        assertAt("Guest task", "1795228743279416325 1795228743279817525 rcu_sched (11)");
        assertAt("Guest task", "1795228743279817525 1795228743287768031 init (1)");
        assertEquals("1795228743317234266 1795228743317857890 init (1)", shown.at(entry("Guest task"), 1795228743317500000L));
    }

    private static void assertAt(String entry, String expected) {
        String[] fields = expected.split(" ");
        assertEquals(expected, shown.at(entry(entry), Long.parseLong(fields[0])));
        assertEquals(expected, shown.at(entry(entry), Long.parseLong(fields[1]) - 1));
    }

    @Test
    void whatTheHostTakesIsLower() {
        ITimeGraphState preempted = shown.states(entry("sha1sum (57)"), List.of(1795228743690000000L)).get(0);
        assertEquals("PREEMPTED", preempted.getStyle().getParentKey());
        assertEquals(Map.of(StyleProperties.HEIGHT, 0.7f), preempted.getStyle().getStyleValues());
        assertEquals("GUEST_SLEEPING",
                shown.states(entry("rcu_sched (11)"), List.of(1795228743280000000L)).get(0).getStyle().getParentKey());
        assertEquals("GUEST_IRQ", shown.states(entry("init (1)"), List.of(1795228743317500000L)).get(0).getStyle().getParentKey());
    }

    @Test
    void tooltipsSayItInWords() {
        assertEquals("""
                Guest thread: sha1sum (57)
                State: running for 10.566 ms
                In the guest: running for 9.788 ms
                vCPU 0: preempted for 7.676 ms
                """, shown.tooltip(entry("sha1sum (57)"), 1795228743690000000L).replaceAll("Stolen.*\n", ""));
        assertTrue(shown.tooltip(entry("rcu_sched (11)"), 1795228743279804713L).endsWith(
                "Stolen since it runs: 0 ns of 388.388 µs; the tracer took 103.300 µs\n"),
                shown.tooltip(entry("rcu_sched (11)"), 1795228743279804713L));
        assertEquals("""
                Guest thread: rcu_sched (11)
                State: waiting for 784.719 µs
                Ran last on: vCPU 0
                """, shown.tooltip(entry("rcu_sched (11)"), 1795228743287000000L));
        String vcpu = shown.tooltip(entry("vCPU 0"), 1795228743279600000L);
        assertTrue(vcpu.startsWith("State: guest for 285.089 µs\n"), vcpu);
        assertTrue(vcpu.endsWith("Guest task: rcu_sched (11) for 401.200 µs\nIn the guest: running for 401.200 µs\n"), vcpu);
    }

    /** Whatever times are asked for: states in order, none over another, one for every time. */
    @Test
    void aThousandColumnsAreSampled() {
        long begin = 1795228743279000000L;
        List<Long> times = LongStream.rangeClosed(0, 2000).mapToObj(i -> begin + i * 73_000).toList();
        for (String name : List.of("init (1)", "sha1sum (57)", "dd (56)", "Guest task")) {
            List<ITimeGraphState> states = shown.states(entry(name), times);
            long last = 0;
            for (ITimeGraphState state : states) {
                assertTrue(state.getStartTime() >= last && state.getDuration() > 0, name + " in order");
                last = state.getStartTime() + state.getDuration();
                long end = last;
                assertTrue(times.stream().anyMatch(time -> time >= state.getStartTime() && time < end), name + " contains a time");
            }
            assertTrue(states.size() > 10, name);
        }
    }
}
