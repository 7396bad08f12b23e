/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.oracle.ClockOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** A guest's clock on its host's, compared with what the oracle makes of babeltrace2's text. ({@code ReportSchemaTest} has the schema.) */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class ClocksAgainstOracleTest {

    private static final String SAMPLE = "guest-and-hypercall";

    private static JsonArray numbers(JsonObject object, String... names) {
        JsonArray numbers = new JsonArray();
        List.of(names).forEach(name -> numbers.add(object.get(name)));
        return numbers;
    }

    @Test
    void byHypercalls() {
        JsonObject report = Command.report(Samples.archive(SAMPLE));
        JsonObject clock = report.getAsJsonArray("clocks").get(0).getAsJsonObject();
        Path host = Samples.trace(SAMPLE);
        JsonObject oracle = ClockOracle.clocksOf(host, host.resolveSibling("guests").resolve("both").resolve("kernel"), "180,182");
        assertEquals("both hypercalls", clock.get("vm").getAsString() + " " + clock.get("method").getAsString());
        assertEquals(numbers(oracle, "order", "guestEvents", "streamEvents", "matched", "crossed", "crossCheck"),
                numbers(clock, "order", "guestEvents", "streamEvents", "matched", "crossed", "crossCheck"));
        assertEquals(oracle.get("delta"), clock.get("coarseOffset"));
        assertEquals(oracle.get("delays"), clock.get("delays"));
        JsonObject piece = clock.getAsJsonArray("pieces").get(0).getAsJsonObject();
        assertEquals(1, clock.getAsJsonArray("pieces").size());
        assertEquals(numbers(oracle, "from", "to", "bounds"), numbers(piece, "from", "to", "bounds"));
        JsonArray slopes = oracle.getAsJsonArray("slopes");
        assertEquals(slopes.get(1).getAsString() + " " + slopes.get(0).getAsString(),
                piece.getAsJsonArray("slopes").get(0).getAsString() + " " + piece.getAsJsonArray("slopes").get(1).getAsString());
        assertEquals(oracle.getAsJsonArray("offset").get(0), piece.get("offset"));
        assertEquals(oracle.getAsJsonArray("uncertainty"), numbers(piece.getAsJsonObject("uncertainty"), "begin", "middle", "end"));
        assertEquals(oracle.get("residuals"), piece.get("residuals"));
        assertTrue(piece.getAsJsonObject("residuals").getAsJsonArray("below").size() > 2, piece.toString());
        for (List<String> names : List.of(List.of("recorded", "recorded"), List.of("hello", "coarse"), List.of("synchronized", "synchronized"))) {
            assertEquals(numbers(oracle.getAsJsonObject("violations").getAsJsonObject(names.get(0)), "count", "worst"),
                    numbers(clock.getAsJsonObject("violations").getAsJsonObject(names.get(1)), "count", "worst"), names.get(1));
        }
    }

    /** Without the oracle: what the definition has for this sample, section B.10. */
    @Test
    void theSampleHasTheFiguresOfTheDefinition() {
        JsonObject clock = Command.report(Samples.archive(SAMPLE)).getAsJsonArray("clocks").get(0).getAsJsonObject();
        assertEquals("[7827,4,133,1041305078]", numbers(clock, "matched", "crossed", "crossCheck", "coarseOffset").toString());
        JsonObject piece = clock.getAsJsonArray("pieces").get(0).getAsJsonObject();
        assertEquals("[\"11140766755/11140794608\",\"9332062700/9332036167\"]", piece.get("slopes").toString());
        assertEquals("[1795289243462220789,1795289254638586006]", numbers(piece, "from", "to").toString());
        assertEquals(1041284038, piece.get("offset").getAsLong());
        assertEquals("[16854,13399,13005]", numbers(piece.getAsJsonObject("uncertainty"), "begin", "middle", "end").toString());
        JsonObject violations = clock.getAsJsonObject("violations");
        assertEquals("5694 4810 6746 0", violations.getAsJsonObject("recorded").get("count") + " " + violations.getAsJsonObject("coarse").get("count") + " "
                + violations.getAsJsonObject("coarse").get("worst") + " " + violations.getAsJsonObject("synchronized").get("count"));
        assertEquals("[12825,17704,50496,465429,44869007]", numbers(clock.getAsJsonObject("delays"), "min", "p50", "p90", "p99", "max").toString());
    }

    /** The guest's ticks are 10 020 µs long for a while, then 9990: 2000 and -1000 ppm. */
    @Test
    void aClockWhoseRateChangesHasPieces() {
        JsonObject report = Command.report(Samples.archive("changed-clock"));
        JsonObject clock = report.getAsJsonArray("clocks").get(0).getAsJsonObject();
        Path host = Samples.trace("changed-clock");
        JsonObject oracle = ClockOracle.clocksOf(host, host.resolveSibling("guests").resolve("changed").resolve("kernel"), "182", "--changing");
        assertEquals("changed hypercalls", clock.get("vm").getAsString() + " " + clock.get("method").getAsString());
        assertSame(oracle, clock);
        JsonArray pieces = clock.getAsJsonArray("pieces");
        assertSameEnds(oracle.getAsJsonArray("pieces"), pieces);
        // what the guest set, by the definition of a tick; its own clock is some ppm beside the host's
        assertChange(1e6 / 1.002 - 1e6, pieces.get(0), pieces.get(1));
        assertChange(1e6 / 0.999 - 1e6, pieces.get(0), pieces.get(2));
    }

    private static void assertSame(JsonObject oracle, JsonObject clock) {
        assertEquals(numbers(oracle, "order", "guestEvents", "streamEvents", "matched", "crossed", "crossCheck"),
                numbers(clock, "order", "guestEvents", "streamEvents", "matched", "crossed", "crossCheck"));
        assertEquals(oracle.get("delays"), clock.get("delays"));
        assertEquals(numbers(oracle.getAsJsonObject("violations").getAsJsonObject("synchronized"), "count", "worst"),
                numbers(clock.getAsJsonObject("violations").getAsJsonObject("synchronized"), "count", "worst"));
        JsonArray pieces = clock.getAsJsonArray("pieces");
        assertEquals(oracle.getAsJsonArray("pieces").size(), pieces.size());
        for (int i = 0; i < pieces.size(); i++) {
            JsonObject expected = oracle.getAsJsonArray("pieces").get(i).getAsJsonObject();
            JsonObject piece = pieces.get(i).getAsJsonObject();
            assertEquals(expected.getAsJsonArray("slopes").get(0), piece.getAsJsonArray("slopes").get(1));
            assertEquals(expected.getAsJsonArray("slopes").get(1), piece.getAsJsonArray("slopes").get(0));
            assertEquals(expected.get("residuals"), piece.get("residuals"));
        }
    }

    /** Where pieces end with their bounds. */
    private static void assertSameEnds(JsonArray oracle, JsonArray pieces) {
        for (int i = 0; i < pieces.size(); i++) {
            JsonObject expected = oracle.get(i).getAsJsonObject();
            JsonObject piece = pieces.get(i).getAsJsonObject();
            assertEquals(numbers(expected, "from", "to"), numbers(piece, "from", "to"));
            assertEquals(expected.getAsJsonArray("offset").get(0), piece.get("offset"));
            assertEquals(expected.getAsJsonArray("uncertainty"), numbers(piece.getAsJsonObject("uncertainty"), "begin", "middle", "end"));
        }
    }

    /** QEMU reports when it was paused and when it went on; the guest reports marks before and after that. */
    @Test
    void aVmThatIsPausedHasAPieceOnEachSide() {
        JsonObject clock = Command.report(Samples.archive("paused-clock")).getAsJsonArray("clocks").get(0).getAsJsonObject();
        Path host = Samples.trace("paused-clock");
        JsonObject truth = Samples.truth("paused-clock").get("paused");
        JsonArray paused = truth.getAsJsonObject("paused").getAsJsonArray("value");
        int tid = truth.getAsJsonObject("vcpus").getAsJsonArray("value").get(0).getAsInt();
        JsonObject oracle = ClockOracle.clocksOf(host, host.resolveSibling("guests").resolve("paused").resolve("kernel"), String.valueOf(tid),
                "--paused=" + paused.get(0) + ',' + paused.get(1));
        assertEquals("paused hypercalls", clock.get("vm").getAsString() + " " + clock.get("method").getAsString());
        assertSame(oracle, clock);
        JsonArray pieces = clock.getAsJsonArray("pieces");
        assertEquals(2, pieces.size());
        assertEquals(0, clock.getAsJsonObject("violations").getAsJsonObject("synchronized").get("count").getAsInt());
        // the guest's clock stood still for nearly as long as QEMU reports, and the clock jumps between the bounds before that and those after it
        JsonObject before = pieces.get(0).getAsJsonObject();
        JsonObject after = pieces.get(1).getAsJsonObject();
        long stood = after.get("offset").getAsLong() - before.get("offset").getAsLong();
        assertEquals(paused.get(1).getAsLong() - paused.get(0).getAsLong(), stood, 100_000_000, "ns");
        long jumps = after.get("from").getAsLong();
        assertEquals(jumps - 1, before.get("to").getAsLong());
        assertTrue(oracle.getAsJsonArray("pieces").get(0).getAsJsonObject().get("to").getAsLong() < jumps
                && jumps <= oracle.getAsJsonArray("pieces").get(1).getAsJsonObject().get("from").getAsLong(), pieces + " and " + oracle);
    }

    /** The rates are known as intervals: their difference is in the widest of both. */
    private static void assertChange(double ppm, JsonElement before, JsonElement after) {
        JsonArray from = before.getAsJsonObject().getAsJsonArray("driftPpm");
        JsonArray to = after.getAsJsonObject().getAsJsonArray("driftPpm");
        double least = to.get(0).getAsDouble() - from.get(1).getAsDouble();
        double most = to.get(1).getAsDouble() - from.get(0).getAsDouble();
        assertTrue(least <= ppm && ppm <= most, ppm + " is not in " + least + " to " + most);
    }

    @Test
    void theReportShowsTheQuality() {
        Command text = Command.run("report", "--quiet", Samples.archive(SAMPLE));
        assertTrue(text.out().contains("Clock Quality"), text.out());
        for (String table : List.of("clocks", "clock-pieces")) {
            Command csv = Command.run("report", "--quiet", "--format", "csv", "--table", table, Samples.archive(SAMPLE));
            assertEquals(2, csv.out().lines().count(), csv.out());
        }
        Command page = Command.run("report", "--quiet", "--format", "html", Samples.archive(SAMPLE));
        assertTrue(page.out().contains("<svg") && page.out().contains("Bounds of a clock over 11.2 s"), "no picture");
    }
}
