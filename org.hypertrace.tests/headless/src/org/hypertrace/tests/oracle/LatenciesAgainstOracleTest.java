/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** On recorded traces guests wait as the oracle finds, to the nanosecond. */
@Tag("platform")
class LatenciesAgainstOracleTest {

    private static final List<String> FIGURES = List.of("count", "total", "min", "max", "p50", "p90", "p99");
    /** What becomes of an injection. */
    private static final Set<String> ENDS = Set.of("injectionHandler", "unhandled", "replaced", "cut");

    static Stream<String> samples() {
        // where events were lost, ours are unknown; babeltrace2's text does not report where that was
        return Samples.recorded("preempted-guest", "syscall-load").filter(sample -> !sample.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureIsTheOracles(String sample) {
        String expected = ofOracle(Oracle.latencies(sample));
        assertTrue(expected.contains(" injectionEntry vector 236 "), expected);
        assertEquals(expected, ofReport(report(sample)));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyInjectionHasOneEnd(String sample) {
        long ends = Summary.objects(report(sample), "latencies").stream().filter(row -> !row.has("vector") && !row.has("vcpu"))
                .filter(row -> ENDS.contains(row.get("kind").getAsString())).mapToLong(row -> row.get("count").getAsLong()).sum();
        assertEquals(Oracle.latencies(sample).get("injections").getAsLong(), ends);
    }

    @Test
    void theGuestReportsWhenItServesMostOfThem() {
        String found = ofReport(report("preempted-guest"));
        assertTrue(found.contains(" injectionHandler vector "), found);
    }

    @Test
    void theComparisonFailsWhenOneEventIsMissing() {
        assertNotEquals(ofOracle(Oracle.latencies("syscall-load", "--drop", "kvm_x86_inj_virq:40")), ofReport(report("syscall-load")));
    }

    private static JsonObject report(String sample) {
        return Command.ofSample("exits", sample);
    }

    private static String ofReport(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject row : Summary.objects(report, "latencies")) {
            lines.add(line(row, row.get("vm").getAsString().replaceFirst("#.*", "")));
        }
        return sorted(lines);
    }

    private static String ofOracle(JsonObject answer) {
        return sorted(Summary.objects(answer, "latencies").stream().map(row -> line(row, row.get("pid").getAsString())).toList());
    }

    private static String line(JsonObject row, String pid) {
        StringBuilder line = new StringBuilder(pid + ' ' + row.get("kind").getAsString());
        for (String key : List.of("vector", "vcpu")) {
            line.append(row.has(key) ? " " + key + ' ' + row.get(key).getAsInt() : "");
        }
        FIGURES.forEach(figure -> line.append(row.has(figure) ? " " + figure + ' ' + row.get(figure).getAsLong() : ""));
        return line.toString();
    }

    private static String sorted(List<String> lines) {
        return String.join("\n", lines.stream().sorted().toList());
    }
}
