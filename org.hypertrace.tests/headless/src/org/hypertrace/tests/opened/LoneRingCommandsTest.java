/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.Tool;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RingMemory;
import org.hypertrace.tests.report.Schemas;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The commands on a file of rings, without a trace of the host. */
@Tag("platform")
class LoneRingCommandsTest {

    /** Ticks of a ms. */
    private static final long MS = 2_000_000;
    private static final long DATE = 1L << 60;
    private static final long CALL = 0xffffffff81000010L;

    @TempDir
    private Path fFolder;

    private static long word(String text) {
        long word = 0;
        for (int i = 0; i < text.length(); i++) {
            word |= (long) text.charAt(i) << 8 * i;
        }
        return word;
    }

    /** A boot with one initcall of 10 ms, of which the host takes 5: 4 others have the processor, and 1 it works itself. */
    static RingMemory boot() {
        return new RingMemory().ring(0, 0, 64, 0)
                .put(0, MS, 0xa1, 0, 0, 0, 1)
                .put(0, MS, 0x81, 0x47545243L << 32 | 1 << 8, MS, 0, DATE + 500)
                .put(0, 2 * MS, 0x85, 1, 2 * MS)
                .put(0, 3 * MS, 0x85, 2, 3 * MS)
                .put(0, 10 * MS, 0x7b, 6, 10 * MS, word("device"))
                .put(0, 11 * MS, 0x7c, CALL, 1)
                .put(0, 12 * MS, 0xa0, 2L << 32 | 96, 0, 0, 1)
                .put(0, 12 * MS + MS / 2, 0xa2, 77, 0, word("make"), 1)
                .put(0, 16 * MS + MS / 2, 0xa3, 77, 0, word("make"), 2)
                .put(0, 17 * MS, 0xa1, 0, 0, 0, 2)
                .put(0, 21 * MS, 0x7d, CALL, 0, 10_000_000, 1)
                .put(0, 30 * MS, 0x85, 3, 30 * MS)
                .put(0, 31 * MS, 0xa0, 2L << 32 | 120, 0, 0, 2);
    }

    private Path ring(RingMemory memory) throws IOException {
        return Files.write(fFolder.resolve("web-1.ring"), memory.bytes());
    }

