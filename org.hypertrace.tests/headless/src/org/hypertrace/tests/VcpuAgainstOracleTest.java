/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.OpenTraces;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Oracle;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;

/** On recorded traces every figure of the report is the one that the oracle finds, which shares nothing with us. */
class VcpuAgainstOracleTest {

    private static final Map<String, JsonObject> REPORTS = new ConcurrentHashMap<>();

    static Stream<String> samples() {
        return Samples.first();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureIsTheOracles(String sample) {
        assertEquals(ofOracle(Oracle.of(sample)), ofReport(report(sample)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "boot-levels", "two-diff-cpu" })
    void everyIntervalIsTheOracles(String sample) throws Exception {
        StringBuilder expected = new StringBuilder();
        for (JsonObject vcpu : Summary.objects(Oracle.of(sample), "vcpus")) {
            for (JsonObject interval : Summary.objects(vcpu, "intervals")) {
                expected.append(vcpu.get("tid") + " " + interval.get("begin") + ' ' + interval.get("state").getAsString() + '\n');
            }
        }
        try (OpenTraces traces = OpenTraces.open(List.of(Samples.trace(sample)))) {
            assertEquals(expected.toString(), intervals(traces.model(new NullProgressMonitor())));
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void statesSumToTheLifetime(String sample) {
        List<JsonObject> vcpus = Summary.vcpus(report(sample));
        assertTrue(!vcpus.isEmpty());
        for (JsonObject vcpu : vcpus) {
            long sum = vcpu.getAsJsonObject("states").entrySet().stream().mapToLong(state -> state.getValue().getAsLong()).sum();
            assertEquals(vcpu.get("end").getAsLong() - vcpu.get("begin").getAsLong(), sum);
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void entriesAndExitsAreAsManyAsBabeltracePrints(String sample) {
        String[] lines = Tool.run("babeltrace2", Samples.trace(sample)).split("\n");
        assertEquals(count(lines, " kvm_x86_entry: "), sum(sample, "entries"));
        assertEquals(count(lines, " kvm_x86_exit: "), sum(sample, "exits"));
    }

    /** On AMD the exit is recorded after the host served the interrupt that caused it. */
    @ParameterizedTest
    @MethodSource("samples")
    void whatIsNotGuestBetweenEntryAndExitIsHostInterruptAndHostKernel(String sample) {
        Map<Long, JsonObject> ours = byTid(report(sample));
        for (JsonObject vcpu : Summary.objects(Oracle.of(sample), "vcpus")) {
            JsonObject span = vcpu.getAsJsonObject("entryToExit");
            long guest = ours.get(vcpu.get("tid").getAsLong()).getAsJsonObject("states").get("guest").getAsLong();
            long host = span.get("hostInterrupt").getAsLong() + span.get("hostKernel").getAsLong();
            assertTrue(guest < span.get("total").getAsLong(), "guest is less than entry to exit");
            assertEquals(host, span.get("total").getAsLong() - guest);
        }
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() {
        JsonObject without = Oracle.of("stock-sched", "--drop", "kvm_x86_exit:6");
        assertNotEquals(ofOracle(without), ofReport(report("stock-sched")));
    }

    @Test
    void theComparisonFailsWhenTwoStatesAreSwapped() {
        JsonObject swapped = Oracle.of("stock-sched", "--swap", "guest,hostKernel");
        assertNotEquals(ofOracle(swapped), ofReport(report("stock-sched")));
    }

    private static String intervals(ITmfStateSystem states) throws Exception {
        StringBuilder text = new StringBuilder();
        List<Machines.Vcpu> vcpus = Machines.of(states).stream().flatMap(host -> host.vms().stream())
                .flatMap(vm -> vm.vcpus().stream()).sorted(Comparator.comparingInt(Machines.Vcpu::tid)).toList();
        for (Machines.Vcpu vcpu : vcpus) {
            int quark = states.getQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
            long time = vcpu.begin();
            while (time < vcpu.end()) {
                ITmfStateInterval interval = states.querySingleState(time, quark);
                text.append(vcpu.tid() + " " + time + ' ' + VcpuState.of(interval.getValue()).key() + '\n');
                time = interval.getEndTime() + 1;
            }
        }
        return text.toString();
    }

    private static JsonObject report(String sample) {
        return REPORTS.computeIfAbsent(sample, name -> Command.report(Samples.trace(name)));
    }

    private static Map<Long, JsonObject> byTid(JsonObject report) {
        Map<Long, JsonObject> byTid = new ConcurrentHashMap<>();
        Summary.vcpus(report).forEach(vcpu -> byTid.put(vcpu.get("tid").getAsLong(), vcpu));
        return byTid;
    }

    private static long sum(String sample, String key) {
        return Summary.vcpus(report(sample)).stream().mapToLong(vcpu -> vcpu.get(key).getAsLong()).sum();
    }

    private static long count(String[] lines, String name) {
        return Stream.of(lines).filter(line -> line.contains(name)).count();
    }

    /** All figures of all vCPUs, a line each. */
    private static String ofReport(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject host : Summary.objects(report, "hosts")) {
            for (JsonObject vm : Summary.objects(host, "vms")) {
                for (JsonObject vcpu : Summary.objects(vm, "vcpus")) {
                    String thread = "thread " + vcpu.get("tid") + ' ';
                    lines.add(thread + "pid " + vm.get("pid"));
                    figures(lines, thread, vcpu, "states");
                    for (JsonObject taker : Summary.objects(vcpu, "preemptors")) {
                        if (taker.has("tid")) {
                            lines.add(thread + "preemptor " + taker.get("tid") + ' ' + taker.get("name") + ' ' + taker.get("ns"));
                        }
                    }
                }
            }
        }
        return sorted(lines);
    }

    private static String ofOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(host, "vcpus")) {
            String thread = "thread " + vcpu.get("tid") + ' ';
            lines.add(thread + "pid " + vcpu.get("pid"));
            figures(lines, thread, vcpu, "ns");
            for (JsonObject taker : Summary.objects(vcpu, "preemptors")) {
                lines.add(thread + "preemptor " + taker.get("tid") + ' ' + taker.get("comm") + ' ' + taker.get("ns"));
            }
        }
        return sorted(lines);
    }

    private static void figures(List<String> lines, String thread, JsonObject vcpu, String states) {
        for (String key : List.of("number", "begin", "end", "entries", "exits", "migrations")) {
            lines.add(thread + key + ' ' + vcpu.get(key));
        }
        vcpu.getAsJsonObject(states).entrySet().forEach(state -> lines.add(thread + state.getKey() + ' ' + state.getValue()));
        for (JsonObject reason : Summary.objects(vcpu, "exitReasons")) {
            String isa = reason.get("isa").getAsString().replace("svm", "2").replace("vmx", "1");
            lines.add(thread + "exit reason " + isa + ':' + reason.get("code") + ' ' + reason.get("count"));
        }
    }

    private static String sorted(List<String> lines) {
        return String.join("\n", lines.stream().sorted().toList());
    }
}
