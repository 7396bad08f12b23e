/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Oracle;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** On recorded traces the report's guest events and every figure of every guest thread are the oracle's, to the nanosecond. */
class GuestsAgainstOracleTest {

    private static final Map<String, JsonObject> REPORTS = new ConcurrentHashMap<>();

    /** The oracle's own names of kinds; the others are the same. */
    private static final Map<String, String> KINDS = Map.ofEntries(Map.entry("fork", "sched_process_fork"),
            Map.entry("exec", "sched_process_exec"), Map.entry("exit", "sched_process_exit"),
            Map.entry("irq_entry", "irq_handler_entry"), Map.entry("irq_exit", "irq_handler_exit"),
            Map.entry("softirq_entry", "irq_softirq_entry"), Map.entry("softirq_exit", "irq_softirq_exit"),
            Map.entry("softirq_raise", "irq_softirq_raise"), Map.entry("apic_entry", "apic_vector_entry"),
            Map.entry("apic_exit", "apic_vector_exit"), Map.entry("level", "boot_level_begin"),
            Map.entry("sched_wakeup_new", "sched_wakeup"));
    private static final List<String> PARTS = List.of("wall", "running", "open", "waiting", "sleeping", "unknown", "guest");

    static Stream<String> samples() {
        return Samples.first();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eventsPerKindAreTheOracles(String sample) {
        assertEquals(eventsOfOracle(Oracle.guests(sample)), events(report(sample)));
    }

    @Test
    void anEventLessIsSeen() {
        assertNotEquals(eventsOfOracle(Oracle.guests("stock-sched", "--drop", "irq_exit:3")), events(report("stock-sched")));
        assertNotEquals(threadsOfOracle(Oracle.guests("stock-sched", "--drop", "sched_switch:400")),
                threads(report("stock-sched")));
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

    /** The guest's first process; the figures are from {@code oracle/guest_events.py}. */
    @Test
    void aThreadOfStockSched() {
        JsonObject init = vms(report("stock-sched")).stream().flatMap(vm -> Summary.objects(vm, "guestThreads").stream())
                .filter(thread -> ns(thread, "tid") == 1).findFirst().orElseThrow();
        assertEquals(6_400_824_410L, 649_326_161 + 382_676_283 + 5_368_821_966L);
        assertEquals(6_400_824_410L, ns(init, "wall"));
        assertEquals(649_326_161, ns(init, "running"));
        assertEquals(382_676_283, ns(init, "waiting"));
        assertEquals(5_368_821_966L, ns(init, "sleeping"));
        assertEquals("{\"unknown\":0,\"hostInterrupt\":44171531,\"vmm\":0,\"hostKernel\":136521523,\"preempted\":267066,"
                + "\"halted\":0,\"blocked\":9228575,\"waking\":7358780}", init.get("stolen").toString());
        assertEquals(649_326_161, 380_534_922 + 71_243_764 + sum(init, "stolen"));
    }

    private static JsonObject report(String sample) {
        return REPORTS.computeIfAbsent(sample, name -> Command.report(Samples.trace(name)));
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
                    + KINDS.getOrDefault(kind.getKey(), kind.getKey()), kind.getValue().getAsInt(), Integer::sum));
        }
        return events.toString().replace(", ", "\n");
    }

    private static String eventsOfOracle(JsonObject host) {
        Map<String, Integer> events = new TreeMap<>();
        for (JsonObject vm : Summary.objects(host, "vms")) {
            assertEquals("{}", vm.get("nested").toString());
            vm.getAsJsonObject("counts").entrySet().forEach(kind -> {
                // the oracle counts pieces, we what they make up
                int count = kind.getKey().equals("text") || kind.getKey().equals("name")
                        ? vm.getAsJsonArray(kind.getKey() + "s").size() : kind.getValue().getAsInt();
                events.put(vm.get("vm") + " " + KINDS.getOrDefault(kind.getKey(), kind.getKey()), count);
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
