/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** The command report on a file of rings, without a trace of the host. */
@Tag("platform")
class LoneRingsReportTest {

    private static final long MS = 2_000_000;
    private static final long HLT = 2L << 32 | 120;

    @TempDir
    private Path fFolder;

    private Path ring(RingMemory memory) throws IOException {
        return Files.write(fFolder.resolve("web-1.ring"), memory.bytes());
    }

    /** Preempted for 4 ms, then halted for 3 ms. */
    private static RingMemory life() {
        return new RingMemory().ring(0, 0, 16, 0).put(0, MS, 0xa1, 0, 0, 0, 1).put(0, 3 * MS, 0xa0, 2L << 32 | 96, 0, 0, 1)
                .put(0, 4 * MS, 0xa2, 77, 0, 0x706d6f74, 1).put(0, 8 * MS, 0xa3, 77, 0, 0x706d6f74, 1).put(0, 9 * MS, 0xa1, 0, 0, 0, 1)
                .put(0, 10 * MS, 0xa0, HLT, 0, 0, 1).put(0, 11 * MS, 0xa2, 0, 1, 0, 1).put(0, 14 * MS, 0xa3, 0, 0, 0, 0)
                .put(0, 15 * MS, 0xa1, 0, 0, 0, 0);
    }

    @Test
    void theTextHasEachFigureWithHowWellItIsKnown() throws IOException {
        String text = Command.run("report", ring(life())).out();
        assertTrue(text.contains("Preempted 4.00 ms (exact), guest at most 3.00 ms, VMM, host kernel and interrupts together 4.00 ms, "
                + "steal 4.00 ms to 7.00 ms."), text);
        assertTrue(text.contains("likely; halted and blocked together are exact"), text);
        assertTrue(text.contains("in 1 of them the first preemptor is the last one, and likely the only one"), text);
        assertTrue(text.contains("No record has the date"), text);
    }

    @Test
    void everyFormatHasThem() throws IOException {
        Path ring = ring(life());
        for (String format : List.of("text", "html", "markdown", "csv", "json")) {
            Command run = Command.run("report", "--format", format, ring);
            assertEquals("0 ", run.status() + " " + run.err(), format);
        }
        String csv = Command.run("report", "--format", "csv", "--table", "preemptions", ring).out();
        assertEquals(ring + ",0,0,3000000,7000000,4000000,77,tomp,77,tomp,likely none", csv.strip().split("\n")[1]);
        assertTrue(Command.run("report", "--format", "csv", "--table", "cpus", ring).err().contains(
                "rings without a trace have no table 'cpus'; there are vcpus, states, exits, preemptions, processes and accounting."));
    }

    /** Of a vCPU each reason: how many exits, how many with an entry, their time, the longest. */
    private static List<String> exits(JsonObject vcpu, String entered) {
        return Summary.objects(vcpu, "exitReasons").stream().map(one -> String.join(" ", List.of("code", "count", entered, "total", "max").stream()
                .map(key -> one.get(key).toString()).toList())).sorted().toList();
    }

    private static void compare(Path ring) throws IOException {
        JsonObject report = Command.json("report", ring);
        assertEquals(List.of(), Schemas.errors("rings", report));
        List<JsonObject> oracle = Summary.objects(ClockOracle.ringsAlone(List.of(ring)), "rings");
        List<JsonObject> rings = Summary.objects(report, "rings");
        assertEquals(oracle.size(), rings.size());
        for (int i = 0; i < rings.size(); i++) {
            JsonObject expected = oracle.get(i);
            JsonObject found = rings.get(i);
            for (String key : List.of("vcpu", "tscKhz", "records", "overwritten", "torn", "hostRecords", "begin", "end", "clock")) {
                assertEquals(expected.get(key), found.get(key), key);
            }
            JsonObject states = found.getAsJsonObject("states");
            for (String key : states.keySet()) {
                assertEquals(expected.get(key), states.getAsJsonObject(key).get("ns"), key);
            }
            assertEquals(expected.has("guest") ? 7 : 1, states.size());
            assertEquals(expected.has("preemptions"), found.has("preemptions"));
            if (expected.has("preemptions")) {
                assertEquals(expected.getAsJsonArray("preemptions").size(), found.getAsJsonArray("preemptions").size());
                assertEquals(expected.getAsJsonArray("migrations").size(), found.get("migrations").getAsInt());
                assertEquals(exits(expected, "ended"), exits(found, "entered"));
            }
        }
    }

    @Test
    void theJsonIsTheOracles() throws IOException {
        compare(ring(life()));
    }

