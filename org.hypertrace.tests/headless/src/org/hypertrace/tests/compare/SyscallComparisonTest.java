/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;

/** System calls of two groups of recordings differ as the oracle finds. */
@Tag("platform")
class SyscallComparisonTest {

    private static final List<String> SPEED_UP = List.of("speedUp", "gain", "saving", "interval", "chance", "contribution");

    @TempDir
    private Path fFolder;

    private static Command run(List<Path> traces, Object a, Object b, Object... options) {
        return Command.compared("syscalls", traces, a, b, options);
    }

    private static JsonObject json(List<Path> traces, Object a, Object b, Object... options) throws IOException {
        return Summary.objects(ComparedJson.of("syscalls", "syscalls", traces, a, b, options), "comparisons").get(0);
    }

    @Test
    void groupsDifferAsTheOracleFinds() throws IOException {
        List<Path> before = RandomRecordings.in(fFolder.resolve("before"), 1, 5);
        List<Path> after = RandomRecordings.in(fFolder.resolve("after"), 11, 4);
        List<Path> all = new ArrayList<>(before);
        all.addAll(after);
        JsonObject comparison = json(all, fFolder.resolve("before"), fFolder.resolve("after"));
        String oracle = lines(TimeOracle.syscallComparison(before, after));
        assertTrue(oracle.contains("5 and 4 recordings") && oracle.contains(" interval=[") && oracle.contains(" correctedChance=0."), oracle);
        assertEquals(oracle, lines(comparison));
        // so calls of different lengths are in the sum
        String busy = lines(TimeOracle.syscallComparison(before, after, "--k", "2", "--waits", ""));
        assertEquals(busy, lines(json(all, fFolder.resolve("before"), fFolder.resolve("after"), "--k", "2", "--waits", "")));
        assertNotEquals(oracle, busy);
        assertTrue(Pattern.compile(" contribution=-?[1-9]").matcher(busy).find() && busy.contains(" share=1.0000"), busy);
        assertNotEquals(lines(TimeOracle.syscallComparison(after, before)), lines(comparison));
        for (JsonObject pair : Summary.objects(comparison, "pairs")) {
            assertEquals(pair.get("contribution").getAsLong(), Summary.objects(pair, "rows").stream().filter(row -> row.has("contribution"))
                    .mapToLong(row -> row.get("contribution").getAsLong()).sum());
        }
    }

    /** Of those recorded with system calls: all, if every sample is to be read. */
    static Stream<String> samples() {
        return Samples.recorded("syscall-load").filter(sample -> Summary.objects(TimeOracle.syscalls(sample), "syscalls").stream()
                .anyMatch(vm -> vm.get("calls").getAsInt() > 0));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void samplesDifferAsTheOracleFinds(String sample) throws IOException {
        List<Path> before = List.of(Samples.trace("syscall-load"));
        List<Path> after = List.of(Samples.trace(sample));
        assertEquals(lines(TimeOracle.syscallComparison(before, after)), lines(json(Stream.concat(before.stream(), after.stream()).distinct().toList(),
                before.get(0), after.get(0))));
    }

    @Test
    void onlyVmsOfARecordingBelongTogether() throws IOException {
        List<Path> random = RandomRecordings.in(fFolder.resolve("random"), 3, 1);
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        List<Path> all = List.of(sample.get(0), random.get(0));
        JsonObject comparison = json(all, sample.get(0), random.get(0));
        assertEquals(0, Summary.objects(comparison, "pairs").size());
        assertTrue(comparison.get("unmatched").toString().contains("\"VM 1000 is only in B\""), comparison.toString());
        JsonObject one = json(all, random.get(0), random.get(0));
        assertEquals(lines(TimeOracle.syscallComparison(random, random)), lines(one));
    }

    /** By definition: whatever is compared with itself is as fast. */
    @Test
    void aRecordingIsAsFastAsItself() throws IOException {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        JsonObject pair = Summary.objects(json(sample, sample.get(0), "syscall-load"), "pairs").get(0);
        assertEquals("1.0 0.0 0.0 0", pair.get("speedUp") + " " + pair.get("gain") + " " + pair.get("saving") + " " + pair.get("contribution"));
        List<JsonObject> rows = Summary.objects(pair, "rows");
        assertTrue(rows.size() > 5 && rows.stream().allMatch(row -> row.get("speedUp").getAsDouble() == 1 && !row.has("chance") && !row.has("share")
                && (row.get("waiting").getAsBoolean() || row.get("contribution").getAsLong() == 0)), rows.toString());
        Command text = run(sample, sample.get(0), "syscall-load");
        // 172373467 ns div 1742 calls
        assertTrue(text.out().contains("takes 99.0 µs in B, 99.0 µs in A: no difference."), text.out());
        assertTrue(text.out().contains("Speed-up of B 1.000, gain +0.00 %, saving +0.00 %: not enough repetitions to exclude chance."), text.out());
        for (String format : List.of("html", "markdown", "csv")) {
            Command command = run(sample, sample.get(0), "syscall-load", "--format", format);
            assertEquals("0 ", command.status() + " " + command.err());
            assertTrue(command.out().contains("nanosleep"), command.out());
        }
        String csv = run(sample, sample.get(0), "syscall-load", "--format", "csv").out();
        assertTrue(csv.lines().findFirst().orElseThrow().endsWith("speed-up,speed-up low,speed-up high,gain,saving,contribution,share of difference,"
                + "chance,corrected chance"), csv);
    }

    @Test
    void wrongWordsAreRefused() {
        List<Path> sample = List.of(Samples.trace("syscall-load"));
        Command none = run(sample, "syscall-load", "none-*");
        assertEquals(2, none.status());
        assertTrue(none.err().contains("--compare: there is no trace 'none-*'; there are 'syscall-load'."), none.err());
        Command table = Command.run("syscalls", "--quiet", "--format", "csv", "--table", "comparison", sample.get(0));
        assertEquals(2, table.status());
        assertTrue(table.err().contains("--table: there is no comparison; add --compare A B."), table.err());
        Command silent = run(List.of(sample.get(0), Samples.trace("quiet-boot")), "syscall-load", "quiet-boot");
        assertEquals(1, silent.status());
        assertTrue(silent.err().contains("reports whole system calls in quiet-boot"), silent.err());
    }

    private static String lines(JsonObject comparison) {
        List<String> lines = new ArrayList<>();
        for (JsonObject pair : Summary.objects(comparison, "pairs")) {
            boolean isOurs = pair.get("a").isJsonObject();
            String vms = isOurs ? pair.getAsJsonObject("a").get("vm") + " " + pair.getAsJsonObject("b").get("vm") : pair.get("a") + " " + pair.get("b");
            lines.add(vms + " " + (isOurs ? count(pair, "a", "recordings") + " and " + count(pair, "b", "recordings")
                    : pair.get("recordingsOfA") + " and " + pair.get("recordingsOfB")) + " recordings, "
                    + (isOurs ? whole(pair, "a") + whole(pair, "b") : pair.get("wholeOfA").toString() + pair.get("wholeOfB")) + SpeedUpOracle.line(pair, SPEED_UP));
            for (JsonObject row : Summary.objects(pair, "rows")) {
                lines.add(vms + SpeedUpOracle.line(row, List.of("number", "waiting", "a", "b", "share", "correctedChance")) + SpeedUpOracle.line(row, SPEED_UP));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static long count(JsonObject pair, String side, String of) {
        return pair.getAsJsonObject(side).get(of).getAsLong();
    }

    private static String whole(JsonObject pair, String side) {
        return "[" + count(pair, side, "total") + "," + count(pair, side, "calls") + "]";
    }
}
