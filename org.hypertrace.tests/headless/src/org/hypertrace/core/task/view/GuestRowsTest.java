/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

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
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.view.Styles;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.log.ProviderDump;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows of a guest's threads of a recorded trace. What is expected is from the oracle: switches and interrupts of
 * {@code guest_events.py --list}, vCPU states of {@code vcpu_states.py --intervals}, laid over each other by hand.
 */
@Tag("platform")
class GuestRowsTest {

    private static final String VM = "twin-b";

    @TempDir
    static Path folder;

    private static OpenedTrace opened;
    private static VirtualCpuDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(OpenedTrace.sample("preempted-guest", folder));
        provider = Providers.VIRTUAL_CPU.create(opened.trace());
        shown = new ProviderDump(provider);
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
                      Preempted by
                      Guest task
                    Guest threads
                      swapper/0
                      init (1)
                      kthreadd (2)
                      rcu_gp (3)
                      rcu_par_gp (4)
                      kworker/0:0 (5)
                      kworker/0:0H (6)
                      kworker/u2:0 (7)
                      mm_percpu_wq (8)
                """), ofVm);
        assertEquals(46, ofVm.lines().count() - 6);
    }

    @Test
    void wallStatesAndWhatTheHostDidMeanwhile() {
        assertAt("rcu_sched (11)", "1795279257417619454 1795279257417640586 tracer");
        assertAt("rcu_sched (11)", "1795279257417640586 1795279257417783771 running");
        assertAt("rcu_sched (11)", "1795279257417783771 1795279257417787597 tracer");
        assertAt("rcu_sched (11)", "1795279257417787597 1795279257428331961 null");
        assertAt("rcu_sched (11)", "1795279257428331961 1795279257429261667 waiting");
        assertAt("init (1)", "1795279282161551280 1795279282161630218 host interrupt");
        assertAt("init (1)", "1795279281524231527 1795279281524474872 running");
        assertAt("init (1)", "1795279281524602614 1795279281524746990 interrupt");
        assertAt("init (1)", "1795279280805749658 1795279281065149986 blocked");
        assertAt("init (1)", "1795279281065149986 1795279281065734824 waking");
        assertAt("grep (43)", "1795279302839479164 1795279302940483227 preempted");
    }

    @Test
    void theVcpuReportsWhichThreadItHas() {
        assertAt("Guest task", "1795279257417619454 1795279257417787597 rcu_sched (11)");
        assertAt("Guest task", "1795279257417787597 1795279257428241445 kdevtmpfs (15)");
        assertEquals("1795279302796724930 1795279302941286923 grep (43)", shown.at(entry("Guest task"), 1795279302900000000L));
    }

    private static void assertAt(String entry, String expected) {
        String[] fields = expected.split(" ");
        assertEquals(expected, shown.at(entry(entry), Long.parseLong(fields[0])));
        assertEquals(expected, shown.at(entry(entry), Long.parseLong(fields[1]) - 1));
    }

    @Test
    void whatTheHostTakesIsLower() {
        ITimeGraphState preempted = shown.states(entry("grep (43)"), List.of(1795279302900000000L)).get(0);
        assertEquals("PREEMPTED", preempted.getStyle().getParentKey());
        assertEquals(Map.of(StyleProperties.HEIGHT, 0.7f, Styles.HATCHED, true), preempted.getStyle().getStyleValues());
        assertEquals("GUEST_SLEEPING",
                shown.states(entry("rcu_sched (11)"), List.of(1795279257420000000L)).get(0).getStyle().getParentKey());
        assertEquals("GUEST_IRQ", shown.states(entry("init (1)"), List.of(1795279281524700000L)).get(0).getStyle().getParentKey());
    }

    @Test
    void tooltipsSayItInWords() {
        assertEquals("""
                Guest thread: grep (43)
                State: running for 146 ms (145772199 ns)
                In the guest: running for 145 ms (144561993 ns)
                vCPU 0: preempted for 101 ms (101004063 ns)
                """, shown.tooltip(entry("grep (43)"), 1795279302900000000L).replaceAll("Stolen.*\n", ""));
        assertTrue(shown.tooltip(entry("rcu_sched (11)"), 1795279257417783770L).endsWith(
                "Stolen since it runs: 0 ns of 164 µs (164316 ns); the tracer took 21.1 µs (21132 ns)\n"),
                shown.tooltip(entry("rcu_sched (11)"), 1795279257417783770L));
        assertEquals("""
                Guest thread: rcu_sched (11)
                State: waiting for 930 µs (929706 ns)
                Ran last on: vCPU 0
                """, shown.tooltip(entry("rcu_sched (11)"), 1795279257429000000L));
        String vcpu = shown.tooltip(entry("vCPU 0"), 1795279257417700000L);
        assertTrue(vcpu.startsWith("State: guest for 143 µs (143185 ns)\n"), vcpu);
        assertTrue(vcpu.endsWith("Guest task: rcu_sched (11) for 168 µs (168143 ns)\nIn the guest: running for 168 µs (168143 ns)\n"), vcpu);
    }

    /** Whatever times are asked for: states in order, none over another, one for every time. */
    @Test
    void aThousandColumnsAreSampled() {
        long begin = 1795279302000000000L;
        List<Long> times = LongStream.rangeClosed(0, 2000).mapToObj(i -> begin + i * 1_000_000).toList();
        for (String name : List.of("init (1)", "grep (43)", "dmesg (42)", "Guest task")) {
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
