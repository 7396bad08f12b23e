/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What the kernels of recorded guests call while they shut down is what the oracle finds, which shares nothing with us. */
@Tag("platform")
class ShutdownsAgainstOracleTest {

    private static final Path SYMBOLS = Path.of(System.getProperty("hypertrace.root"), "traces-samples", "first",
            "System.map-guest.xz");

    private static Command run(String sample, Object... options) {
        List<Object> words = new ArrayList<>(List.of("shutdown", Samples.trace(sample), "--quiet"));
        words.addAll(List.of(options));
        return Command.run(words.toArray());
    }

    /** Guests that report only functions, those of all levels. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    @CsvSource({ "boot-levels, reboot, 13, 4", "slow-initcall, poweroff, 13, 4", "boot-graph, reboot, 13, 4" })
    void everyPartIsTheOracles(String sample, String kind, int devices, int notifiers) {
        Command command = run(sample, "--symbols", SYMBOLS, "--format", "json");
        assertEquals(0, command.status(), command.err());
        JsonObject shutdown = first(JsonParser.parseString(command.out()).getAsJsonObject()).getAsJsonArray("shutdowns").get(0)
                .getAsJsonObject();
        JsonObject oracle = first(Oracle.shutdowns(sample, SYMBOLS));
        assertEquals(kind, shutdown.get("kind").getAsString());
        for (String key : List.of("kind", "kernel")) {
            assertEquals(oracle.get(key), shutdown.get(key));
        }
        for (String section : List.of("steps", "devices", "notifiers")) {
            assertEquals(lines(oracle, section), lines(shutdown, section));
        }
        assertEquals(List.of(devices, notifiers), List.of(shutdown.getAsJsonArray("devices").size(),
                shutdown.getAsJsonArray("notifiers").size()));
    }

    /** Whose guests report their steps, notifiers and devices as such. */
    static Stream<String> reported() {
        List<String> all = List.of("reboot-with-slow-notifier", "quiet-boot", "preempted-guest", "smp-guest", "batched",
                "blocked-on-network", "exit-storm", "ring");
        return Samples.ALL ? all.stream() : all.stream().limit(2); // a restart, and one that is switched off
    }

    @ParameterizedTest
    @MethodSource("reported")
    void everyReportedPartIsTheOracles(String sample) {
        JsonObject shutdown = first(Command.ofSample("shutdown", sample)).getAsJsonArray("shutdowns").get(0).getAsJsonObject();
        Map.Entry<String, JsonObject> truth = Samples.truth(sample).entrySet().iterator().next();
        JsonObject oracle = first(Oracle.shutdowns(sample, Samples.symbols(sample, truth.getKey())));
        for (String section : List.of("steps", "devices", "notifiers")) {
            assertEquals(lines(oracle, section), lines(shutdown, section));
        }
        assertTrue(lines(oracle, "notifiers").lines().count() > 1, oracle.toString());
        if (truth.getValue().has("devices")) {
            assertEquals(truth.getValue().getAsJsonObject("devices").getAsJsonArray("value").size(),
                    lines(oracle, "devices").lines().count());
        }
        assertEquals(oracle.get("kind"), shutdown.get("kind"));
    }

    /** The first VM of the only host, as the report or the oracle reports it. */
    private static JsonObject first(JsonObject document) {
        JsonObject host = document.has("hosts") ? document.getAsJsonArray("hosts").get(0).getAsJsonObject() : document;
        return host.getAsJsonArray("vms").get(0).getAsJsonObject();
    }

    /** A line per part that is a function: those that are none are the host's. */
    private static String lines(JsonObject shutdown, String section) {
        StringBuilder lines = new StringBuilder();
        for (JsonObject part : Summary.objects(shutdown, section)) {
            if (part.has("function")) {
                String end = part.has("end") ? "end" : "seenUntil";
                TreeMap<String, Long> states = new TreeMap<>();
                part.getAsJsonObject("states").entrySet().forEach(state -> states.put(state.getKey(), state.getValue().getAsLong()));
                assertEquals(part.get(end).getAsLong() - part.get("begin").getAsLong(), states.values().stream()
                        .mapToLong(Long::longValue).sum(), part.toString());
                lines.append(part.get("function").getAsString() + ' ' + part.get("begin") + ' ' + end + ' ' + part.get(end) + ' '
                        + states + '\n');
            }
        }
        return lines.toString();
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theTextBeginsWithWhatTookLongest() {
        Command command = run("boot-levels", "--symbols", SYMBOLS);
        assertTrue(command.out().startsWith("VM 260: step device shutdown took 831 ms of 1.09 s, "),
                command.out());
        assertTrue(command.out().contains("\n        perf_reboot "), command.out());
    }

    @Test
    void withoutSymbolsItIsReportedWhatIsMissing() {
        Command command = run("syscall-load");
        assertEquals(1, command.status());
        assertTrue(command.err().contains("No guest reports in ") && command.err().contains("give the symbols of its kernel (--symbols)"),
                command.err());
    }
}
