/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** VM exits of two groups of recordings differ as the oracle finds. */
@Tag("platform")
class ExitGroupsTest {

    private static final List<String> SPEED_UP = List.of("contribution", "speedUp", "gain", "saving", "interval", "chance");
    private static final List<String> FIGURES = List.of("count", "total", "cost", "p50", "p99", "max");

    @TempDir
    private Path fFolder;

    private static Command run(List<Path> traces, Object a, Object b, Object... options) {
        return Command.compared("exits", traces, a, b, options);
    }

    private static JsonObject json(List<Path> traces, Object a, Object b, Object... options) throws IOException {
        return ComparedJson.of("exits", "exit-comparison", traces, a, b, options);
    }

    private static JsonObject first(JsonObject report) {
        return Summary.objects(report, "comparisons").get(0);
    }

    @Test
    void groupsDifferAsTheOracleFinds() throws IOException {
        List<Path> before = RandomRecordings.in(fFolder.resolve("before"), 1, 5);
        List<Path> after = RandomRecordings.in(fFolder.resolve("after"), 11, 4);
        List<Path> all = Stream.concat(before.stream(), after.stream()).toList();
        JsonObject report = json(all, fFolder.resolve("before"), fFolder.resolve("after"));
        String oracle = lines(TimeOracle.exitComparison(before, after), true);
        assertTrue(oracle.contains("5.000000000") && oracle.contains("4.000000000") && oracle.contains(" interval=[") && oracle.contains(" correctedChance=0."),
                oracle);
        assertEquals(oracle, lines(first(report), true));
        assertNotEquals(lines(TimeOracle.exitComparison(after, before), true), lines(first(report), true));
        assertEquals(18, Summary.objects(report, "recordings").size());
        for (JsonObject pair : Summary.objects(first(report), "pairs")) {
            assertEquals(pair.get("contribution").getAsLong(),
                    Summary.objects(pair, "rows").stream().mapToLong(row -> row.get("contribution").getAsLong()).sum());
        }
        Command text = run(all, fFolder.resolve("before"), fFolder.resolve("after"));
        assertTrue(text.out().contains("A is 5 recordings; the figures are of the one whose share of the time not idle that exits cost is the median, ")
                && text.out().contains("significant, chance 0."), text.out());
    }

    @Test
    void samplesDifferAsTheOracleFinds() throws IOException {
        List<Path> before = List.of(Samples.trace("quiet-boot"));
        List<Path> after = List.of(Samples.trace("syscall-load"));
        JsonObject report = json(Stream.concat(before.stream(), after.stream()).toList(), "quiet-boot", "syscall-load");
        // the script knows no manifest, and so no names
        assertEquals(lines(TimeOracle.exitComparison(before, after), false), lines(first(report), false));
    }

    /** By definition: whatever is compared with itself is as fast. */
    @Test
    void aRecordingIsAsItself() throws IOException {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        List<JsonObject> pairs = Summary.objects(first(json(sample, sample.get(0), "syscall-*")), "pairs");
        assertEquals(1, pairs.size());
        List<JsonObject> rows = Summary.objects(pairs.get(0), "rows");
        assertTrue(rows.size() > 5 && rows.stream().filter(row -> row.getAsJsonObject("a").get("cost").getAsLong() > 0)
                .allMatch(row -> row.get("speedUp").getAsDouble() == 1 && row.get("contribution").getAsLong() == 0 && !row.has("chance")), rows.toString());
        assertTrue(run(sample, sample.get(0), "syscall-load").out().contains(" in A: no difference."));
        for (String format : List.of("html", "markdown", "csv")) {
            Command command = run(sample, sample.get(0), "syscall-load", "--format", format);
            assertEquals("0 ", command.status() + " " + command.err());
            assertTrue(command.out().contains("IOIO"), command.out());
        }
        String csv = run(sample, sample.get(0), "syscall-load", "--format", "csv").out();
        assertTrue(csv.lines().findFirst().orElseThrow().endsWith("speed-up,speed-up low,speed-up high,gain,saving,contribution,share of difference,"
                + "chance,corrected chance"), csv);
        Command recordings = run(sample, sample.get(0), "syscall-load", "--format", "csv", "--table", "recordings");
        assertEquals("trace,vm,life,not idle,exits,cost,share", recordings.out().lines().findFirst().orElseThrow());
        Command budget = run(sample, sample.get(0), "syscall-load", "--format", "tap", "--budget", "IOIO:count=1");
        assertEquals(3, budget.status());
        assertTrue(budget.out().contains("not ok 1 - ") && budget.out().contains("IOIO count is"), budget.out());
    }

    @Test
    void wrongWordsAreRefused() {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        Command none = run(sample, "syscall-load", "none-*");
        assertEquals(2, none.status());
        assertTrue(none.err().contains("--compare: there is no trace 'none-*'; there are 'syscall-load'."), none.err());
        Command table = run(sample, "syscall-load", "syscall-load", "--table", "findings", "--format", "csv");
        assertEquals(2, table.status());
        assertTrue(table.err().contains("--table: a comparison of A and B has no table 'findings'; there are comparison, recordings."), table.err());
        Command time = run(sample, "syscall-load", "syscall-load", "--compare-from", "1");
        assertEquals(2, time.status());
        assertTrue(time.err().contains("--compare-from, --compare-to and --compare-vm are for one trace."), time.err());
        Command half = run(sample, "syscall-load", "syscall-load", "--compare", "syscall-load");
        assertEquals(2, half.status());
        assertTrue(half.err().contains("--compare: there is no B for 'syscall-load'; give A and B."), half.err());
        // the words take what stands behind them
        Command before = Command.run("exits", "--quiet", "--compare", sample.get(0), sample.get(0));
        assertEquals(2, before.status());
        assertFalse(before.err().isBlank());
    }

    private static String lines(JsonObject comparison, boolean isNamed) {
        List<String> lines = new ArrayList<>();
        for (JsonObject pair : Summary.objects(comparison, "pairs")) {
            String head = "";
            for (String side : List.of("a", "b")) {
                JsonObject object = pair.getAsJsonObject(side);
                head += (isNamed ? object.get("label") : "") + SpeedUpOracle.line(object, List.of("recordings", "active")) + ' ';
            }
            lines.add(head + SpeedUpOracle.line(pair, SPEED_UP));
            for (JsonObject row : Summary.objects(pair, "rows")) {
                lines.add(head + side(row, "a") + side(row, "b") + SpeedUpOracle.line(row, List.of("share", "correctedChance")) + SpeedUpOracle.line(row, SPEED_UP));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static String side(JsonObject row, String side) {
        return row.has(side) ? SpeedUpOracle.line(row.getAsJsonObject(side), FIGURES) : " none";
    }
}
