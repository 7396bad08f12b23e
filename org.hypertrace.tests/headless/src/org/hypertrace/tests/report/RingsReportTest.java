/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** What guests report by shared memory, from the files to the report. */
@Tag("platform")
class RingsReportTest {

    private static final String STORY = """
            100 alpha cpu0 fork CPU_0/KVM:386 384
            110 alpha cpu0 sched_switch qemu:384 S CPU_0/KVM:386
            120 alpha cpu0 kvm_tsc_offset 0 -5000
            130 alpha cpu0 kvm_entry
            800 alpha cpu0 kvm_exit HLT 0
            900 alpha cpu0 other
            """;

    /** From thread 5 to 6, "sh". */
    private static final long[] SWITCH = { 5L << 32 | 6, 120L << 40 | 120L << 32 | 1, 0x6873, 0 };

    @TempDir
    private Path fFolder;

    private static void manifest(Path folder, String channel, String ring) throws IOException {
        RecordedStory.write(folder, "hypertrace.json", """
                { "channel": "%s", "vms": [ { "name": "web", "pid": 384, "rings": [ "%s" ] } ] }
                """.formatted(channel, ring));
    }

    private static JsonObject vm(JsonObject report) {
        return Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0);
    }

    @Test
    void aGuestThatMakesNoHypercallReportsItsThreads() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 100, 0x66, SWITCH);
        manifest(fFolder, "ring", "web.ring");
        Files.write(fFolder.resolve("web.ring"), memory.bytes());
        Path trace = new RecordedStory(STORY).in(fFolder);
        JsonObject vm = vm(Command.report(trace));
        assertEquals("{\"sched_switch\":1}", vm.get("guestEvents").toString());
        assertEquals("{\"decoded\":1,\"unreadable\":[]}", withoutZeros(vm.getAsJsonObject("rings")));
        assertTrue(vm.get("guestThreads").toString().contains("\"sh\""), vm.toString());
        // more in the same file: all is read again
        Files.write(fFolder.resolve("web.ring"), memory.put(0, 200, 0x66, SWITCH).bytes());
        Files.setLastModifiedTime(fFolder.resolve("web.ring"), FileTime.fromMillis(1_000_000));
        assertEquals("{\"sched_switch\":2}", vm(Command.report(trace)).get("guestEvents").toString());
    }

    /** From 300 to 500 its vCPU is not in the guest; where the TSC is 0 is all that places its records. */
    @Test
    void recordsThatContradictTheirClockAreAFinding() throws IOException {
        manifest(fFolder, "ring", "web.ring");
        Files.write(fFolder.resolve("web.ring"), new RingMemory().ring(0, 0, 4, 0).put(0, 100, 0x66, SWITCH).put(0, 2 * (350 - 120), 0x66, SWITCH)
                .put(0, 2 * (600 - 120), 0x66, SWITCH).bytes());
        Path trace = new RecordedStory(STORY.replace("800 alpha", "300 alpha cpu0 kvm_exit HLT 0\n500 alpha cpu0 kvm_entry\n800 alpha")).in(fFolder);
        JsonObject report = Command.report(trace);
        assertEquals(List.of(), Schemas.errors("report", report));
        assertEquals("{\"decoded\":3,\"notInGuest\":1,\"notInGuestBy\":50,\"unreadable\":[]}", withoutZeros(vm(report).getAsJsonObject("rings")));
        JsonObject clock = Summary.objects(report, "clocks").get(0);
        assertEquals("\"ring\" \"newTsc\" true 2000000 [] 3 0 {\"synchronized\":{\"count\":1,\"worst\":50,\"beyond\":0,\"events\":[[350,-50]]}}",
                Stream.of("of", "method", "failed", "tscKhz", "pieces", "guestEvents", "matched", "violations").map(key -> clock.get(key).toString())
                        .collect(Collectors.joining(" ")));
        JsonObject finding = Summary.objects(report, "findings").stream().filter(one -> one.get("notion").getAsString().equals("clock")).findFirst().orElseThrow();
        assertEquals("1 records in web's rings contradict their clock, the worst by 50 ns.", finding.get("sentence").getAsString());
        assertEquals("[\"web\",\"ring not in guest\"]", finding.getAsJsonObject("evidence").get("row").toString());
        Command text = Command.run("report", trace);
        assertTrue(text.out().contains("web: the clock of its rings could not be put on the host's; only a coarse offset is known."),
                text.err() + text.log() + text.out());
        assertTrue(text.out().contains("By that 1 of 3 records are where their vCPU was not in the guest, the worst by 50 ns."), text.out());
        String table = Command.run("report", "--format", "csv", "--table", "clocks", trace).out();
        assertTrue(table.contains("web.ring,newTsc (failed),,,,,,3,0,,,1,50,"), table);
    }

    @Test
    void whatCannotBeReadIsReported() throws IOException {
        manifest(fFolder, "both", "none.ring");
        Path trace = new RecordedStory(STORY).in(fFolder);
        String text = Command.run("report", trace).out();
        assertTrue(text.contains("web: ringUnreadable 1 - a file of shared memory that cannot be read"), text);
        assertTrue(text.contains("none.ring is not there, or no file; keep the memory of the rings"), text);
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0);
        for (int i = 0; i < 9; i++) {
            memory.put(0, 100 + i, 0x66, SWITCH);
        }
        Files.write(fFolder.resolve("none.ring"), memory.bytes());
        text = Command.run("report", trace).out();
        assertTrue(text.contains("web: ringOverwritten 5 - records of shared memory that newer ones had replaced"), text);
    }

    @Test
    void aRingOutsideOfTheFolderIsAnErrorOfTheManifest() throws IOException {
        manifest(fFolder, "ring", "../web.ring");
        String error = Command.run("report", new RecordedStory(STORY).in(fFolder)).err();
        assertTrue(error.contains("vms[0].rings[0] must be a file below the folder of the manifest, not \"../web.ring\""), error);
    }

    /** The oracle counts what is in the file; the report, what came of it. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void onTheSampleBothWaysReportTheSame() throws IOException {
        Path kernel = Samples.trace("ring");
        Path ring = kernel.resolveSibling("rings").resolve("ring");
        JsonObject oracle = ClockOracle.ringsOf(ring, kernel);
        assertEquals(0, oracle.get("notByHypercall").getAsInt());
        JsonObject both = vm(Command.report(copy(kernel.getParent(), "both")));
        JsonObject rings = both.getAsJsonObject("rings");
        assertEquals("{\"alsoByHypercall\":" + oracle.get("records") + ",\"byHost\":" + oracle.get("byHost") + ",\"overwritten\":"
                + oracle.get("overwritten") + ",\"unreadable\":[]}", withoutZeros(rings));
        assertEquals(vm(Command.report(copy(kernel.getParent(), "hypercall"))).get("guestEvents"), both.get("guestEvents"));
        JsonObject alone = vm(Command.report(copy(kernel.getParent(), "ring")));
        Map<String, Integer> expected = new TreeMap<>();
        oracle.getAsJsonObject("guest").entrySet().forEach(kind -> expected.put(kind.getKey(), kind.getValue().getAsInt()));
        // one piece of a text
        expected.put("text", expected.remove("0x80"));
        Map<String, Integer> found = new TreeMap<>();
        alone.getAsJsonObject("guestEvents").entrySet().stream().filter(kind -> !kind.getKey().equals("kvm_hypercall"))
                .forEach(kind -> found.put(kind.getKey(), kind.getValue().getAsInt()));
        assertEquals(expected, found);
        assertTrue(alone.getAsJsonObject("rings").get("hypercallsNotRead").getAsInt() > 20_000, alone.get("rings").toString());
    }

    private Path copy(Path sample, String channel) throws IOException {
        Path folder = fFolder.resolve(channel);
        try (Stream<Path> files = Files.walk(sample)) {
            for (Path file : files.sorted().toList()) {
                Files.copy(file, folder.resolve(sample.relativize(file).toString()));
            }
        }
        Path manifest = folder.resolve("hypertrace.json");
        Files.writeString(manifest, Files.readString(manifest).replaceAll("\"channel\": \"\\w+\"", "\"channel\": \"" + channel + '"'));
        return folder.resolve("kernel");
    }

    private static String withoutZeros(JsonObject counts) {
        return counts.toString().replaceAll("\"\\w+\":0,", "");
    }
}
