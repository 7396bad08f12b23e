/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
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
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.ProviderDump;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rows of a guest's threads of a recorded trace. All times expected are from the oracle, {@code oracle/rows.py}. */
@Tag("platform")
class GuestRowsTest {

    private static final String VM = "twin-b";
    private static final RowLines ORACLE = RowLines.of("preempted-guest");
    /** twin-b starts after twin-a. */
    private static final RowLines.Vcpu VCPU = ORACLE.vcpu(1);
    private static final List<Stretch> INIT = ORACLE.thread(1, 1);
    private static final List<Stretch> RCU = ORACLE.thread(1, 11);
    private static final List<Stretch> GREP = ORACLE.thread(1, 43);
    /** While grep runs, the longest time that the host takes from it. */
    private static final Stretch PREEMPTED = RowLines.longest(GREP, "preempted");

    private static OpenedTrace opened;
    private static VirtualCpuDataProvider provider;
    private static ProviderDump shown;

    @BeforeAll
    static void open() throws Exception {
        opened = OpenedTrace.of(Samples.trace("preempted-guest"));
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
        for (String state : List.of("tracer", "running", "waiting", "interrupt", "host interrupt", "host kernel", "preempted", "blocked", "waking")) {
            assertShown("init (1)", RowLines.longest(INIT, state));
        }
        for (String state : Arrays.asList("tracer", "running", "waiting", null)) {
            assertShown("rcu_sched (11)", RowLines.longest(RCU, state));
        }
        assertShown("grep (43)", PREEMPTED);
    }

    @Test
    void theVcpuReportsWhichThreadItHas() {
        Stretch rcu = onVcpu(RCU, 11);
        assertShown("Guest task", rcu.as("rcu_sched (11)"));
        assertTrue(shown.at(entry("Guest task"), PREEMPTED.middle()).endsWith(" grep (43)"));
    }

    /** The longest time that the vCPU has a thread which no interrupt of the guest breaks. */
    private static Stretch onVcpu(List<Stretch> thread, int tid) {
        return RowLines.longest(VCPU.tasks().stream()
                .filter(task -> thread.stream().noneMatch(part -> part.touches(task) && isInterrupt(part))).toList(), Integer.toString(tid));
    }

    private static boolean isInterrupt(Stretch part) {
        return "interrupt".equals(part.label()) || "other".equals(part.label());
    }

    private static void assertShown(String entry, Stretch expected) {
        String first = shown.at(entry(entry), expected.begin());
        String last = shown.at(entry(entry), expected.end() - 1);
        if ("tracer".equals(expected.label())) {
            // of an exit of the tracer's in the middle of a thread's time: what is before the hypercall and what is from it on
            assertTrue(first.startsWith(expected.begin() + " ") && first.endsWith(" tracer"), first + " for " + expected);
            assertTrue(last.endsWith(" " + expected.end() + " tracer"), last + " for " + expected);
        } else {
            assertEquals(expected.toString(), first);
            assertEquals(expected.toString(), last);
        }
    }

    @Test
    void whatTheHostTakesIsLower() {
        ITimeGraphState preempted = shown.states(entry("grep (43)"), List.of(PREEMPTED.middle())).get(0);
        assertEquals("PREEMPTED", preempted.getStyle().getParentKey());
        assertEquals(Map.of(StyleProperties.HEIGHT, 0.7f, Styles.HATCHED, true), preempted.getStyle().getStyleValues());
        assertEquals("GUEST_SLEEPING", style("rcu_sched (11)", RowLines.longest(RCU, null)));
        assertEquals("GUEST_IRQ", style("init (1)", RowLines.longest(INIT, "interrupt")));
    }

    private static String style(String entry, Stretch at) {
        return shown.states(entry(entry), List.of(at.middle())).get(0).getStyle().getParentKey();
    }

    @Test
    void tooltipsReportItInWords() {
        Stretch task = VCPU.tasks().stream().filter(PREEMPTED::touches).findFirst().orElseThrow();
        Stretch mode = VCPU.modes().stream().filter(PREEMPTED::touches).findFirst().orElseThrow();
        assertEquals("interrupt", mode.label());
        assertEquals("""
                Guest thread: grep (43)
                State: running for (%d ns)
                In the guest: interrupt for (%d ns)
                vCPU 0: preempted for (%d ns)
                """.formatted(task.length(), mode.length(), PREEMPTED.length()),
                tooltip("grep (43)", PREEMPTED.middle()).replaceAll("Stolen.*\n", ""));
        Stretch waiting = RowLines.longest(RCU, "waiting");
        assertEquals("""
                Guest thread: rcu_sched (11)
                State: waiting for (%d ns)
                Ran last on: vCPU 0
                """.formatted(waiting.length()), tooltip("rcu_sched (11)", waiting.middle()));
    }

    /** A thread between two reports of the tracer, and from nothing else the host takes time. */
    @Test
    void theTooltipReportsWhatIsStolenSinceItRuns() {
        Stretch task = RowLines.longest(VCPU.tasks().stream().filter(stretch -> labels(stretch).equals(List.of("tracer", "running", "tracer"))).toList(),
                "11");
        List<Stretch> parts = RCU.stream().filter(task::touches).toList();
        Stretch running = parts.get(1);
        String tooltip = tooltip("rcu_sched (11)", running.end() - 1);
        assertTrue(tooltip.endsWith("Stolen since it runs: 0 ns of (%d ns); the tracer took (%d ns)\n".formatted(running.end() - 1 - task.begin(),
                parts.get(0).length())), tooltip);
        String vcpu = tooltip("vCPU 0", running.middle());
        assertTrue(vcpu.startsWith("State: guest for (" + running.length() + " ns)\n"), vcpu);
        assertTrue(vcpu.endsWith("Guest task: rcu_sched (11) for (%d ns)\nIn the guest: running for (%d ns)\n".formatted(task.length(), task.length())),
                vcpu);
    }

    private static List<String> labels(Stretch task) {
        return RCU.stream().filter(task::touches).map(Stretch::label).toList();
    }

    /** Without the amounts for people: three digits and a unit. */
    private static String tooltip(String entry, long time) {
        return shown.tooltip(entry(entry), time).replaceAll("(for|of|took) [0-9.]+ .?s \\(", "$1 (");
    }

    /** Whatever times are asked for: states in order, none over another, one for every time. */
    @Test
    void aThousandColumnsAreSampled() {
        long begin = GREP.get(0).begin() - 500_000_000;
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
