/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;

/** On recorded traces the use of the processors is the one that the oracle finds, which shares nothing with us. */
@Tag("platform")
class ResourcesAgainstOracleTest {

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        return Samples.recorded("preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureIsTheOracles(String sample) {
        assertEquals(ofOracle(Oracle.resources(sample)), ofReport(host(sample)));
    }

    @ParameterizedTest
    @MethodSource("org.hypertrace.testing.scenario.example.Stories#names")
    void soItIsInEveryStory(String name) throws IOException {
        compare(Stories.all().get(name).get().in(fFolder));
    }

    /** Four vCPUs share two processors. */
    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4 })
    void soItIsWhereVmsShareProcessors(long seed) throws IOException {
        JsonObject host = compare(new RandomScenario(seed, 1_500, 2_000).scenario().in(fFolder));
        assertTrue(Summary.objects(host, "physicalCpus").stream().anyMatch(cpu -> ns(cpu, "contended") > 0
                && ns(cpu, "runnableMax") > 2), "they wait for each other");
    }

    private static JsonObject compare(Recorded recorded) {
        JsonObject host = null;
        for (Path trace : recorded.traces()) {
            host = Summary.objects(Command.report(trace), "hosts").get(0);
            assertEquals(ofOracle(Oracle.resourcesOf(trace)), ofReport(host));
        }
        return host;
    }

    @ParameterizedTest
    @ValueSource(strings = { "sched_switch:40", "irq_softirq_entry:40" })
    void theComparisonFailsWhenOneEventIsMissing(String event) {
        assertNotEquals(ofOracle(Oracle.resources("syscall-load", "--drop", event)), ofReport(host("syscall-load")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void thePartsOfAProcessorSumToTheTime(String sample) {
        JsonObject report = report(sample);
        for (JsonObject cpu : Summary.objects(host(sample), "physicalCpus")) {
            long busy = ns(cpu, "vcpuTime") + ns(cpu, "hostTaskTime") + ns(cpu, "interruptTime");
            assertEquals(ns(report, "end") - ns(report, "begin"), busy + ns(cpu, "idle") + ns(cpu, "unknown"));
            assertEquals(busy, Summary.objects(cpu, "occupants").stream().mapToLong(occupant -> ns(occupant, "ns")).sum());
        }
    }

    static Stream<String> complete() {
        return samples().filter(name -> !name.equals("lossy"));
    }

    /** Without lost events nothing that has a processor is unknown. */
    @ParameterizedTest
    @MethodSource("complete")
    void whatAVmWantedIsTheStatesInWhichItDid(String sample) {
        long demand = 0;
        for (JsonObject vm : Summary.objects(host(sample), "vms")) {
            Map<String, Long> states = new TreeMap<>();
            for (JsonObject vcpu : Summary.objects(vm, "vcpus")) {
                vcpu.getAsJsonObject("states").entrySet().forEach(state -> states.merge(state.getKey(),
                        state.getValue().getAsLong(), Long::sum));
            }
            JsonObject resources = vm.getAsJsonObject("resources");
            assertEquals(states.get("preempted") + states.get("waking"), ns(resources, "stolen"));
            assertEquals(states.get("guest") + states.get("hostInterrupt") + states.get("vmm") + states.get("hostKernel"),
                    ns(resources, "got"));
            assertEquals(ns(resources, "got") + ns(resources, "stolen"), ns(resources, "demand"));
            demand += ns(resources, "demand");
        }
        long runnable = Summary.objects(host(sample), "physicalCpus").stream().mapToLong(cpu -> ns(cpu, "runnableTime"))
                .sum();
        assertEquals(demand, runnable, "a vCPU has demand from its first event of the hypervisor on, also before its guest runs");
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void vmsOnProcessorsOfTheirOwnNeverShareOne() {
        for (JsonObject cpu : Summary.objects(host("two-diff-cpu"), "physicalCpus")) {
            assertTrue(ns(cpu, "vcpuTime") > 0);
            assertEquals(0, ns(cpu, "contended"), "each VM was pinned to a processor of its own");
        }
    }

    private static JsonObject report(String sample) {
        return Command.ofSample("report", sample);
    }

    private static JsonObject host(String sample) {
        return Summary.objects(report(sample), "hosts").get(0);
    }

    private static long ns(JsonObject of, String key) {
        return of.get(key).getAsLong();
    }

    private static String ofReport(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject cpu : Summary.objects(host, "physicalCpus")) {
            cpu(lines, cpu);
        }
        for (JsonObject vm : Summary.objects(host, "vms")) {
            vm(lines, vm.get("pid").getAsInt(), vm.getAsJsonObject("resources"));
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static String ofOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject cpu : Summary.objects(host, "cpus")) {
            cpu(lines, cpu);
        }
        for (JsonObject vm : Summary.objects(host, "vms")) {
            vm(lines, vm.get("pid").getAsInt(), vm);
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static void cpu(List<String> lines, JsonObject cpu) {
        String name = "CPU " + cpu.get("number") + ' ';
        for (String key : List.of("idle", "unknown", "runnableMax", "runnableTime", "contended")) {
            lines.add(name + key + ' ' + cpu.get(key));
        }
        for (JsonObject occupant : Summary.objects(cpu, "occupants")) {
            int tid = occupant.has("tid") ? occupant.get("tid").getAsInt() : -1;
            lines.add(name + occupant.get("kind").getAsString() + ' ' + tid + ' ' + occupant.get("name").getAsString() + ' '
                    + occupant.get("ns"));
        }
    }

    private static void vm(List<String> lines, int pid, JsonObject resources) {
        for (String key : List.of("demand", "got", "stolen", "longestWait")) {
            lines.add("VM " + pid + ' ' + key + ' ' + resources.get(key));
        }
    }
}
