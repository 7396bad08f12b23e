/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.testing.story.UpgradeStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The command {@code upgrade}: its formats, its schema, budgets, plans; its phases are those of {@code boot} and {@code shutdown}. */
@Tag("platform")
class UpgradeReportTest {

    private static final String SAMPLE = "rolling-upgrade";
    private static final Path PLAN = Samples.root().resolve("traces-samples/rolling-upgrade/upgrade.json");

    private static JsonObject upgrade() {
        return Summary.objects(Command.ofSample("upgrade", SAMPLE, "--plan", PLAN), "upgrades").get(0);
    }

    @Test
    void theReportFitsItsSchema() throws IOException {
        assertEquals(List.of(), Schemas.errors("upgrade", Command.ofSample("upgrade", SAMPLE, "--plan", PLAN)));
        assertEquals(List.of(), Schemas.errors("upgrade", Command.ofSample("upgrade", SAMPLE)));
    }

    /** Boot and shutdown print the same for what is theirs. */
    @Test
    void phasesAreThoseOfBootsAndShutdowns() {
        Map<String, Long> expected = new HashMap<>();
        for (JsonObject vm : Summary.objects(Summary.objects(Command.ofSample("boot", SAMPLE), "hosts").get(0), "vms")) {
            for (JsonObject boot : Summary.objects(vm, "boots")) {
                if (boot.get("number").getAsInt() == 2) {
                    Summary.objects(boot, "levels").forEach(level -> expected.merge(vm.get("name").getAsString() + " levels", own(level), Long::sum));
                }
            }
        }
        for (JsonObject vm : Summary.objects(Summary.objects(Command.ofSample("shutdown", SAMPLE), "hosts").get(0), "vms")) {
            for (JsonObject shutdown : Summary.objects(vm, "shutdowns")) {
                if (shutdown.get("number").getAsInt() != 1 || !shutdown.has("last")) {
                    // at the end all machines are switched off: no restart
                    continue;
                }
                long last = shutdown.get("last").getAsLong();
                Summary.objects(shutdown, "steps").forEach(step -> expected.merge(vm.get("name").getAsString() + (step.get("begin").getAsLong() < last
                        ? " shutdown" : " reset"), own(step), Long::sum));
            }
        }
        Map<String, Long> found = new HashMap<>();
        for (JsonObject restart : Summary.objects(upgrade(), "restarts")) {
            for (JsonObject phase : Summary.objects(restart, "phases")) {
                String name = restart.get("node").getAsString() + ' ' + phase.get("phase").getAsString();
                if (expected.containsKey(name)) {
                    found.put(name, own(phase));
                }
            }
        }
        assertEquals(6, found.size(), found.toString());
        expected.keySet().retainAll(found.keySet());
        assertEquals(expected, found);
    }

    private static long own(JsonObject part) {
        JsonObject states = part.getAsJsonObject("states");
        return states.get("guest").getAsLong() + states.get("halted").getAsLong();
    }

