/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.identity;

import static org.hypertrace.testing.scenario.Exit.HLT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A guest's thread has one name, its last one, at any moment, whoever is asked: each data provider, the events' columns, the findings and
 * Trace Compass' views of stacks and of extracted traces. Which of several threads with one id is meant, the moment decides.
 */
@Tag("platform")
class ThreadNamesTest {

    /** Those of which the usual sample has threads. */
    private static final Set<String> VIEWS = Set.of("Control Flow", "Critical Path", "Events", "Flame Chart", "Flame Graph", "Guest Threads",
            "Guest task", "System Calls", "VM exits", "Virtual CPU", "Wake-up Latency", "Woken by");
    private static final Set<String> OF_OTHERS = Set.of("Findings", "Shutdown");
    private static final Set<String> SEEN = new TreeSet<>();

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void oneNamePerThreadAndMoment(String sample) throws Exception {
        SEEN.addAll(compared(Samples.trace(sample)).keySet());
    }

    /** Threads 44 are two, one after the other; the first is renamed in between. */
    @Test
    void alsoOfOnesThatAreRenamedAndWhoseIdsAreUsedAgain() throws Exception {
        Scenario scenario = new Scenario();
        Vcpu vcpu = scenario.vm("web").vcpu(0);
        GuestTask init = scenario.vm("web").task(1, "init");
        GuestTask first = scenario.vm("web").task(44, "init");
        GuestTask second = scenario.vm("web").task(44, "make");
        vcpu.startsOn(100, 0).enters(110);
        vcpu.guest().switchTo(1_000, init).forks(1_100, first).switchTo(2_000, first).syscall(2_100, 2_900, 59).executes(4_000, "deaf-service")
                .syscall(5_000, 6_000, 34).endsTask(6_500, 0).switchTo(7_000, init, 16).forks(8_000, second).switchTo(9_000, second)
                .syscall(9_100, 9_900, 59).switchTo(11_000, vcpu.guest().idle());
        vcpu.exits(12_000, HLT).halts(12_010);
        Recorded recorded = scenario.until(20_000).in(fFolder.resolve("in"));
        Map<String, Integer> seen = compared(recorded.trace());
        assertTrue(seen.keySet().containsAll(Set.of("Virtual CPU", "Guest task", "Flame Chart", "Flame Graph", "VM exits", "Events")), seen.toString());
    }

    private Map<String, Integer> compared(Path trace) throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        Set<String> wrong = new TreeSet<>();
        try (OpenedTrace opened = OpenedTrace.of(trace)) {
            ThreadLives lives = ThreadLives.of(opened.trace());
            try (NamedThreads named = new NamedThreads(opened.trace(), lives)) {
                named.forEach(claim -> {
                    counts.merge(claim.view(), 1, Integer::sum);
                    String expected = lives.name(claim.vm(), claim.tid(), claim.time(), claim.name());
                    if (!claim.name().equals(expected)) {
                        wrong.add(claim.view() + ": " + claim.vm() + ' ' + claim.tid() + " is " + claim.name() + ", but in the model " + expected);
                    }
                });
            }
            for (ExtractedThreads.Found found : ExtractedThreads.of(trace, fFolder.resolve("out"))) {
                counts.merge("Control Flow", 1, Integer::sum);
                if (!lives.whenTheyRanLast(found.tid()).contains(found.name())) {
                    wrong.add("Control Flow: " + found + " is none of " + lives.whenTheyRanLast(found.tid()));
                }
            }
            opened.forget();
        }
        assertEquals(Set.of(), wrong);
        return counts;
    }

    /** A view that shows no thread any more would not be compared; in findings and shutdowns there are some in few samples only. */
    @AfterAll
    static void allViewsWereCompared() {
        assertTrue(SEEN.containsAll(VIEWS), () -> VIEWS.stream().filter(view -> !SEEN.contains(view)).toList() + " have no thread");
        assertTrue(SEEN.containsAll(OF_OTHERS) || !Samples.ALL, () -> OF_OTHERS + ": some have no thread, only " + SEEN);
    }
}