    @Test
    void bootHasTheInitcallAndWhatTheHostTookOfIt() throws IOException {
        Path ring = ring(boot());
        JsonObject report = Command.boots(ring);
        assertEquals(List.of(), Schemas.errors("boot", report));
        JsonObject vm = Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0);
        assertEquals("\"web-1\"", vm.get("name").toString());
        assertFalse(vm.has("pid"), vm.toString());
        JsonObject boot = Summary.objects(vm, "boots").get(0);
        JsonObject call = Summary.objects(boot, "initcalls").get(0);
        long begin = DATE + 500 + 10_000_000;
        assertEquals(begin + " " + (begin + 10_000_000), call.get("begin") + " " + call.get("end"), call.toString());
        assertTrue(call.toString().contains("\"guest\":5000000") && call.toString().contains("\"hostKernel\":1000000")
                && call.toString().contains("\"preempted\":4000000"), call.toString());
        String missing = report.get("missing").toString();
        for (String doubt : List.of("guest time is that or less", "host kernel is VMM, host kernel and interrupts together",
                "halted and blocked are likely", "steal is preempted at least", "one name is likely all")) {
            assertTrue(missing.contains(doubt), missing);
        }
        Path packed = fFolder.resolve("web-1.ring.xz");
        Tool.run(packed, "xz", "-kc", ring);
        assertEquals(Summary.objects(vm, "boots"), Summary.objects(Summary.objects(Summary.objects(Command.boots(packed), "hosts").get(0), "vms").get(0),
                "boots"));
    }

    @Test
    void everyCommandReadsIt() throws IOException {
        Path ring = ring(boot());
        Path rules = Files.writeString(fFolder.resolve("rules.json"), """
                { "version": 1, "rules": [ { "name": "devices come up", "command": "boot", "what": "device", "at most": 300, "unit": "ms" } ] }
                """);
        for (String command : List.of("boot", "exits", "stacks --mode on-cpu", "check --rules " + rules)) {
            Command run = Command.run(command + " --quiet", ring);
            assertEquals("0 ", run.status() + " " + run.err(), command);
            assertTrue(run.out().contains("web-1"), command + ": " + run.out());
        }
        Command extract = Command.run("extract", "--quiet", "-o", fFolder.resolve("guests"), ring);
        assertEquals("0 ", extract.status() + " " + extract.err());
        Command path = Command.run("path", "--quiet", "--vm", "web-1", "--vcpu", "0", ring);
        assertEquals("1 Critical paths need a trace of the host: rings do not report who wakes whom there.",
                path.status() + " " + path.err().strip().replaceFirst(".*web-1.ring: ", ""));
    }

    /** Of each vCPU of the sample: exits, those with an entry, their time; and how long it was in the guest. */
    @Test
    void theExitsOfTheSampleAreTheOracles() throws IOException {
        Path ring = fFolder.resolve("alone.ring");
        Tool.run(ring, "xz", "-dkc", Samples.root().resolve("traces-samples/ring-alone/ring-alone.ring.xz"));
        List<String> expected = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(ClockOracle.ringsAlone(List.of(ring)), "rings")) {
            List<JsonObject> reasons = Summary.objects(vcpu, "exitReasons");
            expected.add(sum(reasons, "count") + " exits, " + sum(reasons, "ended") + " complete for " + sum(reasons, "total") + ", guest "
                    + vcpu.get("guest").getAsLong());
        }
        JsonObject report = Command.json("exits", ring);
        assertEquals(List.of(), Schemas.errors("exits", report));
        List<String> found = new ArrayList<>();
        for (JsonObject vcpu : Summary.objects(Summary.objects(report, "vms").get(0), "vcpus")) {
            JsonObject counts = vcpu.getAsJsonObject("counts");
            long all = Stream.of("complete", "unfinished", "withoutEntry", "lost").mapToLong(key -> counts.get(key).getAsLong()).sum();
            found.add(all + " exits, " + counts.get("complete") + " complete for " + vcpu.getAsJsonObject("time").get("exits") + ", guest "
                    + vcpu.getAsJsonObject("time").get("guest"));
        }
        assertEquals(expected, found);
        assertTrue(report.get("missing").toString().contains("their sum is exact"), report.get("missing").toString());
    }

    private static long sum(List<JsonObject> of, String key) {
        return of.stream().mapToLong(one -> one.get(key).getAsLong()).sum();
    }

    /** Heads, capacities and clocks that no writer leaves so: refused, or read as far as there are records, and neither takes long. */
    @Test
    void hostileHeadersAreRefusedInOneSentenceOrReadAsFarAsTheyGo() throws IOException {
        int[] places = { 16, 16, 16, 24, 24, 32, 32, 48, 56 };
        long[] words = { 3, 1L << 40, 1L << 62, 1L << 62, -1, 0, -1, 1L << 40, 64 };
        for (int i = 0; i < places.length; i++) {
            Path ring = ring(boot().set(places[i], words[i]));
            for (String command : List.of("boot", "exits")) {
                Command run = Command.run(command, "--quiet", ring);
                String what = command + ' ' + places[i] + ' ' + words[i] + ": " + run.err();
                // what is lost, and why there is no boot
                assertTrue(run.status() == 0 || run.status() == 1 && run.err().strip().lines().count() <= 2, what);
                assertEquals(List.of(), run.log(), what);
            }
        }
    }

    @Test
    void whatIsLostIsReportedAsSuch() throws IOException {
        Path ring = ring(boot().set(40, 7).set(64 + 5 * 64, 0));
        Command run = Command.run("boot", "--quiet", ring);
        assertEquals(0, run.status());
        assertTrue(run.err().contains("of ring 0 of vCPU 0, 1 torn, 7 not written; what happened then is unknown."), run.err());
    }

    @Test
    void withoutRecordsOfTheHostThereIsTheBootAndTheHostsPartIsUnknown() throws IOException {
        Path ring = ring(new RingMemory().ring(0, 0, 64, 0).put(0, 2 * MS, 0x85, 1, 2 * MS).put(0, 10 * MS, 0x7b, 6, 10 * MS, word("device"))
                .put(0, 11 * MS, 0x7c, CALL, 1).put(0, 21 * MS, 0x7d, CALL, 0, 10_000_000, 1).put(0, 30 * MS, 0x85, 3, 30 * MS));
        JsonObject report = Command.boots(ring);
        JsonObject vm = Summary.objects(Summary.objects(report, "hosts").get(0), "vms").get(0);
        JsonObject call = Summary.objects(Summary.objects(vm, "boots").get(0), "initcalls").get(0);
        assertEquals("9000000 19000000", call.get("begin") + " " + call.get("end"));
        assertTrue(call.toString().contains("\"unknown\":10000000") && !call.toString().contains("\"guest\":1"), call.toString());
        assertTrue(report.get("missing").toString().contains("the host writes none, so all states of vCPUs are unknown"), report.toString());
    }

    @Test
    void severalFilesAreSeveralVms() throws IOException {
        Path one = ring(boot());
        Path other = Files.write(fFolder.resolve("web-2.ring"), boot().bytes());
        JsonObject report = Command.json("exits", one, other);
        assertEquals(List.of("\"web-1\"", "\"web-2\""), Summary.objects(report, "vms").stream().map(vm -> vm.get("label").toString()).sorted().toList());
    }

    /** The figures of the definition. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void theSampleHasTheFiguresOfTheDefinition() throws IOException {
        Command run = Command.run("exits", "--quiet", "--format", "json", Samples.trace("ring").resolveSibling("rings").resolve("ring"));
        assertTrue(run.err().contains("of ring 0 of vCPU 0, 4981 overwritten") && run.err().contains("of ring 1 of vCPU 1, 4191 overwritten"), run.err());
        JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
        List<String> found = Summary.objects(Summary.objects(report, "vms").get(0), "vcpus").stream().map(vcpu -> vcpu.getAsJsonObject("time").get("guest")
                + " " + Stream.of("complete", "unfinished", "withoutEntry", "lost").mapToLong(key -> vcpu.getAsJsonObject("counts").get(key).getAsLong()).sum()
                + " " + (vcpu.get("end").getAsLong() - vcpu.get("begin").getAsLong())).toList();
        assertEquals(List.of("2364009919 3504 6388300848", "2578865622 3269 6576062920"), found);
    }
}
