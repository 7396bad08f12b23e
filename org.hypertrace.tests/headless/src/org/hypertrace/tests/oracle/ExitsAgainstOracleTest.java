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
import org.hypertrace.testing.oracle.CountedEvents;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;

/** On recorded traces the exits are those that the oracle finds, to the nanosecond. */
@Tag("platform")
class ExitsAgainstOracleTest {

    private static final List<String> FIGURES = List.of("count", "total", "min", "max", "p50", "p90", "p99", "p999");
    private static final Map<Integer, String> ISA = Map.of(1, "vmx", 2, "svm");

    static Stream<String> samples() {
        // where events were lost, ours are unknown; babeltrace2's text does not report where that was
        return Samples.recorded("quiet-boot", "panic-in-initcall", "syscall-load").filter(sample -> !sample.equals("lossy"));
    }

    /** This oracle does not read which register of the APIC an exit was for, which only the profile "exits" records. */
    static Stream<String> withoutApic() {
        return samples().filter(sample -> !sample.equals("exit-storm"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureOfEveryReasonIsTheOracles(String sample) {
        assertEquals(ofOracle(Oracle.exits(sample), "byReason"), ofReport(exits(sample)));
    }

    @ParameterizedTest
    @MethodSource("withoutApic")
    void whatExitsAreAboutIsTheOracles(String sample) {
        String expected = ofOracle(Oracle.exits(sample), "bySub");
        assertTrue(expected.contains("port_write 1016") && expected.contains(" tracer "), expected);
        assertEquals(expected, ofReport(exits(sample, "--by", "sub")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void withoutTracingThereIsNoneOfIt(String sample) {
        assertEquals(ofOracle(Oracle.exits(sample), "withoutTracing"), ofReport(exits(sample, "--without-tracing")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyNanosecondOfALifeIsGuestExitOrBeforeAnExit(String sample) {
        Map<Integer, JsonObject> ours = new TreeMap<>();
        JsonObject report = exits(sample);
        for (JsonObject vm : Summary.objects(report, "vms")) {
            Summary.objects(vm, "vcpus").forEach(vcpu -> ours.put(vcpu.get("tid").getAsInt(), vcpu));
        }
        long tracer = 0;
        for (JsonObject vcpu : Summary.objects(Oracle.exits(sample), "vcpus")) {
            JsonObject found = ours.remove(vcpu.get("tid").getAsInt());
            JsonObject time = found.getAsJsonObject("time");
            long life = vcpu.get("life").getAsLong();
            assertEquals(life, found.get("end").getAsLong() - found.get("begin").getAsLong());
            assertEquals(life, time.entrySet().stream().mapToLong(part -> part.getValue().getAsLong()).sum());
            for (String part : List.of("exits", "guest", "beforeExits")) {
                assertEquals(vcpu.get(part), time.get(part), part);
            }
            assertEquals(vcpu.get("complete"), found.getAsJsonObject("counts").get("complete"));
            tracer += vcpu.get("tracerTime").getAsLong();
        }
        assertEquals(Map.of(), ours);
        assertEquals(tracer, Summary.objects(report, "vms").stream()
                .mapToLong(vm -> vm.getAsJsonObject("tracer").get("time").getAsLong()).sum());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void noExitIsMissing(String sample) {
        long found = 0;
        for (JsonObject vm : Summary.objects(exits(sample), "vms")) {
            for (JsonObject vcpu : Summary.objects(vm, "vcpus")) {
                for (String count : List.of("complete", "unfinished", "withoutEntry", "lost")) {
                    found += vcpu.getAsJsonObject("counts").get(count).getAsLong();
                }
            }
        }
        assertEquals(CountedEvents.of(sample, "kvm_x86_exit"), found);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void twoHalvesAreTheWhole(String sample) {
        JsonObject whole = exits(sample);
        long middle = (whole.get("begin").getAsLong() + whole.get("end").getAsLong()) / 2;
        long[] sums = new long[3];
        for (JsonObject half : List.of(exits(sample, "--to", middle), exits(sample, "--from", middle))) {
            for (JsonObject row : Summary.objects(half, "exits")) {
                sums[0] += row.get("count").getAsLong();
                sums[1] += row.get("total").getAsLong();
            }
            sums[2] += Summary.objects(half, "vms").stream().mapToLong(vm -> vm.get("lifetime").getAsLong()).sum();
        }
        assertEquals(sum(whole, "exits", "count"), sums[0]);
        assertEquals(sum(whole, "exits", "total"), sums[1]);
        assertEquals(sum(whole, "vms", "lifetime"), sums[2]);
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() {
        assertNotEquals(ofOracle(Oracle.exits("syscall-load", "--drop", "kvm_x86_entry:40"), "byReason"),
                ofReport(exits("syscall-load")));
    }

    private static long sum(JsonObject report, String array, String key) {
        return Summary.objects(report, array).stream().mapToLong(row -> row.get(key).getAsLong()).sum();
    }

    /** Of the guests of the host: the exits of their guests are their own events, too, and have an oracle of their own. */
    private static JsonObject exits(String sample, Object... options) {
        JsonObject report = Command.ofSample("exits", sample, options).deepCopy();
        for (String array : List.of("vms", "exits")) {
            JsonArray all = report.remove(array).getAsJsonArray();
            JsonArray ofTheHost = new JsonArray();
            all.forEach(row -> {
                if (!row.getAsJsonObject().get("vm").getAsString().endsWith("/nested")) {
                    ofTheHost.add(row);
                }
            });
            report.add(array, ofTheHost);
        }
        return report;
    }

    private static String ofReport(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject row : Summary.objects(report, "exits")) {
            assertEquals(row.get("total"), sumOf(row.getAsJsonObject("states")));
            lines.add(line(row, row.get("vm").getAsString().replaceFirst("#.*", ""), row.get("isa").getAsString()));
        }
        return sorted(lines);
    }

    private static JsonElement sumOf(JsonObject states) {
        return new JsonPrimitive(
                states.entrySet().stream().mapToLong(state -> state.getValue().getAsLong()).sum());
    }

    private static String ofOracle(JsonObject answer, String which) {
        List<String> lines = new ArrayList<>();
        for (JsonObject row : Summary.objects(answer, which)) {
            lines.add(line(row, row.get("pid").getAsString(), ISA.get(row.get("isa").getAsInt())));
        }
        return sorted(lines);
    }

    private static String line(JsonObject row, String pid, String isa) {
        StringBuilder line = new StringBuilder(pid + ' ' + isa + ' ' + row.get("code").getAsLong());
        if (row.has("subKind")) {
            line.append(" " + row.get("subKind").getAsString() + ' ' + row.get("subNumber").getAsString());
        }
        FIGURES.forEach(figure -> line.append(" " + figure + ' ' + row.get(figure).getAsLong()));
        JsonObject states = row.getAsJsonObject("states");
        states.keySet().stream().sorted().forEach(state -> line.append(" " + state + ' ' + states.get(state).getAsLong()));
        return line.toString();
    }

    private static String sorted(List<String> lines) {
        return String.join("\n", lines.stream().sorted().toList());
    }
}
