/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.EngineResult;
import org.hypertrace.testing.oracle.GuestEventLines;
import org.hypertrace.testing.oracle.VcpuLines;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Truth;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a scenario reports is true, our trackers and decoders find; and a guest that reports in batches reports the same. */
class ScenarioAgainstTrackersTest {

    private static final String HOST = "host";
    private static final int SEEDS = Samples.ALL ? 300 : 70;
    private static final int BATCHED = Samples.ALL ? 100 : 25;

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void theTrackersFindTheTruthOfAStory(String name) {
        compare(Stories.all().get(name).get());
    }

    @Test
    @Tag("long")
    void theTrackersFindTheTruthOfAnyScenario() {
        LongStream.range(0, SEEDS).forEach(seed -> compare(random(seed, seed % 3 == 0 ? 0 : 1L << seed % 33)));
    }

    @Test
    @Tag("long")
    void batchedOrNotTheSameHappensAtTheSameTimes() {
        long saved = 0;
        for (long seed = 0; seed < BATCHED; seed++) {
            EngineResult atOnce = EngineResult.in(random(seed, 0));
            EngineResult batched = EngineResult.in(random(seed, 1L << 20));
            assertEquals(atOnce.events().replaceAll(" hello .*", " hello"), batched.events()
                    .replaceAll(" hello .*", " hello"));
            saved += hypercalls(atOnce.truth()) - hypercalls(batched.truth());
        }
        assertTrue(saved > 10 * BATCHED, saved + " hypercalls saved by batches");
    }

    /** Random scenarios do all that can be done: else it would mean little that they are understood. */
    @Test
    void theRandomScenariosHaveEverything() {
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        Map<VcpuState, Long> tracer = new EnumMap<>(VcpuState.class);
        long[] sums = new long[5];
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        for (long seed = 0; seed < 20; seed++) {
            Truth truth = random(seed, 1L << 20).report(event -> {
                // only the truth is wanted
            });
            truth.vcpus().forEach(vcpu -> {
                vcpu.ns().forEach((state, ns) -> states.merge(state, ns, Long::sum));
                sums[0] += vcpu.migrations();
                sums[1] += vcpu.preemptors().size();
            });
            truth.guests().forEach(guest -> {
                kinds.addAll(guest.counts().keySet());
                guest.threads().forEach(thread -> {
                    thread.tracerByState().forEach((state, ns) -> tracer.merge(state, ns, Long::sum));
                    sums[2] += thread.waiting();
                    sums[3] += thread.sleeping();
                    sums[4] += thread.stolen();
                });
            });
        }
        states.remove(VcpuState.UNKNOWN);
        assertEquals(List.of(), states.keySet().stream().filter(state -> states.get(state) == 0).toList());
        assertEquals(List.of(), LongStream.of(sums).filter(sum -> sum == 0).boxed().toList());
        assertEquals(Set.of(VcpuState.HOST_KERNEL, VcpuState.HOST_INTERRUPT, VcpuState.PREEMPTED), tracer.keySet().stream()
                .filter(state -> tracer.get(state) > 0).collect(Collectors.toSet()));
        assertTrue(kinds.containsAll(Set.of(EventKind.SCHED_SWITCH, EventKind.SCHED_WAKING, EventKind.SCHED_PROCESS_FORK,
                EventKind.SCHED_PROCESS_EXEC, EventKind.SYSCALL_ENTRY, EventKind.IRQ_SOFTIRQ_ENTRY, EventKind.MARK)),
                        kinds.toString());
    }

    private static Scenario random(long seed, long span) {
        return new RandomScenario(seed, 400, span).scenario();
    }

    private static long hypercalls(Truth truth) {
        return truth.guests().stream().mapToLong(Truth.Guest::hypercalls).sum();
    }

    private static void compare(Scenario scenario) {
        EngineResult found = EngineResult.in(scenario);
        assertEquals(VcpuLines.intervals(found.truth(), HOST), found.intervals());
        assertEquals(GuestEventLines.of(found.truth(), HOST), found.events());
        assertEquals(texts(found.truth()), found.texts());
        assertEquals(losses(found.truth()), found.losses());
    }

    private static List<String> texts(Truth truth) {
        return truth.guests().stream().flatMap(guest -> guest.texts().stream()
                .map(text -> guest.pid() + " " + text.event() + ' ' + text.kind() + ' ' + text.text())).sorted().toList();
    }

    private static Losses losses(Truth truth) {
        long[] sums = new long[4];
        for (Truth.Guest guest : truth.guests()) {
            sums[0] += guest.losses().lost();
            sums[1] += guest.losses().repeated();
            sums[2] += guest.losses().forged();
            sums[3] += guest.losses().unknown();
        }
        return new Losses(sums[0], sums[1], 0, sums[2], 0, sums[3], 0, 0);
    }
}
