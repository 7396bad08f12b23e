/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.ClockOracle;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/** What rings report without a trace of their host: the definition's example, what is missing, and random rings beside the oracle. */
class LoneRingsTest {

    private static final long MS_PER_TICK = 1;
    private static final long HELLO = 0x81;
    private static final long MAGIC = 0x47545243L << 32;
    private static final long REALTIME = 1_700_000_000_000_000_000L;
    private static final long HLT = 2L << 32 | 120;
    private static final long INTR = 2L << 32 | 96;
    private static final long IO = 2L << 32 | 123;

    @TempDir
    private Path fFolder;

    private LoneRings read(RingMemory memory) throws IOException {
        return LoneRings.of(Files.write(fFolder.resolve("a.ring"), memory.bytes()));
    }

    /** One tick is one ms: TSC, number, a0, a1, processor. */
    private static RingMemory example(int records) {
        long[][] all = { { 5, 0x70, 0, 0, 0 }, { 10, 0xa1, 0, 0, 1 }, { 30, 0xa0, HLT, 0, 1 }, { 32, 0xa2, 77, 1, 1 }, { 50, 0xa3, 77, 0, 2 },
                { 52, 0xa1, 0, 0, 2 }, { 60, 0xa0, INTR, 0, 2 }, { 61, 0xa2, 78, 0, 2 }, { 90, 0xa3, 79, 0, 2 }, { 91, 0xa1, 0, 0, 2 },
                { 89, 0x70, 0, 0, 0 }, { 100, 0xa0, IO, 0, 2 }, { 103, 0xa2, 5, 2, 2 }, { 110, 0xa3, 5, 0, 2 }, { 112, 0xa1, 0, 0, 2 },
                { 113, 0x70, 0, 0, 0 } };
        RingMemory memory = new RingMemory().ring(0, 0, 16, 0).set(32, MS_PER_TICK);
        for (int i = 0; i < records; i++) {
            memory.put(0, all[i][0], all[i][1], all[i][2], all[i][3], 0, all[i][4]);
        }
        return memory;
    }

    private static String states(RingVcpu vcpu) {
        Map<RingState, Long> ms = new TreeMap<>();
        vcpu.states().forEach((state, ns) -> ms.put(state, ns / 1_000_000));
        return ms.toString();
    }

    @Test
    void theExampleOfTheDefinition() throws IOException {
        LoneRings rings = read(example(16));
        RingVcpu vcpu = rings.vcpus().get(0);
        assertEquals("{GUEST=38, HOST=11, PREEMPTED=29, HALTED=18, BLOCKED=7, UNKNOWN=5}", states(vcpu));
        assertEquals(108_000_000, vcpu.end() - vcpu.begin());
        assertEquals("[96:1 31000000, 120:1 22000000, 123:1 12000000]", vcpu.exits().stream().map(
                exits -> exits.code() + ":" + exits.count() + " " + exits.total()).toList().toString());
        assertEquals(1, vcpu.migrations());
        assertEquals("[Preemption[begin=56000000, end=85000000, first=Task[tid=78, name=], last=Task[tid=79, name=]]]",
                vcpu.preemptions().toString());
        assertEquals("29 to 54", vcpu.stealAtLeast() / 1_000_000 + " to " + vcpu.stealAtMost() / 1_000_000);
        assertEquals(false, rings.isDated());
    }

    @Test
    void aMissingRecordMakesUnknownUntilTheNextOfTheHost() throws IOException {
        // the switch at 61 is torn: all from 60 to 90 may be anything
        RingVcpu vcpu = read(example(10).set(64 + 7 * 64, 0)).vcpus().get(0);
        assertEquals("{GUEST=28, HOST=5, HALTED=18, UNKNOWN=35}", states(vcpu));
        assertEquals("[]", vcpu.preemptions().toString());
        assertEquals(1, vcpu.counts().torn());
        // the exit at 60 lacks its entry: it counts, and its duration is not known
        assertEquals("[120:1/1, 96:1/0]", vcpu.exits().stream().map(e -> e.code() + ":" + e.count() + "/" + e.entered()).toList().toString());
    }

    @Test
    void aPreemptionWhoseEndIsMissingEndsWithTheLastRecordBefore() throws IOException {
        RingVcpu vcpu = read(example(11).set(64 + 8 * 64, 0)).vcpus().get(0);
        assertEquals("[Preemption[begin=56000000, end=56000000, first=Task[tid=78, name=], last=null]]", vcpu.preemptions().toString());
    }

