/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RandomRings;
import org.hypertrace.testing.story.RingMemory;
import org.hypertrace.tests.report.Schemas;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** A shutdown that only rings have, with the manifest beside them: names of host and VM, symbols of the kernel. */
@Tag("platform")
class LoneRingShutdownTest {

    private static final long MS = 2_000_000;
    private static final long DATE = (1L << 60) + 500;
    private static final long CODE = 0xffffffff81000000L;
    private static final Map<Integer, String> FUNCTIONS = Map.of(0x1000, "blocking_notifier_call_chain", 0x2000, "slow_notifier", 0x3000, "device_shutdown",
            0x4000, "virtio_dev_shutdown", 0x5000, "syscore_shutdown", 0x6000, "machine_power_off");

    @TempDir
    private Path fFolder;
    private Path fSymbols;

    @BeforeEach
    void writeSymbols() throws IOException {
        List<String> lines = new ArrayList<>();
        FUNCTIONS.forEach((at, name) -> lines.add(Long.toHexString(CODE + at) + " T " + name));
        lines.add(Long.toHexString(CODE) + " T _text");
        fSymbols = Files.write(fFolder.resolve("map"), lines.stream().sorted().toList());
    }

    /** Power off with a notifier of 10 ms, of which the host takes 6, a device of 3 ms that sleeps, and a last step without an end. */
    private Path ring() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 64, 0)
                .put(0, MS, 0xa1, 0, 0, 0, 1)
                .put(0, MS, 0x81, 0x47545243L << 32 | 1 << 8, MS, 0, DATE)
                .put(0, MS, 0x82, CODE, CODE + 0x100000, 2_000_000, 1)
                .put(0, 2 * MS, 0x66, 1, 120L << 40 | 120L << 32, RandomRings.word("init"))
                .put(0, 3 * MS, 0x85, 5, 3 * MS, RandomRings.word("power off"), 'f');
        step(memory, 10, 0x86, 1, 0x1000);
        step(memory, 11, 0x86, 2, 0x2000);
        memory.put(0, 12 * MS, 0xa0, 2L << 32 | 96, CODE, 0, 1).put(0, 13 * MS, 0xa2, 77, 0, RandomRings.word("make"), 1)
                .put(0, 17 * MS, 0xa3, 77, 0, RandomRings.word("make"), 1).put(0, 18 * MS, 0xa1, 0, 0, 0, 1);
        step(memory, 21, 0x87, 2, 0x2000);
        step(memory, 22, 0x87, 1, 0x1000);
        step(memory, 23, 0x86, 3, 0x3000);
        step(memory, 24, 0x86, 4, 0x4000);
        memory.put(0, 24 * MS + 5, 0xa0, 2L << 32 | 120, CODE, 0, 1).put(0, 24 * MS + 9, 0xa2, 0, 1, 0, 1).put(0, 26 * MS, 0xa3, 0, 0, 0, 0)
                .put(0, 26 * MS + 7, 0xa1, 0, 0, 0, 0);
        step(memory, 27, 0x87, 4, 0x4000);
        step(memory, 28, 0x87, 3, 0x3000);
        step(memory, 29, 0x86, 5, 0x5000);
        step(memory, 30, 0x87, 5, 0x5000);
        step(memory, 31, 0x86, 6, 0x6000);
        memory.put(0, 33 * MS, 0x85, 6, 33 * MS, RandomRings.word("last")).put(0, 34 * MS, 0xa0, 2L << 32 | 123, CODE, 0, 0);
        return Files.write(fFolder.resolve("web-1.ring"), memory.bytes());
    }

    private static void step(RingMemory memory, int ms, int event, int number, int at) {
        String name = FUNCTIONS.get(at);
        memory.put(0, ms * MS, event, number, CODE + at, RandomRings.word(name), RandomRings.word(name.substring(8)));
    }

    private void manifest(String ring) throws IOException {
        Files.writeString(fFolder.resolve("hypertrace.json"), """
                { "version": 1, "host": "node-a", "channel": "ring",
                  "vms": [ { "name": "other", "pid": 7, "rings": [ "other.ring" ] },
                           { "name": "web", "pid": 384, "vcpus": [ 386 ], "symbols": "map", "rings": [ "%s" ] } ] }
                """.formatted(ring));
    }

    private static JsonObject first(JsonObject document) {
        return Summary.objects(Summary.objects(document, "hosts").get(0), "vms").get(0);
    }

    private static List<String> lines(JsonObject shutdown, String section) {
        List<String> lines = new ArrayList<>();
        for (JsonObject part : Summary.objects(shutdown, section)) {
            if (part.has("function")) {
                TreeMap<String, Long> states = new TreeMap<>();
                part.getAsJsonObject("states").entrySet().forEach(state -> states.put(state.getKey(), state.getValue().getAsLong()));
                lines.add(section + " " + part.get("function").getAsString() + " " + part.get("begin") + " " + (part.has("end") ? part.get("end")
                        : "seen until " + part.get("seenUntil")) + " " + states);
            }
        }
        return lines;
    }

    private static String lines(JsonObject shutdown) {
        List<String> lines = new ArrayList<>();
        List.of("steps", "devices", "notifiers").forEach(section -> lines.addAll(lines(shutdown, section)));
        return String.join("\n", lines);
    }

    @Test
    void eachPartIsTheOracles() throws IOException {
        Path ring = ring();
        manifest("web-1.ring");
        JsonObject report = Command.json("shutdown", ring);
        assertEquals(List.of(), Schemas.errors("shutdown", report));
        assertEquals("\"node-a\" \"web\"", Summary.objects(report, "hosts").get(0).get("name") + " " + first(report).get("name"));
        JsonObject shutdown = Summary.objects(first(report), "shutdowns").get(0);
        JsonObject oracle = Summary.objects(ClockOracle.ringGuests(ring, "--symbols", fSymbols), "vms").get(0);
        assertEquals(lines(oracle), lines(shutdown));
        assertEquals("\"poweroff\"", shutdown.get("kind").toString());
        long begin = DATE + 10_000_000;
        assertTrue(lines(shutdown).contains("notifiers slow_notifier " + begin + " " + (begin + 10_000_000) + " {"), lines(shutdown));
        assertTrue(lines(shutdown).contains("guest=4000000, halted=0, hostInterrupt=0, hostKernel=2000000, preempted=4000000"), lines(shutdown));
        assertNotEquals(lines(oracle), lines(Summary.objects(ClockOracle.ringGuests(ring, "--symbols", fSymbols, "--drop", "7"), "vms").get(0)));
    }

    /** The name of the file is the name of the VM; functions have no names. */
    @Test
    void withoutAManifestThatNamesItTheFileStandsForItself() throws IOException {
        Path ring = ring();
        for (boolean isThere : new boolean[] { false, true }) {
            if (isThere) {
                manifest("another.ring");
            }
            JsonObject report = Command.json("shutdown", ring);
            assertEquals("\"web-1\"", first(report).get("name").toString());
            assertFalse(lines(Summary.objects(first(report), "shutdowns").get(0)).contains("slow_notifier"), report.toString());
        }
    }

    @Test
    void theReportOfRingsNamesTheVm() throws IOException {
        Path ring = ring();
        manifest("web-1.ring");
        String text = Command.run("report", "--quiet", ring).out();
        assertTrue(text.contains("web, "), text);
        JsonObject report = Command.json("report", ring);
        assertEquals(List.of(), Schemas.errors("rings", report));
        assertEquals("\"web\"", Summary.objects(report, "rings").get(0).get("vm").toString());
    }

    @Test
    void aWrongManifestIsOneSentence() throws IOException {
        Path ring = ring();
        Files.writeString(fFolder.resolve("hypertrace.json"), "{ \"vms\": 3 }");
        for (String command : List.of("shutdown", "report")) {
            Command run = Command.run(command, "--quiet", ring);
            assertEquals(1, run.status());
            assertTrue(run.err().contains("hypertrace.json") && run.err().strip().lines().count() == 1, run.err());
        }
    }
}