    /** The sample that was recorded without a trace of its host. */
    @Test
    void theSampleIsTheOracles() throws IOException {
        Path packed = Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz");
        Path ring = fFolder.resolve("alone.ring");
        Tool.run(ring, "xz", "-dkc", packed);
        compare(ring);
        assertEquals(Command.json("report", ring).get("rings").toString(),
                Command.json("report", packed).get("rings").toString().replace(packed.toString(), ring.toString()));
    }

    @Test
    void aPackedFileIsReportedAsWhatIsInIt() throws IOException {
        Path ring = ring(life());
        Path packed = fFolder.resolve("web-1.ring.xz");
        Tool.run(packed, "xz", "-kc", ring);
        for (String format : List.of("text", "csv", "json")) {
            Command plain = Command.run("report", "--quiet", "--format", format, ring);
            Command run = Command.run("report", "--quiet", "--format", format, packed);
            assertEquals("0 " + plain.out(), run.status() + " " + run.out().replace("web-1.ring.xz", "web-1.ring"), format);
        }
        Path cut = Files.write(fFolder.resolve("cut.ring.xz"), Arrays.copyOf(Files.readAllBytes(packed), (int) Files.size(packed) / 2));
        assertEquals("1 " + cut + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).",
                refusal(Command.run("report", "--quiet", cut)));
        Path text = Files.writeString(fFolder.resolve("text"), "no ring");
        Path other = fFolder.resolve("other.ring.xz");
        Tool.run(other, "xz", "-kc", text);
        assertEquals("1 " + other + " is no file of rings: what is packed in it does not begin with GTRRING1.",
                refusal(Command.run("report", "--quiet", other)));
        Path plain = Files.copy(ring, fFolder.resolve("plain.ring.xz"));
        assertTrue(refusal(Command.run("report", "--quiet", plain)).startsWith("1 " + plain + " cannot be unpacked: "));
    }

    private static String refusal(Command run) {
        assertEquals("", run.out());
        return run.status() + " " + run.err().strip().replaceFirst("^hypertrace: ", "");
    }

    @Test
    void withoutTheHostsRecordsAllIsUnknownAndTheReportExplainsIt() throws IOException {
        Path ring = ring(new RingMemory().ring(0, 0, 4, 0).put(0, 10, 0x70).put(0, 5000, 0x71));
        compare(ring);
        JsonObject report = Command.json("report", ring);
        assertEquals("{\"unknown\":{\"ns\":2495}}", Summary.objects(report, "rings").get(0).getAsJsonObject("states").toString());
        assertTrue(report.get("missing").toString().contains("the host writes no exits into the ring"), report.toString());
        assertTrue(Command.run("report", ring).out().contains("load its module to see virtual CPUs"));
    }

    /** The window, the states and the preemptions of the sample are those of the definition. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theSampleHasTheFiguresOfTheDefinition() throws IOException {
        Path ring = Samples.trace("ring").resolveSibling("rings").resolve("ring");
        compare(ring);
        String table = Command.run("report", "--format", "csv", "--table", "states", ring).out();
        for (String figure : List.of("guest,2364009919", "host,1387421404", "preempted,1816440835", "halted,662365254", "blocked,158037387",
                "unknown,26049", "guest,2578865622", "host,860491692", "preempted,1389039664", "halted,1747665942")) {
            assertTrue(table.contains(figure), figure + " in " + table);
        }
        List<JsonObject> rings = Summary.objects(Command.json("report", ring), "rings");
        assertEquals("15 3 138 298", rings.get(0).get("migrations") + " " + rings.get(1).get("migrations") + " "
                + rings.get(0).getAsJsonArray("preemptions").size() + " " + rings.get(1).getAsJsonArray("preemptions").size());
    }

    @Test
    void besideATraceTheManifestIsTheWay() throws IOException {
        Path ring = ring(life());
        Path trace = new RecordedStory("100 alpha cpu0 kvm_entry\n800 alpha cpu0 kvm_exit HLT 0\n").in(fFolder);
        Command both = Command.run("report", trace, ring);
        assertEquals(1, both.status());
        assertTrue(both.err().contains("is a file of rings, not a trace; name it in \"rings\" of the hypertrace.json beside its host's trace."),
                both.err());
    }

    @Test
    void whatIsBrokenIsRefusedInOneSentence() throws IOException {
        Path ring = ring(life().set(32, 0));
        Command broken = Command.run("report", ring);
        assertEquals(1, broken.status());
        assertTrue(broken.err().contains("the rings do not report the rate of their clock"), broken.err());
        Command capacity = Command.run("report", ring(life().set(16, 3)));
        assertEquals(1, capacity.status());
        assertTrue(capacity.err().contains("the ring at byte 0 has an impossible header."), capacity.err());
        Command empty = Command.run("report", ring(life().set(24, 1L << 40)));
        assertEquals(1, empty.status());
        assertTrue(empty.err().contains("has no record that is whole"), empty.err());
    }
}