    @Test
    void aHelloGivesTheDate() throws IOException {
        LoneRings rings = read(example(3).put(0, 40, HELLO, MAGIC | 1 << 8, 40, 5, REALTIME));
        assertTrue(rings.isDated());
        assertEquals(REALTIME - 35_000_000, rings.vcpus().get(0).begin());
    }

    @Test
    void withoutRecordsOfTheHostAllIsUnknown() throws IOException {
        LoneRings rings = read(new RingMemory().ring(0, 3, 4, 0).put(0, 10, 0x70).put(0, 50, 0x71));
        assertEquals("{UNKNOWN=0}", states(rings.vcpus().get(0)));
        assertEquals(20, rings.vcpus().get(0).end());
        assertEquals(false, rings.hasHost());
    }

    @Test
    void aTscThatWasSetAnewGoesOnFromTheLastTime() throws IOException {
        long far = 1L << 40;
        LoneRings rings = read(new RingMemory().ring(0, 0, 4, 0).set(32, 1).put(0, far, 0xa1).put(0, far + 10, 0x70).put(0, 7, 0x70)
                .put(0, 9, 0x71));
        assertEquals(12_000_000, rings.vcpus().get(0).end());
        assertEquals(1, rings.runs());
    }

    @Test
    void aRateThatNoClockHasIsRefused() throws IOException {
        for (long khz : new long[] { 0, -1, Long.MAX_VALUE }) {
            String why = assertThrows(IOException.class, () -> read(example(2).set(32, khz))).getMessage();
            assertTrue(why.endsWith("the rings do not report the rate of their clock; load the guest's tracer with tsc_khz."), why);
        }
    }

