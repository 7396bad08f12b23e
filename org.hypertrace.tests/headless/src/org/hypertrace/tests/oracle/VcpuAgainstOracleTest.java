/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.CountedEvents;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.VcpuLines;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** On recorded traces every figure of the report is the one that the oracle finds, which shares nothing with us. */
@Tag("platform")
class VcpuAgainstOracleTest {

    static Stream<String> samples() {
        return Samples.recorded("quiet-boot", "six-vm-boot", "preempted-guest", "syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureIsTheOracles(String sample) {
        assertEquals(VcpuLines.ofOracle(Oracle.of(sample)), VcpuLines.ofReport(report(sample)));
    }

    static Stream<String> contended() {
        return Samples.recorded("preempted-guest");
    }

    @ParameterizedTest
    @MethodSource("contended")
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

    /** Where events were lost, some are of no known thread. */
    static Stream<String> whole() {
        return samples().filter(sample -> !sample.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("whole")
    void entriesAndExitsAreAsManyAsBabeltracePrints(String sample) {
        assertEquals(CountedEvents.of(sample, "kvm_x86_entry"), sum(sample, "entries"));
        assertEquals(CountedEvents.of(sample, "kvm_x86_exit"), sum(sample, "exits"));
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
        JsonObject without = Oracle.of("syscall-load", "--drop", "kvm_x86_exit:6");
        assertNotEquals(VcpuLines.ofOracle(without), VcpuLines.ofReport(report("syscall-load")));
    }

    @Test
    void theComparisonFailsWhenTwoStatesAreSwapped() {
        JsonObject swapped = Oracle.of("syscall-load", "--swap", "guest,hostKernel");
        assertNotEquals(VcpuLines.ofOracle(swapped), VcpuLines.ofReport(report("syscall-load")));
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
        return Command.ofSample("report", sample);
    }

    private static Map<Long, JsonObject> byTid(JsonObject report) {
        Map<Long, JsonObject> byTid = new ConcurrentHashMap<>();
        Summary.vcpus(report).forEach(vcpu -> byTid.put(vcpu.get("tid").getAsLong(), vcpu));
        return byTid;
    }

    private static long sum(String sample, String key) {
        return Summary.vcpus(report(sample)).stream().mapToLong(vcpu -> vcpu.get(key).getAsLong()).sum();
    }
}
