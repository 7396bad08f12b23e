/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;

/** Phases beside what the commands {@code boot} and {@code shutdown} print: the same begins and ends, and each state for as long. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class UpgradePhasesTest {

    /** A part that {@code boot} or {@code shutdown} prints. */
    private record Part(long begin, long end, JsonObject states) { }

    /** All of a node: both of its processes, where it has two. */
    private static Stream<JsonObject> runs(String command, String sample, String node, String runs) {
        return Summary.objects(Summary.objects(Command.ofSample(command, sample), "hosts").get(0), "vms").stream()
                .filter(vm -> vm.get("name").getAsString().startsWith(node)).flatMap(vm -> Summary.objects(vm, runs).stream());
    }

    private static List<Part> parts(Stream<JsonObject> runs, String key) {
        return runs.flatMap(run -> Summary.objects(run, key).stream()).filter(part -> part.has("end")).map(part -> new Part(part.get("begin").getAsLong(),
                part.get("end").getAsLong(), part.getAsJsonObject("states"))).toList();
    }

    private static Map<String, Long> sum(List<JsonObject> states) {
        Map<String, Long> sum = new TreeMap<>();
        states.forEach(one -> one.entrySet().forEach(state -> sum.merge(state.getKey(), state.getValue().getAsLong(), Long::sum)));
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = { "rolling-upgrade", "upgrade-signals", "upgrade-blocked-application", "upgrade-outage", "upgrade-new-machines" })
    void phasesAreThoseOfBootsAndShutdowns(String sample) {
        for (JsonObject restart : Summary.objects(Summary.objects(Command.ofSample("upgrade", sample), "upgrades").get(0), "restarts")) {
            List<String> equal = new ArrayList<>();
            String node = restart.get("node").getAsString();
            List<Part> stages = parts(runs("boot", sample, node, "boots"), "stages");
            List<Part> levels = parts(runs("boot", sample, node, "boots"), "levels");
            List<Part> steps = parts(runs("shutdown", sample, node, "shutdowns"), "steps");
            for (JsonObject phase : Summary.objects(restart, "phases")) {
                String name = phase.get("phase").getAsString();
                long begin = phase.get("begin").getAsLong();
                long end = phase.get("end").getAsLong();
                if (List.of("firmware", "kernel", "levels").contains(name)) {
                    assertTrue(stages.stream().anyMatch(stage -> stage.begin() == begin && stage.end() == end), node + ' ' + name + ": " + stages);
                    equal.add(name);
                }
                List<Part> within = (name.equals("levels") ? levels : steps).stream().filter(part -> part.begin() >= begin && part.end() <= end).toList();
                if (List.of("levels", "shutdown", "reset").contains(name) && within.stream().mapToLong(part -> part.end() - part.begin()).sum() == end - begin
                        && within.stream().allMatch(part -> part.states() != null)) {
                    assertEquals(sum(within.stream().map(Part::states).toList()), sum(List.of(phase.getAsJsonObject("states"))), node + ' ' + name);
                    equal.add("states of " + name);
                }
            }
            assertEquals(List.of("states of shutdown", "states of reset", "firmware", "kernel", "levels", "states of levels"), equal, node);
        }
    }
}
