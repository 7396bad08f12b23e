/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.SpeedUpOracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** What the command answers about recorded traces that were made to be compared. */
@Tag("platform")
@EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
class ComparedSamplesTest {

    private static final String NORMAL = "upgrade-signals";
    private static final String BLOCKED = "upgrade-blocked-application";
    private static final int BOOTS = 10;

    /** First sentence of all: the phase that waits, and the node in which it does. */
    @ParameterizedTest
    @ValueSource(strings = { "order", "name" })
    void theBlockedApplicationIsNamedFirst(String by) {
        List<Path> traces = List.of(Samples.trace(NORMAL), Samples.trace(BLOCKED));
        Command text = Command.compared("upgrade", traces, NORMAL, BLOCKED, "--by", by);
        assertEquals("0 ", text.status() + " " + text.err());
        String first = text.out().lines().findFirst().orElse("");
        assertTrue(first.startsWith("The upgrade of " + BLOCKED + " took ") && first.contains(" longer, most of it in application of node-b: "), text.out());
        JsonObject json = JsonParser.parseString(Command.compared("upgrade", traces, NORMAL, BLOCKED, "--by", by, "--format", "json").out()).getAsJsonObject();
        JsonObject most = Summary.objects(Summary.objects(json, "comparisons").get(0), "rows").stream().filter(row -> row.get("of").getAsString().equals("restart"))
                .max(Comparator.comparingLong(row -> -row.get("contribution").getAsLong())).orElseThrow();
        assertEquals("application of node-b", most.get("name").getAsString() + " of " + most.get("node").getAsString());
    }

    /** How long each boot of these VMs took, from the launch to user space. */
    private static long[] boots(String group) {
        Map<String, JsonObject> truth = Samples.truth("two-kernels");
        JsonObject oracle = Oracle.boots("two-kernels");
        return IntStream.rangeClosed(1, BOOTS).mapToObj(number -> truth.get(group + number).getAsJsonObject("pid").get("value").getAsString()).mapToLong(
                pid -> Summary.objects(oracle, "vms").stream().filter(vm -> vm.get("vm").getAsString().equals(pid)).mapToLong(ComparedSamplesTest::toUserSpace)
                        .findFirst().orElseThrow()).toArray();
    }

    private static long toUserSpace(JsonObject vm) {
        JsonObject boot = Summary.objects(vm, "boots").get(0);
        return Summary.objects(boot, "stages").stream().filter(stage -> stage.get("name").getAsString().equals("userspace")).findFirst().orElseThrow()
                .get("begin").getAsLong() - boot.get("begin").getAsLong();
    }

    /** By the oracle's durations and its enumeration of all ways to deal the ranks. */
    @Test
    void tenBootsOfEachKernelHaveTheirInterval() {
        JsonObject oracle = SpeedUpOracle.of(List.of(boots("plain-"), boots("more-"))).get(0);
        List<Object> words = new ArrayList<>(List.of("boot --quiet --format json", Samples.trace("two-kernels"), "--compare", "plain-*", "more-*"));
        Command command = Command.run(words.toArray());
        assertEquals("0 ", command.status() + " " + command.err());
        JsonObject comparison = Summary.objects(JsonParser.parseString(command.out()).getAsJsonObject(), "comparisons").get(0);
        assertEquals("from the launch to user space", comparison.get("extent").getAsString());
        JsonObject whole = comparison.getAsJsonObject("boot");
        JsonArray interval = whole.getAsJsonArray("interval");
        for (int i = 0; i < 2; i++) {
            assertEquals(SpeedUpOracle.value(oracle.getAsJsonArray("interval").get(i).getAsString()), interval.get(i).getAsDouble(), 1e-12);
        }
        assertEquals(SpeedUpOracle.value(oracle.get("speedUp").getAsString()), whole.get("speedUp").getAsDouble(), 1e-12);
        assertEquals(SpeedUpOracle.value(oracle.get("chance").getAsString()), whole.get("chance").getAsDouble(), 1e-12);
        // plain is quicker, and that is sure
        assertTrue(interval.get(1).getAsDouble() < 1, interval.toString());
        Command text = Command.run("boot --quiet", Samples.trace("two-kernels"), "--compare", "plain-*", "more-*");
        assertTrue(text.out().lines().findFirst().orElse("").contains("device"), text.out());
    }
}