    @Test
    void budgetsAndFormats() {
        Command kept = Command.run("upgrade", "--quiet", "--format", "tap", Samples.trace(SAMPLE), "--plan", PLAN, "--budget", "outage=1", "--budget",
                "node-a:stop=1");
        assertEquals(0, kept.status(), kept.toString());
        assertTrue(kept.out().contains("# SKIP"), kept.out());
        Command exceeded = Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--plan", PLAN, "--budget", "redundancy=1");
        assertEquals(3, exceeded.status());
        assertTrue(exceeded.err().contains("more than its budget of 1.00 ms"), exceeded.err());
        assertEquals(2, Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--budget", "redundance=1").status());
        for (String format : List.of("text", "html", "csv", "markdown")) {
            Command command = Command.run("upgrade", "--quiet", "--format", format, Samples.trace(SAMPLE), "--plan", PLAN);
            assertEquals(0, command.status(), command.toString());
            assertTrue(command.out().contains("firmware"), command.out());
        }
    }

    /** Four of each: the application takes 20 to 23 ms before, 30 to 33 after, and the whole 10 ms more. */
    @Test
    void groupsHaveAnIntervalAndAChance(@TempDir Path folder) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("upgrade", "--quiet"));
        for (int i = 0; i < 4; i++) {
            arguments.add(RecordedUpgrade.in(UpgradeStory.CAMPAIGN.replace("260 n2", 260 + i + " n2"), null, folder.resolve("before"), "old-" + i));
            arguments.add(RecordedUpgrade.in(UpgradeStory.CAMPAIGN.replace("260 n2", 270 + i + " n2").replace("280 con", "290 con").replace("290 con mark "
                    + "\"upgrade switch\"", "295 con mark \"upgrade switch\"").replace("340 con", "350 con"), null, folder.resolve("after"), "new-" + i));
        }
        for (List<Object> groups : List.of(List.<Object> of("old-*", "new-?"), List.<Object> of(folder.resolve("before"), folder.resolve("after")))) {
            List<Object> asked = new ArrayList<>(arguments);
            asked.add("--compare");
            asked.addAll(groups);
            Command text = Command.run(asked.toArray());
            assertEquals(0, text.status(), text.toString());
            assertTrue(text.out().startsWith("The upgrade of " + groups.get(1) + " took 10.0 ms longer. Among so many phases chance may explain the largest difference, "
                    + "10.0 ms in application of n2."), text.out());
            assertTrue(text.out().contains(": significant, chance 0.029."), text.out());
            asked.addAll(List.of("--format", "json"));
            JsonObject json = JsonParser.parseString(Command.run(asked.toArray()).out()).getAsJsonObject();
            assertEquals(List.of(), Schemas.errors("upgrade", json));
            JsonObject row = Summary.objects(Summary.objects(json, "comparisons").get(0), "rows").stream().filter(one -> one.get("of").getAsString()
                    .equals("restart") && one.get("name").getAsString().equals("application")).findFirst().orElseThrow();
            assertEquals(2. / 70, row.get("chance").getAsDouble(), 1e-12);
            assertTrue(row.get("correctedChance").getAsDouble() >= 0.05, row.toString());
            assertEquals("[" + 20. / 33 + "," + 23. / 30 + "]", row.get("interval").toString());
        }
        arguments.addAll(List.of("--compare", "old-*", "none-*"));
        Command none = Command.run(arguments.toArray());
        assertEquals(2, none.status());
        assertTrue(none.err().contains("--compare: there is no trace 'none-*'; there are 'old-0'"), none.err());
    }

    /** A node with two vCPUs: what each did, in JSON and as a table. */
    @Test
    void vcpusOfANodeAreReported(@TempDir Path folder) throws IOException {
        Path trace = RecordedUpgrade.in(UpgradeStory.CAMPAIGN + "205 n2 vcpu 1\n", null, folder);
        JsonObject json = Command.json("upgrade", trace);
        assertEquals(List.of(), Schemas.errors("upgrade", json));
        JsonObject levels = Summary.objects(Summary.objects(Summary.objects(json, "upgrades").get(0), "restarts").get(0), "phases").stream()
                .filter(phase -> phase.get("phase").getAsString().equals("levels")).findFirst().orElseThrow();
        assertEquals("0 20000000, 1 20000000", Summary.objects(levels, "vcpus").stream().map(vcpu -> vcpu.get("vcpu") + " " + vcpu.get("own"))
                .collect(Collectors.joining(", ")));
        Command csv = Command.run("upgrade", "--quiet", "--format", "csv", "--table", "vcpus", trace);
        assertEquals(0, csv.status(), csv.toString());
        assertTrue(csv.out().contains("levels"), csv.out());
        Command none = Command.run("upgrade", "--quiet", "--format", "csv", "--table", "vcpus", RecordedUpgrade.in(UpgradeStory.CAMPAIGN, null, folder, "one"));
        assertEquals(1, none.status());
        assertTrue(none.err().contains(" has several vCPUs: the table phases has what the only one did."), none.err());
    }

    @Test
    void aWrongPlanIsNamed(@TempDir Path folder) throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.json"), "{\"version\":1,\"needed\":\"two\"}");
        Command command = Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--plan", plan);
        assertEquals(1, command.status());
        assertTrue(command.err().startsWith("hypertrace: " + plan + ": needed must be a whole number"), command.err());
    }
}
