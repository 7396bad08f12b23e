/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.OracleKinds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** On recorded traces the report's guest events and every figure of every guest thread are the oracle's, to the nanosecond. */
@Tag("platform")
class GuestsAgainstOracleTest {

    private static final List<String> PARTS = List.of("wall", "running", "open", "waiting", "sleeping", "unknown", "guest");

    static Stream<String> samples() {
        // where events were lost, ours are unknown; babeltrace2's text does not report where that was
        return Samples.recorded("quiet-boot", "preempted-guest", "syscall-load", "reboot-with-slow-notifier")
                .filter(sample -> !sample.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eventsPerKindAreTheOracles(String sample) {
        assertEquals(eventsOfOracle(Oracle.guests(sample)), events(report(sample)));
    }

    @Test
    void anEventLessIsSeen() {
        assertNotEquals(eventsOfOracle(Oracle.guests("syscall-load", "--drop", "irq_exit:3")), events(report("syscall-load")));
        assertNotEquals(threadsOfOracle(Oracle.guests("syscall-load", "--drop", "sched_switch:40")),
                threads(report("syscall-load")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureOfEveryThreadIsTheOracles(String sample) {
        String expected = threadsOfOracle(Oracle.guests(sample));
        assertEquals(expected, threads(report(sample)));
        assertTrue(expected.lines().count() > 30, expected);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void thePartsSumToTheWhole(String sample) {
        for (JsonObject vm : vms(report(sample))) {
            for (JsonObject thread : Summary.objects(vm, "guestThreads")) {
                assertEquals(ns(thread, "end") - ns(thread, "begin"), ns(thread, "wall"));
                assertEquals(ns(thread, "wall"), ns(thread, "running") + ns(thread, "open") + ns(thread, "waiting")
                        + ns(thread, "sleeping") + ns(thread, "unknown"), thread.toString());
                assertEquals(ns(thread, "running"), ns(thread, "guest") + ns(thread, "tracer") + sum(thread, "stolen"));
                assertEquals(ns(thread, "running"), sum(thread, "modes"));
            }
        }
    }

    private static JsonObject report(String sample) {
        return Command.ofSample("report", sample);
    }

    private static List<JsonObject> vms(JsonObject report) {
        return Summary.objects(report, "hosts").stream().flatMap(host -> Summary.objects(host, "vms").stream()).toList();
    }

    private static long ns(JsonObject thread, String key) {
        return thread.get(key).getAsLong();
    }

    private static long sum(JsonObject thread, String key) {
        return thread.getAsJsonObject(key).entrySet().stream().mapToLong(part -> part.getValue().getAsLong()).sum();
    }

    private static String events(JsonObject report) {
        Map<String, Integer> events = new TreeMap<>();
        for (JsonObject vm : vms(report)) {
            vm.getAsJsonObject("guestEvents").entrySet().forEach(kind -> events.merge(vm.get("pid") + " "
                    + kind.getKey().replaceFirst("^sched_wakeup_new$", "sched_wakeup"), kind.getValue().getAsInt(), Integer::sum));
        }
        return events.toString().replace(", ", "\n");
    }

    private static String eventsOfOracle(JsonObject host) {
        Map<String, Integer> events = new TreeMap<>();
        for (JsonObject vm : Summary.objects(host, "vms")) {
            vm.getAsJsonObject("counts").entrySet().forEach(kind -> {
                // the oracle counts pieces, we what they make up
                int count = kind.getKey().equals("text") || kind.getKey().equals("name")
                        ? vm.getAsJsonArray(kind.getKey() + "s").size() : kind.getValue().getAsInt();
                events.put(vm.get("vm") + " " + OracleKinds.ours(kind.getKey()), count);
            });
        }
        return events.toString().replace(", ", "\n");
    }

    private static String threads(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : vms(report)) {
            for (JsonObject thread : Summary.objects(vm, "guestThreads")) {
                String who = vm.get("pid") + " " + thread.get("tid") + ' ' + thread.get("begin") + "-" + thread.get("end") + ' ';
                lines.add(who + (thread.has("name") ? thread.get("name") : "\"\""));
                PARTS.forEach(part -> lines.add(who + part + ' ' + thread.get(part)));
                lines.add(who + "tracer " + thread.get("tracer"));
                thread.getAsJsonObject("stolen").entrySet()
                        .forEach(state -> lines.add(who + "stolen " + state.getKey() + ' ' + state.getValue()));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static String threadsOfOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : Summary.objects(host, "vms")) {
            for (JsonObject thread : Summary.objects(vm, "threads")) {
                String who = vm.get("vm") + " " + thread.get("tid") + ' ' + thread.get("first") + "-" + thread.get("last") + ' ';
                lines.add(who + thread.get("comm"));
                PARTS.forEach(part -> lines.add(who + part + ' ' + thread.get(part)));
                thread.getAsJsonObject("stolen").entrySet().forEach(state -> lines.add(who
                        + (state.getKey().equals("tracer") ? "" : "stolen ") + state.getKey() + ' ' + state.getValue()));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }
}
