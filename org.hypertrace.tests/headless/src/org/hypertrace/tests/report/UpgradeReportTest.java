/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

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

    @Test
    void aWrongPlanIsNamed(@TempDir Path folder) throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.json"), "{\"version\":1,\"needed\":\"two\"}");
        Command command = Command.run("upgrade", "--quiet", Samples.trace(SAMPLE), "--plan", plan);
        assertEquals(1, command.status());
        assertTrue(command.err().startsWith("hypertrace: " + plan + ": needed must be a whole number"), command.err());
    }
}
