/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.SpeedUpOracle;
import org.hypertrace.testing.oracle.TimeOracle;
import org.hypertrace.testing.scenario.example.RandomRecordings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** A critical path in two groups of recordings differs as the oracle finds. */
@Tag("platform")
class PathGroupsTest {

    private static final List<String> SPEED_UP = List.of("speedUp", "gain", "saving", "interval", "chance");
    private static final List<String> ROW = List.of("a", "b", "difference", "contribution", "share", "correctedChance");

    @TempDir
    private Path fFolder;

    private static Command run(List<Path> traces, Object a, Object b, Object... options) {
        return Command.compared("path", traces, a, b, options);
    }

    private static JsonObject json(List<Path> traces, Object a, Object b, Object... options) throws IOException {
        return Summary.objects(ComparedJson.of("path", "path", traces, a, b, options), "comparisons").get(0);
    }

    @Test
    void groupsDifferAsTheOracleFinds() throws IOException {
        List<Path> before = RandomRecordings.in(fFolder.resolve("before"), 1, 5);
        List<Path> after = RandomRecordings.in(fFolder.resolve("after"), 11, 4);
        List<Path> all = Stream.concat(before.stream(), after.stream()).toList();
        JsonObject comparison = json(all, fFolder.resolve("before"), fFolder.resolve("after"), "--vm", "1000", "--vcpu", "0");
        String oracle = lines(TimeOracle.pathComparison("--vm 1000 --vcpu 0", before, after));
        assertTrue(oracle.startsWith("5 and 4") && oracle.contains(" interval=[") && oracle.contains(" correctedChance=0."), oracle);
        assertEquals(oracle, lines(comparison));
        assertNotEquals(lines(TimeOracle.pathComparison("--vm 1000 --vcpu 0", after, before)), lines(comparison));
        for (String kind : List.of("class", "cause", "owner", "chain")) {
            List<JsonObject> rows = Summary.objects(comparison, "rows").stream().filter(row -> row.get("of").getAsString().equals(kind)).toList();
            assertEquals(comparison.get("difference").getAsLong(), rows.stream().mapToLong(row -> row.get("difference").getAsLong()).sum(), kind);
        }
        String text = run(all, fFolder.resolve("before"), fFolder.resolve("after"), "--vm", "1000", "--vcpu", "0").out();
        assertTrue(text.contains("A is 5 recordings; the figures are of the one whose length is the median, "), text);
    }

    @Test
    void samplesDifferAsTheOracleFinds() throws IOException {
        List<Path> before = List.of(Samples.trace("quiet-boot"));
        List<Path> after = List.of(Samples.trace("syscall-load"));
        List<Path> all = List.of(before.get(0), after.get(0));
        JsonObject comparison = json(all, "quiet-boot", "syscall-load", "--vcpu", "0");
        assertEquals(lines(TimeOracle.pathComparison("--vcpu 0", before, after)), lines(comparison));
        for (String format : List.of("html", "markdown", "csv", "tap")) {
            Command command = run(all, "quiet-boot", "syscall-load", "--vcpu", "0", "--format", format);
            assertEquals("0 ", command.status() + " " + command.err());
            assertTrue(command.out().contains(format.equals("tap") ? "# B (" : "work"), command.out());
        }
        assertEquals(3, run(all, "quiet-boot", "syscall-load", "--vcpu", "0", "--budget", "path=1").status());
    }

    @Test
    void wrongWordsAreRefused() {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        check("--compare: there is no trace 'none-*'; there are 'syscall-load'.", 2, run(sample, "syscall-load", "none-*", "--vcpu", "0"));
        check("--compare A B: name whose path is compared", 2, run(sample, "syscall-load", "syscall-load"));
        check("--compare A B: it has no segments; leave --coarse, --full and --folded out.", 2, run(sample, "syscall-load", "syscall-load", "--vcpu", "0", "--full"));
        check("--table: a comparison of A and B has no table 'hops'; there is comparison.", 2,
                run(sample, "syscall-load", "syscall-load", "--vcpu", "0", "--table", "hops"));
        check("hypertrace: syscall-load: ", 1, run(sample, "syscall-load", "syscall-load", "--thread", "nobody"));
    }

    private static void check(String sentence, int status, Command command) {
        assertEquals(status, command.status());
        assertTrue(command.err().contains(sentence), command.err());
    }

    private static String lines(JsonObject comparison) {
        boolean isOurs = comparison.get("a").isJsonObject();
        List<String> lines = new ArrayList<>();
        for (JsonObject row : Summary.objects(comparison, "rows")) {
            if (List.of("class", "cause").contains(row.get("of").getAsString())) {
                lines.add(row.get("of") + SpeedUpOracle.line(row, ROW) + SpeedUpOracle.line(row, SPEED_UP));
            }
        }
        return (isOurs ? of(comparison, "a", "recordings") + " and " + of(comparison, "b", "recordings") + ": " + of(comparison, "a", "ns") + " "
                + of(comparison, "b", "ns") : comparison.get("recordingsOfA") + " and " + comparison.get("recordingsOfB") + ": " + comparison.get("a") + " "
                        + comparison.get("b")) + SpeedUpOracle.line(comparison, SPEED_UP) + "\n" + String.join("\n", lines.stream().sorted().toList());
    }

    private static long of(JsonObject comparison, String side, String what) {
        return comparison.getAsJsonObject(side).get(what).getAsLong();
    }
}
