/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.TimeOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** System calls of guests are those that the oracle finds, and so are their floor, disturbance and load. */
@Tag("platform")
class SyscallsAgainstOracleTest {

    private static final List<String> FIGURES = List.of("calls", "total", "minK", "of", "floor", "disturbance", "p50", "p95", "p99", "max");

    /** Of those recorded with system calls. */
    static Stream<String> samples() {
        return Samples.recorded("syscall-load");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyFigureIsTheOracles(String sample) {
        JsonObject oracle = TimeOracle.syscalls(sample);
        if (Summary.objects(oracle, "syscalls").stream().allMatch(vm -> vm.get("calls").getAsInt() == 0)) {
            Command refused = Command.run("syscalls", "--quiet", Samples.trace(sample));
            assertTrue(refused.status() == 1 && refused.err().contains("reports whole system calls"), refused.err());
            return;
        }
        assertEquals(lines(oracle), lines(Command.ofSample("syscalls --threads", sample)));
    }

    @Test
    void slicesAreTheOracles() {
        assertNotEquals(lines(TimeOracle.syscalls("syscall-load", "--k", "5")), lines(Command.ofSample("syscalls --threads", "syscall-load")));
        assertEquals(lines(TimeOracle.syscalls("syscall-load", "--k", "5")), lines(Command.ofSample("syscalls --threads --k 5", "syscall-load")));
    }

    /** The figures of the definition's text. */
    @Test
    void floorDoesNotDependOnTheLoad() {
        JsonObject vm = Summary.objects(Command.ofSample("syscalls --threads", "syscall-load"), "syscalls").get(0);
        assertEquals("1742 calls, net 172373467 105150952 67222515, gross 219814098 130031023, unmatched 34", vm.get("calls") + " calls, net "
                + vm.get("total") + ' ' + vm.get("floor") + ' ' + vm.get("disturbance") + ", gross " + vm.getAsJsonObject("gross").get("total") + ' '
                + vm.getAsJsonObject("gross").get("floor") + ", unmatched " + vm.get("unmatched"));
        assertEquals(List.of("50: 150 273 20078753 12792804", "100: 250 444 24883946 18435619", "200: 450 778 35344931 27802322",
                "400: 851 1215 65775383 55919631"), Summary.objects(vm, "slices").stream().map(slice -> slice.get("mark") + ": " + slice.get("calls")
                        + ' ' + slice.get("rate") + ' ' + slice.get("total") + ' ' + slice.get("floor")).toList());
    }

    @Test
    void floorIsNotAboveTheTotal() {
        for (JsonObject vm : Summary.objects(Command.ofSample("syscalls --threads", "syscall-load"), "syscalls")) {
            for (JsonObject row : Summary.objects(vm, "rows")) {
                assertTrue(row.get("floor").getAsLong() <= row.get("total").getAsLong(), row::toString);
                assertEquals(row.get("total").getAsLong(), row.get("floor").getAsLong() + row.get("disturbance").getAsLong());
            }
        }
    }

    @Test
    void wrongOptionsAreRefused() {
        assertEquals(2, Command.run("syscalls", "--waits", "sing", Samples.trace("syscall-load")).status());
        assertEquals(2, Command.run("syscalls", "--k", "0", Samples.trace("syscall-load")).status());
        assertEquals(2, Command.run("syscalls", "--slice", "0", Samples.trace("syscall-load")).status());
    }

    /** Of a thread only the figures: the oracle has other names. */
    private static String lines(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : Summary.objects(report, "syscalls")) {
            if (Summary.objects(vm, "rows").isEmpty()) {
                continue;
            }
            lines.add(line(vm, List.of("k", "total", "floor", "disturbance", "gross", "unmatched", "outside")));
            Summary.objects(vm, "rows").forEach(row -> lines.add(line(row, List.of("number", "waiting")) + line(row, FIGURES)
                    + line(row.getAsJsonObject("gross"), FIGURES)));
            for (JsonObject row : Summary.objects(vm, "rows")) {
                if (row.has("threads")) {
                    Summary.objects(row, "threads").forEach(thread -> lines.add("thread" + line(row, List.of("number")) + line(thread, FIGURES)
                            + line(thread.getAsJsonObject("gross"), FIGURES)));
                }
            }
            for (JsonObject slice : Summary.objects(vm, "slices")) {
                lines.add(line(slice, List.of("mark", "begin", "end", "calls", "rate", "total", "floor", "disturbance", "p50", "p95", "p99", "gross")));
                Summary.objects(slice, "rows").forEach(row -> lines.add("in" + line(slice, List.of("begin")) + line(row, List.of("number")) + line(row,
                        FIGURES)));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static String line(JsonObject of, List<String> keys) {
        StringBuilder line = new StringBuilder();
        keys.forEach(key -> line.append(' ').append(key).append('=').append(of.get(key)));
        return line.toString();
    }
}
