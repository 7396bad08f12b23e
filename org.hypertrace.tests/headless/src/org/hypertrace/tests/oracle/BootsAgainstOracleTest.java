/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.scenario.Recorded;
import org.hypertrace.testing.scenario.example.RandomScenario;
import org.hypertrace.testing.scenario.example.Stories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Every level and initcall of every boot is the oracle's: times, return values, threads, and the states of its vCPU. */
@Tag("platform")
class BootsAgainstOracleTest {

    /** Their guests load the tracer after the boot; of guests of guests the oracle reports no boots. */
    private static final Set<String> LATE = Set.of("stock-sched", "syscall-load", "guest-and-hypercall", "nested", "nested-direct", "changed-clock",
            "paused-clock", "containers", "overcommit");
    /** Their guests report levels, but no initcalls. */
    private static final Set<String> LEVELS = Set.of("late-timer", "lock-holder", "request-between-vms");
    /** What only our report reports. */
    private static final Set<String> MORE = Set.of("name", "errno", "tracer", "exits", "exitReasons", "preemptors");

    @TempDir
    private Path fFolder;

    static Stream<String> samples() {
        // where events were lost, ours are unknown; babeltrace2's text does not report where that was
        return Samples.recorded("quiet-boot", "six-vm-boot", "panic-in-initcall").filter(name -> !name.equals("lossy"));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void ofARecordedTrace(String sample) {
        String expected = ofOracle(Oracle.boots(sample));
        assertEquals(expected, of(report(sample)));
        assertTrue(expected.lines().count() > (LATE.contains(sample) ? 2 : LEVELS.contains(sample) ? 14 : 200), expected);
    }

    @Test
    void anEventLessIsSeen() {
        for (String event : List.of("initcall_finish:7", "level:5")) {
            assertNotEquals(ofOracle(Oracle.boots("quiet-boot", "--drop", event)), of(report("quiet-boot")));
        }
    }

    /** From {@code traces-samples/first/README.md}; of the others {@code truth.json} reports the initcalls. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    @CsvSource({ "boot-levels, 1", "slow-initcall, 1", "boot-graph, 1", "two-diff-cpu, 2" })
    void aBootHasItsLevelsAndInitcalls(String sample, int boots) {
        List<JsonObject> all = boots(report(sample));
        assertEquals(boots, all.size());
        for (JsonObject boot : all) {
            assertEquals(14, boot.getAsJsonArray("levels").size());
            assertEquals(318, boot.getAsJsonArray("initcalls").size());
        }
    }

    /** Guests in scenarios have no launch of their own; each has two boots at the most. */
    @ParameterizedTest
    @CsvSource({ "1, 0", "2, 2000", "3, 100000" })
    void ofAnyScenario(long seed, long span) throws IOException {
        Recorded recorded = new RandomScenario(seed, 1_500, span).scenario().in(fFolder);
        assertEquals(ofOracle(Oracle.bootsOf(recorded.trace())), of(Command.boots(recorded.trace())));
    }

    @Test
    void ofAStoryWithAPanic() throws IOException {
        Recorded recorded = Stories.bootShutdownAndPanic().in(fFolder);
        assertEquals(ofOracle(Oracle.bootsOf(recorded.trace())), of(Command.boots(recorded.trace())));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void thePartsSumToTheWhole(String sample) {
        for (JsonObject boot : boots(report(sample))) {
            for (String what : List.of("levels", "initcalls")) {
                for (JsonObject part : Summary.objects(boot, what)) {
                    long end = part.get(part.has("end") ? "end" : "seenUntil").getAsLong();
                    assertEquals(end - part.get("begin").getAsLong(), part.getAsJsonObject("states").entrySet().stream()
                            .mapToLong(state -> state.getValue().getAsLong()).sum(), part.toString());
                }
            }
        }
    }

    private static JsonObject report(String sample) {
        return Command.ofSample("boot", sample);
    }

    private static List<JsonObject> boots(JsonObject report) {
        return Summary.objects(report, "hosts").stream().flatMap(host -> Summary.objects(host, "vms").stream())
                .flatMap(vm -> Summary.objects(vm, "boots").stream()).toList();
    }

    private static String of(JsonObject report) {
        List<String> lines = new ArrayList<>();
        for (JsonObject host : Summary.objects(report, "hosts")) {
            for (JsonObject vm : Summary.objects(host, "vms")) {
                List<String> ofVm = new ArrayList<>();
                Summary.objects(vm, "boots").forEach(boot -> lines(vm.get("pid") + " ", boot, ofVm));
                lines.add(String.join("\n", ofVm));
            }
        }
        return String.join("\n", lines.stream().sorted().toList());
    }

    private static String ofOracle(JsonObject host) {
        List<String> lines = new ArrayList<>();
        for (JsonObject vm : Summary.objects(host, "vms")) {
            List<String> ofVm = new ArrayList<>();
            Summary.objects(vm, "boots").forEach(boot -> lines(vm.get("vm") + " ", boot, ofVm));
            lines.add(String.join("\n", ofVm));
        }
        return String.join("\n", lines.stream().filter(text -> !text.isEmpty()).sorted().toList());
    }

    private static void lines(String vm, JsonObject boot, List<String> lines) {
        String who = vm + "boot " + boot.get("number") + ' ';
        for (String key : List.of("begin", "end", "ending", "tripleFault")) {
            JsonElement value = boot.get(key);
            lines.add(who + key + ' ' + (value == null || value.isJsonNull() ? "" : value));
        }
        lines.add(who + boot.get("stages"));
        for (JsonObject level : Summary.objects(boot, "levels")) {
            JsonElement end = level.get(level.has("end") ? "end" : "seenUntil");
            lines.add(who + "level " + level.get("name") + ' ' + level.get("begin") + ' ' + end + " thread "
                    + (level.has("tid") ? level.get("tid") : "-1") + ' ' + sorted(level.getAsJsonObject("states")));
        }
        Summary.objects(boot, "initcalls").forEach(call -> lines.add(who + "initcall " + sorted(call)));
    }

    private static String sorted(JsonObject object) {
        List<String> lines = new ArrayList<>();
        object.entrySet().stream().filter(entry -> !MORE.contains(entry.getKey())).forEach(entry -> lines.add(entry.getKey() + ' '
                + (entry.getValue().isJsonObject() ? sorted(entry.getValue().getAsJsonObject()) : entry.getValue().toString())));
        return lines.stream().sorted().toList().toString();
    }
}
