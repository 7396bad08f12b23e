/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.hypertrace.core.upgrade.Window;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * The oracle's prober, which shares nothing with the recorder's script: absences are those of the report and of {@code truth.json}. What the
 * report computes is between the shortest and the longest windows that the answers allow. These are a question and an answer apart.
 */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class ProberAgainstOracleTest {

    /** An application that crashes marks nothing: that is known when PID 1 ends and the kernel panics, some 0.7 s later. */
    private static final Map<String, Long> CRASHES = Map.of("upgrade-outage", 1_000_000_000L);

    private static JsonObject truth(String sample) {
        try {
            Path file = Samples.archive(sample).resolveSibling("truth.json");
            JsonObject prober = Files.exists(file) ? JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonObject("prober") : null;
            return prober == null ? null : prober.getAsJsonObject("value");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every sample with a prober. */
    static Stream<String> recorded() {
        return Samples.recorded().filter(sample -> truth(sample) != null);
    }

    private static List<String> absences(JsonObject oracle, String node) {
        return Summary.objects(oracle.getAsJsonObject("absent"), node).stream().map(one -> one.get("from") + " " + one.get("begin") + ' ' + one.get("latest")
                + ' ' + one.get("last") + ' ' + one.get("end") + ' ' + one.get("questions")).toList();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void absencesAreTheOracles(String sample) {
        JsonObject oracle = Oracle.prober(sample);
        JsonObject prober = Summary.objects(Command.ofSample("upgrade", sample), "upgrades").get(0).getAsJsonObject("prober");
        for (String figure : List.of("period", "questions", "answers", "longestAnswer")) {
            assertEquals(oracle.get(figure), prober.get(figure), figure);
        }
        for (String node : oracle.getAsJsonObject("absent").keySet()) {
            List<String> expected = absences(oracle, node);
            assertTrue(!expected.isEmpty(), node);
            assertEquals(expected, Summary.objects(prober, "windows").stream().filter(window -> window.get("of").getAsString().equals("absence")
                    && window.get("node").getAsString().equals(node)).map(window -> seen(window.getAsJsonObject("seen"))).toList());
            assertEquals(expected.stream().map(one -> one.replaceFirst("^(\\d+ \\d+) \\d+ (.*) \\d+$", "$1 $2")).toList(),
                    Summary.objects(truth(sample).getAsJsonObject("absent"), node).stream().map(ProberAgainstOracleTest::recorded).toList());
        }
    }

    private static String seen(JsonObject seen) {
        return seen.get("earliestBegin") + " " + seen.get("begin") + ' ' + seen.get("latestBegin") + ' ' + seen.get("earliestEnd") + ' ' + seen.get("end") + ' '
                + seen.get("questions");
    }

    private static String recorded(JsonObject one) {
        return one.getAsJsonObject("lastAnswered").get("sent") + " " + one.get("firstFailed") + ' ' + one.get("lastFailed") + ' '
                + one.getAsJsonObject("firstAnswered").get("answered");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void whatIsComputedIsWhatTheAnswersAllow(String sample) {
        JsonObject oracle = Oracle.prober(sample);
        JsonObject upgrade = Summary.objects(Command.ofSample("upgrade", sample), "upgrades").get(0);
        Window whole = window(upgrade.getAsJsonObject("campaign"));
        JsonObject availability = upgrade.getAsJsonObject("availability");
        long late = CRASHES.getOrDefault(sample, 0L);
        int windows = 0;
        for (Map.Entry<String, String> kind : Map.of("redundancy", "redundancy", "outage", "service", "role", "role").entrySet()) {
            List<Window> lost = Summary.objects(availability.getAsJsonObject(kind.getValue()), "lost").stream().map(ProberAgainstOracleTest::window).toList();
            String message = sample + ' ' + kind.getKey() + ": " + lost + ", " + oracle.get(kind.getKey());
            areIn(lost, windows(oracle.getAsJsonObject(kind.getKey()), "possible", whole, 0), message);
            areIn(windows(oracle.getAsJsonObject(kind.getKey()), "certain", whole, late), lost, message);
            windows += lost.size();
        }
        assertTrue(windows > 2, upgrade.toString());
        // what is between is reported: an application that crashes marks nothing
        Command text = Command.run("upgrade --quiet", Samples.trace(sample));
        assertEquals(late > 0, text.out().contains(" stops answering the prober "), text.out());
    }

    private static Window window(JsonObject of) {
        return new Window(of.get("begin").getAsLong(), of.get("end").getAsLong());
    }

    /** Within the campaign; {@code late}: their begins may be known so much later. */
    private static List<Window> windows(JsonObject oracle, String kind, Window whole, long late) {
        List<Window> windows = new ArrayList<>();
        for (JsonElement one : oracle.getAsJsonArray(kind)) {
            long begin = Math.max(whole.begin(), one.getAsJsonArray().get(0).getAsLong() + late);
            long end = Math.min(whole.end(), one.getAsJsonArray().get(1).getAsLong());
            if (begin < end) {
                windows.add(new Window(begin, end));
            }
        }
        return windows;
    }

    private static void areIn(List<Window> some, List<Window> others, String message) {
        for (Window one : some) {
            assertTrue(others.stream().anyMatch(other -> other.begin() <= one.begin() && one.end() <= other.end()), () -> one + " of " + message);
        }
    }
}
