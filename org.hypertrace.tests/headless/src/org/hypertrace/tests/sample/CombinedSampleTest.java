/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Frequent events in rings, rare ones by hypercall: together they are what the guest reported, each once. Then a shutdown that only the rings have. */
@Tag("platform")
class CombinedSampleTest {

    private static final Path SAMPLE = Samples.root().resolve("traces-samples/combined");

    @TempDir
    private Path fFolder;
    private Path fTrace;
    private Path fRing;

    @BeforeEach
    void unpack() throws IOException {
        fTrace = fFolder.resolve("combined.txt");
        fRing = fFolder.resolve("combined.ring");
        Tool.run(fTrace, "xz", "-dkc", SAMPLE.resolve("combined.txt.xz"));
        Tool.run(fRing, "xz", "-dkc", SAMPLE.resolve("combined.ring.xz"));
        Files.copy(SAMPLE.resolve("hypertrace.json"), fFolder.resolve("hypertrace.json"));
    }

    private static JsonObject vm(JsonObject report) {
        return Summary.objects(Summary.objects(report, "hosts").get(0), "vms").stream().filter(vm -> vm.has("name")).findFirst().orElseThrow();
    }

    @Test
    void noEventIsThereTwiceAndNoneIsLost() throws IOException {
        JsonObject oracle = ClockOracle.ringsOf(fRing, fTrace);
        JsonObject vm = vm(Command.json("report", fTrace));
        assertEquals("\"combined\"", vm.get("name").toString());
        assertEquals(oracle.get("merged"), vm.get("guestEvents"));
        JsonObject rings = vm.getAsJsonObject("rings");
        assertEquals(oracle.get("bothWays"), rings.get("alsoByHypercall"));
        JsonObject truth = JsonParser.parseString(Files.readString(SAMPLE.resolve("truth.json"))).getAsJsonObject().getAsJsonObject("vms");
        assertEquals(truth.getAsJsonObject("combined").getAsJsonObject("writtenByHost").get("value"), rings.get("byHost"));
        assertEquals("0 0 0", rings.get("late") + " " + rings.get("overwritten") + " " + rings.get("torn"));
        assertTrue(oracle.getAsJsonObject("merged").get("sched_switch").getAsInt() > 100 && oracle.getAsJsonObject("merged").get("mark").getAsInt() == 3,
                oracle.toString());
    }

    @Test
    void hypercallsAloneHaveNeitherSwitchesNorSystemCalls() throws IOException {
        Path manifest = fFolder.resolve("hypertrace.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"both\"", "\"hypercall\""));
        JsonObject events = vm(Command.json("report", fTrace)).getAsJsonObject("guestEvents");
        assertTrue(events.has("mark") && !events.has("sched_switch") && !events.has("syscall_entry"), events.toString());
    }

    private static String steps(JsonObject shutdown) {
        StringBuilder lines = new StringBuilder();
        for (JsonObject part : Summary.objects(shutdown, "steps")) {
            if (part.has("states") && (part.has("function") || part.get("name").getAsString().matches("\\w+_\\w+"))) {
                TreeMap<String, Long> states = new TreeMap<>();
                part.getAsJsonObject("states").entrySet().forEach(state -> states.put(state.getKey(), state.getValue().getAsLong()));
                lines.append(part.get("begin")).append(' ').append(part.has("end") ? part.get("end") : "until " + part.get("seenUntil")).append(' ')
                        .append(states).append('\n');
            }
        }
        return lines.toString();
    }

    @Test
    void theShutdownThatOnlyTheRingsHaveIsTheOracles() {
        JsonObject report = Command.json("shutdown", fRing);
        assertEquals("\"lab-host\"", Summary.objects(report, "hosts").get(0).get("name").toString());
        JsonObject shutdown = Summary.objects(vm(report), "shutdowns").get(0);
        JsonObject oracle = Summary.objects(ClockOracle.ringGuests(fRing), "vms").get(0);
        assertEquals("\"poweroff\" \"poweroff\"", oracle.get("kind") + " " + shutdown.get("kind"));
        assertEquals(steps(oracle), steps(shutdown));
        assertEquals(4, steps(oracle).lines().count(), oracle.get("steps").toString());
        assertNotEquals(steps(oracle), steps(Summary.objects(ClockOracle.ringGuests(fRing, "--drop", "2756"), "vms").get(0)));
    }
}
