/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.story.ProberStory;
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
    private static final Path PLAN = Samples.root().resolve("traces-samples/recorder/scenarios/rolling-upgrade.json");

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
                // before, user space ends: the phase stop
                long kernel = shutdown.get("kernel").getAsLong();
                Summary.objects(shutdown, "steps").stream().filter(step -> step.get("begin").getAsLong() >= kernel).forEach(step -> expected.merge(
                        vm.get("name").getAsString() + (step.get("begin").getAsLong() < last ? " shutdown" : " reset"), own(step), Long::sum));
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
                "node-a:stop=600");
        assertEquals(0, kept.status(), kept.toString());
        Command exceeded = Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--plan", PLAN, "--budget", "redundancy=1");
        assertEquals(3, exceeded.status());
        assertTrue(exceeded.err().contains("more than its budget of 1.00 ms"), exceeded.err());
        assertEquals(3, Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--budget", "node-a:stop=400").status());
        assertEquals(2, Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--budget", "redundance=1").status());
        for (String format : List.of("text", "html", "csv", "markdown")) {
            Command command = Command.run("upgrade", "--quiet", "--format", format, Samples.trace(SAMPLE), "--plan", PLAN);
            assertEquals(0, command.status(), command.toString());
            assertTrue(command.out().contains("firmware"), command.out());
        }
    }

    /** In every format: no role is active without a plan. */
    @Test
    void whatIsNotShownIsNotChecked(@TempDir Path folder) throws IOException {
        Path trace = RecordedUpgrade.in(UpgradeStory.CAMPAIGN, null, folder);
        String reason = "no role is active; name it in the plan, \"active\": [\"primary\"]";
        for (String format : List.of("text", "html", "markdown", "json", "tap", "csv")) {
            Command command = Command.run("upgrade", "--quiet", "--format", format, trace, "--budget", "role=1");
            assertEquals("0 hypertrace: not checked: role=1: " + reason + ".\n", command.status() + " " + command.err());
            assertTrue(format.equals("csv") || command.out().contains("role=1") && command.out().contains("no role is active"), command.out());
            assertEquals(format.equals("tap"), command.out().contains("# SKIP"), command.out());
        }
        JsonObject json = JsonParser.parseString(Command.run("upgrade", "--quiet", "--format", "json", trace, "--budget", "role=1", "--budget", "off=1").out())
                .getAsJsonObject();
        assertEquals(List.of(), Schemas.errors("upgrade", json));
        assertEquals("[role=1]", Summary.objects(json, "notChecked").stream().map(one -> one.get("budget").getAsString()).toList().toString());
        // the machine was reset and never away
        assertEquals("[0]", Summary.objects(json, "budgets").stream().map(one -> one.get("took").getAsString()).toList().toString());
        Command wrong = Command.run("upgrade", "--quiet", trace, "--budget", "n3:stop=1");
        assertEquals(2, wrong.status());
        assertTrue(wrong.err().contains("--budget: there is no node 'n3'; there are n1, n2."), wrong.err());
        Command none = Command.run("upgrade", "--quiet", RecordedUpgrade.in("10 n1 other\n20 n1 other\n", null, folder, "none"), "--budget", "outage=1");
        assertEquals("0 hypertrace: not checked: outage=1: no VM restarts, and no mark of a process reports a rolling upgrade.\n", none.status() + " " + none
                .err());
    }

    /** A witness that asks every 8 ms agrees with what marks report, an outage included. */
    @Test
    void aProberIsAWitness(@TempDir Path folder) throws IOException {
        String story = UpgradeStory.CAMPAIGN + """
                190 n1 mark "stops"
                192 n1 stage 6
                194 n1 exit SHUTDOWN
                196 n1 tsc_offset again
                200 n1 stage 1
                210 n1 level early
                220 n1 userspace
                235 n1 mark "serves as primary"
                """;
        Path trace = RecordedUpgrade.in(story, "{\"version\":1,\"active\":[\"primary\"]}", folder);
        Path file = Files.writeString(trace.resolveSibling("prober.csv"), ProberStory.csv("n1 30-190, n1 235-400, n1 primary 30-190, "
                + "n1 primary 235-300, n2 31-150, n2 260-400, n2 primary 320-400", 8, 1, 400));
        JsonObject json = Command.json("upgrade", trace);
        assertEquals(List.of(), Schemas.errors("upgrade", json));
        JsonObject prober = Summary.objects(json, "upgrades").get(0).getAsJsonObject("prober");
        assertEquals("12 12", prober.get("edges") + " " + prober.get("agreeing"));
        JsonObject outage = Summary.objects(prober, "windows").stream().filter(window -> window.get("of").getAsString().equals("outage")).findFirst()
                .orElseThrow();
        assertEquals("{\"begin\":190000000,\"end\":235000000} [184000000, 193000000] [232000000, 241000000]", outage.get("computed") + " ["
                + outage.getAsJsonObject("seen").get("earliestBegin") + ", " + outage.getAsJsonObject("seen").get("latestBegin") + "] ["
                + outage.getAsJsonObject("seen").get("earliestEnd") + ", " + outage.getAsJsonObject("seen").get("end") + ']');
        Command text = Command.run("upgrade", "--quiet", trace);
        assertTrue(text.out().contains("A prober that asks every 8.00 ms agrees: all 12 edges are within a question and an answer of its own."), text.out());
        Command csv = Command.run("upgrade", "--quiet", "--format", "csv", "--table", "prober", trace);
        assertEquals(7, csv.out().lines().count(), csv.out());
        Files.writeString(file, "period\n");
        Command wrong = Command.run("upgrade", "--quiet", trace);
        assertEquals("1 hypertrace: " + file + ": line 1 must be '# period N ns'; record it again, or take the file away.\n", wrong.status() + " "
                + wrong.err());
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

    /** An archive may have none in it. */
    @Test
    void thePlanBesideAnArchiveIsRead(@TempDir Path folder) throws IOException {
        RecordedUpgrade.in(UpgradeStory.CAMPAIGN, null, folder, "made");
        Path archive = folder.resolve("made.tar.xz");
        Tool.run("tar", "-C", folder, "-cJf", archive, "made");
        String role = "No node was primary for 20.0 ms.";
        assertFalse(Command.run("upgrade", "--quiet", archive).out().contains(role));
        Files.writeString(folder.resolve("upgrade.json"), "{\"version\":1,\"active\":[\"primary\"]}");
        Command command = Command.run("upgrade", "--quiet", archive);
        assertTrue(command.out().contains(role), command.toString());
    }

    @Test
    void aWrongPlanIsNamed(@TempDir Path folder) throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.json"), "{\"version\":1,\"needed\":\"two\"}");
        Command command = Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--plan", plan);
        assertEquals(1, command.status());
        assertTrue(command.err().startsWith("hypertrace: " + plan + ": needed must be a whole number"), command.err());
    }
}