    /** Head and TSC are what a broken writer makes of them. */
    @Test
    void extremesAreCountedAndDoNotOverflow() throws IOException {
        RingMemory memory = example(16).set(24, Long.MAX_VALUE);
        LoneRings torn = read(memory);
        assertEquals(0, torn.vcpus().size());
        RingVcpu vcpu = read(example(2).put(0, -1, 0xa0, HLT).put(0, -2, 0xa1)).vcpus().get(0);
        assertEquals(Long.MAX_VALUE / 4, vcpu.end());
        assertEquals(vcpu.end() - vcpu.begin(), vcpu.states().values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void nsAreRoundedDown() {
        assertEquals(333_333, new RingScale(3).ns(1));
        assertEquals(90_651_396, new RingScale(2_596_098).ns(235_339_910));
    }

    /** Rings with all that can go wrong: gaps, swaps, shared rings, a TSC set anew, sleeps and preemptions of any kind. */
    private RingMemory random(long seed) {
        Random random = new Random(seed);
        RingMemory memory = new RingMemory().ring(0, random.nextInt(3) == 0 ? -1 : 0, 64, 8192).ring(8192, 1, 64, 0)
                .set(32, 1_000 + random.nextInt(4_000_000));
        long[] tsc = { 1_000 + random.nextInt(1_000), 500 + random.nextInt(1_000) };
        for (int i = 0; i < 150; i++) {
            int ring = random.nextInt(2);
            tsc[ring] += random.nextInt(1_000_000);
            tsc[ring] += random.nextInt(60) == 0 ? 1L << 33 : 0;
            tsc[ring] -= random.nextInt(40) == 0 && tsc[ring] > 1L << 33 ? 1L << 33 : 0;
            long stamp = tsc[ring] - (random.nextInt(10) == 0 ? Math.min(tsc[ring], random.nextInt(1_000)) : 0);
            long cpu = ring == 1 ? 1 : random.nextInt(2) * 2L;
            long pcpu = random.nextInt(20) == 0 ? 0xffff : random.nextInt(2);
            long at = cpu << 32;
            switch (random.nextInt(6)) {
            case 0 -> memory.put(ring * 8192, stamp, at | 0xa1, 0, 0, 0, pcpu);
            case 1 -> memory.put(ring * 8192, stamp, at | 0xa0, random.nextBoolean() ? HLT : IO, 0, 0, pcpu);
            case 2 -> memory.put(ring * 8192, stamp, at | 0xa2, random.nextInt(4), random.nextInt(3), 0x41L + random.nextInt(3), pcpu);
            case 3 -> memory.put(ring * 8192, stamp, at | 0xa3, random.nextInt(4), 0, 0x41L + random.nextInt(3), pcpu);
            case 4 -> memory.put(ring * 8192, stamp, at | (random.nextInt(8) == 0 ? HELLO : 0x70), MAGIC | 1 << 8, stamp, 5, REALTIME);
            default -> memory.put(ring * 8192, stamp, at | 0x70, 1);
            }
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            memory.set(random.nextInt(2) * 8192 + 64 + random.nextInt(64) * 64, 0);
        }
        return memory;
    }

    @Test
    void randomRingsAreAsTheOracleHasThem() throws IOException {
        List<Path> files = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (int seed = 0; seed < 60; seed++) {
            files.add(Files.write(fFolder.resolve(seed + ".ring"), random(seed).bytes()));
            found.add(lines(LoneRings.of(files.get(seed))));
        }
        assertEquals(ofOracle(ClockOracle.ringsAlone(files)), String.join("\n", found));
        assertNotEquals(ofOracle(ClockOracle.ringsAlone(files.subList(7, 8), "--drop", "30")), found.get(7), "a missing record is noticed");
    }

    private static String lines(LoneRings rings) {
        List<String> lines = new ArrayList<>();
        for (RingVcpu vcpu : rings.vcpus()) {
            lines.add("vCPU " + vcpu.vcpu() + " " + rings.isDated() + " " + rings.khz() + " " + vcpu.begin() + " - " + vcpu.end() + " records "
                    + vcpu.records() + " " + vcpu.hostRecords() + " " + vcpu.counts().overwritten() + " " + vcpu.counts().torn());
            lines.add("unknown " + vcpu.ns(RingState.UNKNOWN));
            if (vcpu.hostRecords() > 0) {
                for (RingState state : RingState.values()) {
                    lines.add(state.key() + " " + vcpu.ns(state));
                }
                lines.add("steal " + vcpu.stealAtLeast() + " " + vcpu.stealAtMost() + " migrations " + vcpu.migrations());
                vcpu.exits().stream().map(e -> "exit " + e.isa() + ":" + e.code() + " " + e.count() + " " + e.entered() + " " + e.total() + " "
                        + e.max()).sorted().forEach(lines::add);
                vcpu.preemptions().forEach(p -> lines.add("preempted " + p.begin() + " - " + p.end() + " " + p.first().tid() + p.first().name()
                        + " " + (p.last() == null ? "-" : p.last().tid() + p.last().name())));
            }
        }
        return String.join("\n", lines);
    }

    private static String ofOracle(JsonObject answer) {
        List<String> lines = new ArrayList<>();
        for (JsonObject one : Summary.objects(answer, "rings")) {
            lines.add("vCPU " + one.get("vcpu") + " " + one.get("clock").getAsString().equals("hello") + " " + one.get("tscKhz") + " "
                    + one.get("begin") + " - " + one.get("end") + " records " + one.get("records") + " " + one.get("hostRecords") + " "
                    + one.get("overwritten") + " " + one.get("torn"));
            lines.add("unknown " + one.get("unknown"));
            if (one.has("guest")) {
                for (RingState state : RingState.values()) {
                    lines.add(state.key() + " " + one.get(state.key()));
                }
                lines.add("steal " + one.get("steal").getAsJsonArray().get(0) + " " + one.get("steal").getAsJsonArray().get(1) + " migrations "
                        + one.get("migrations").getAsJsonArray().size());
                Summary.objects(one, "exitReasons").stream().map(e -> "exit " + e.get("isa") + ":" + e.get("code") + " " + e.get("count") + " "
                        + e.get("ended") + " " + e.get("total") + " " + e.get("max")).sorted().forEach(lines::add);
                Summary.objects(one, "preemptions").forEach(p -> lines.add("preempted " + p.get("begin") + " - " + p.get("end") + " "
                        + task(p, "first") + " " + task(p, "last")));
            }
        }
        return String.join("\n", lines);
    }

    private static String task(JsonObject of, String which) {
        return of.get(which).isJsonNull() ? "-" : of.getAsJsonObject(which).get("tid").getAsString()
                + of.getAsJsonObject(which).get("name").getAsString();
    }
}
