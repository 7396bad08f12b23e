/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.testing.log.TrackerLog;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a guest reports by shared memory stands among the events of its host, once. */
class GuestRingsTest {

    /** VM 10 is made at 100, where its TSC is 0. */
    private static final String LAUNCH = """
            90 host cpu0 fork CPU_0/KVM:11 10
            91 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            100 host cpu0 kvm_tsc_offset 0 -5000
            110 host cpu0 kvm_entry
            """;
    private static final String END = "900 host cpu0 other\n";
    private static final long MARK = 0x84;

    @TempDir
    Path fFolder;

    private TrackerLog report(String channel, RingMemory memory, String story) throws IOException {
        Files.write(fFolder.resolve("ring"), memory.bytes());
        return report(channel, story);
    }

    private TrackerLog report(String channel, String story) throws IOException {
        Path file = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), "{ \"channel\": \"" + channel
                + "\", \"vms\": [ { \"pid\": 10, \"rings\": [ \"ring\" ] } ] }");
        return TrackerLog.of(story, Manifest.read(file), LookAhead.DEFAULT_LIMIT);
    }

    private static String guests(TrackerLog log) {
        return log.timeline().lines().filter(line -> line.contains(" cpu")).collect(Collectors.joining("\n"));
    }

    /** The value of the TSC at that time. */
    private static long tsc(long time) {
        return 2 * (time - 100);
    }

    private static String mark(long time, int value) {
        return """
                %d host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                %d host cpu0 kvm_hypercall 0x84 5 %d 0 0
                %d host cpu0 kvm_entry
                """.formatted(time - 1, time, value, time + 1);
    }

    @Test
    void aGuestThatReportsByRingsOnlyIsSeen() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 4096).ring(4096, 1, 4, 0)
                .put(0, tsc(150), MARK, 5, 1).put(4096, tsc(160), 1L << 32 | MARK, 1L << 32 | 6, 2)
                .put(0, tsc(170), MARK, 5, 3);
        TrackerLog log = report("ring", memory, LAUNCH + "155 host cpu0 other\n" + END);
        assertEquals("""
                100 guest 0 is 10#1 uses hypertrace-1
                110 h
                150 cpu0 mark tid=5 value=1 by 10#1 thread 11
                155 h
                160 cpu1 mark tid=6 value=2 by 10#1
                170 cpu0 mark tid=5 value=3 by 10#1 thread 11
                900 h""", log.timeline().lines().skip(3).collect(Collectors.joining("\n")));
        assertEquals("rings of 10#1 {decoded=3}", log.remarks());
    }

    @Test
    void itsHypercallsAreNotItsWords() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, tsc(150), MARK, 5, 1);
        TrackerLog log = report("ring", memory, LAUNCH + mark(152, 1) + "160 host cpu0 kvm_hypercall 5 0 0 0 0\n" + END);
        assertEquals("""
                150 cpu0 mark tid=5 value=1 by 10#1 thread 11
                160 cpu0 kvm_hypercall nr=5 a0=0 a1=0 a2=0 a3=0 by 10#1 thread 11""", guests(log));
        assertEquals("rings of 10#1 {decoded=1, hypercallsNotRead=1}", log.remarks());
    }

    @Test
    void whatIsReportedBothWaysIsReportedOnce() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0).put(0, tsc(150), MARK, 5, 1).put(0, tsc(160), MARK, 5, 2)
                .put(0, tsc(170), MARK, 5, 3).put(0, tsc(180), MARK, 5, 3);
        // the first before the ring, the second lost by the host's tracer, of two equal ones one
        TrackerLog log = report("both", memory, LAUNCH + mark(140, 9) + mark(152, 1) + mark(172, 3) + END);
        assertEquals("""
                140 cpu0 mark tid=5 value=9 by 10#1 thread 11
                152 cpu0 mark tid=5 value=1 by 10#1 thread 11
                160 cpu0 mark tid=5 value=2 by 10#1 thread 11
                172 cpu0 mark tid=5 value=3 by 10#1 thread 11
                180 cpu0 mark tid=5 value=3 by 10#1 thread 11""", guests(log));
        assertEquals("rings of 10#1 {decoded=2, alsoByHypercall=2}", log.remarks());
    }

    @Test
    void anEqualHypercallSecondsLaterIsAnother() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0).put(0, tsc(150), MARK, 5, 1);
        TrackerLog log = report("both", memory, LAUNCH + mark(3_000_000_000L, 1) + END.replace("900", "3000000900"));
        assertEquals("""
                150 cpu0 mark tid=5 value=1 by 10#1 thread 11
                3000000000 cpu0 mark tid=5 value=1 by 10#1 thread 11""", guests(log));
    }

    @Test
    void aProcessCannotMakeARecordOfItsKernelDisappear() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0).put(0, tsc(150), 0x71, 9);
        TrackerLog log = report("both", memory, LAUNCH + """
                151 host cpu0 kvm_exit VMMCALL 0 0x401000
                152 host cpu0 kvm_hypercall 0x71 9 0 0 0
                """ + END);
        assertEquals("rings of 10#1 {decoded=1}", log.remarks());
    }

    @Test
    void whatTheHostWroteIsOnlyCounted() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0).put(0, tsc(150), 0xa0, 7).put(0, tsc(151), 0xa1)
                .put(0, tsc(160), MARK, 5, 1);
        TrackerLog log = report("both", memory, LAUNCH + END);
        assertEquals("160 cpu0 mark tid=5 value=1 by 10#1 thread 11", guests(log));
        assertEquals("rings of 10#1 {decoded=1, byHost=2}", log.remarks());
    }

    @Test
    void exitsThatTheHostWroteAreComparedWithItsTrace() throws IOException {
        // VMMCALL is 129 of AMD; the second is in the trace only, the third in the ring only
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0).put(0, tsc(150), 0xa0, 2L << 32 | 129, 0x1000L)
                .put(0, tsc(190), 0xa0, 2L << 32 | 129, 0x3000L);
        String story = LAUNCH + """
                151 host cpu0 kvm_exit VMMCALL 0 0x1000
                152 host cpu0 kvm_entry
                160 host cpu0 kvm_exit VMMCALL 0 0x2000
                3000000000 host cpu0 other
                """;
        assertEquals("rings of 10#1 {byHost=2, notInTrace=1}", report("ring", memory, story).remarks());
        // 10 ms without any event before the exit
        memory.put(0, tsc(10_000_200), 0xa0, 2L << 32 | 129, 0x4000L);
        assertEquals("rings of 10#1 {byHost=3, notInTrace=1}", report("ring", memory, story.replace("3000000000",
                "10000199 host cpu0 kvm_exit VMMCALL 0 0x4000\n3000000000")).remarks());
        // 5 ms between the trace's exit and its record
        memory.put(0, tsc(20_000_200), 0xa0, 2L << 32 | 129, 0x5000L);
        assertEquals("rings of 10#1 {byHost=4, notInTrace=1}", report("ring", memory, story.replace("3000000000",
                "10000199 host cpu0 kvm_exit VMMCALL 0 0x4000\n15000200 host cpu0 kvm_exit VMMCALL 0 0x5000\n3000000000")).remarks());
        // a trace without exits contradicts nothing
        assertEquals("rings of 10#1 {byHost=4}", report("ring", memory, story.replaceAll(".*kvm_exit.*\n", "")).remarks());
    }

    @Test
    void whatIsMissingIsCounted() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0);
        for (int i = 0; i < 7; i++) {
            memory.put(0, tsc(150 + 10 * i), MARK, 5, i);
        }
        memory.put(0, tsc(2_000), MARK, 5, 9).set(40, 3).set(64 + 64, 0);
        TrackerLog log = report("ring", memory, LAUNCH + END);
        assertEquals("190 210", guests(log).lines().map(line -> line.split(" ")[0])
                .collect(Collectors.joining(" ")));
        assertEquals("rings of 10#1 {decoded=2, overwritten=4, notWritten=3, torn=1, outside=1}", log.remarks());
    }

    /** From 140 to 160 and from 200 to 230 its vCPU is not in the guest; what is after its last exit contradicts nothing. */
    @Test
    void recordsThatAreWhereTheirVcpuIsNotInTheGuestAreCounted() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0).put(0, tsc(139), MARK, 5, 1).put(0, tsc(147), MARK, 5, 2).put(0, tsc(170), MARK, 5, 3)
                .put(0, tsc(219), MARK, 5, 4).put(0, tsc(202), MARK, 5, 5).put(0, tsc(500), MARK, 5, 6);
        TrackerLog log = report("ring", memory, LAUNCH + """
                140 host cpu0 kvm_exit HLT 0 0x1000
                160 host cpu0 kvm_entry
                200 host cpu0 kvm_exit HLT 0 0x1000
                230 host cpu0 kvm_entry
                300 host cpu0 kvm_exit HLT 0 0x1000
                """ + END);
        assertEquals("rings of 10#1 {decoded=6, notInGuest=3, notInGuestBy=11}", log.remarks());
    }

    @Test
    void aVmThatWasThereBeforeIsPlacedByItsOwnClock() throws IOException {
        long epoch = 1_700_000_000_000_000_000L;
        String there = LAUNCH.lines().filter(line -> !line.contains("tsc")).map(line -> (epoch + Long.parseLong(
                line.substring(0, line.indexOf(' ')))) + line.substring(line.indexOf(' '))).collect(Collectors.joining("\n", "", "\n"));
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0)
                .put(0, 1_000, 0x81, 0x4754524300000100L, 1_000, 5, epoch + 200).put(0, 1_020, MARK, 5, 1);
        TrackerLog log = report("ring", memory, there + (epoch + 900) + " host cpu0 other\n");
        assertTrue(guests(log).contains(epoch + 210 + " cpu0 mark tid=5 value=1"), guests(log));
        assertEquals("rings of 10#1 {decoded=2, byGuestsClock=2}", log.remarks());
        // nothing reports when it was
        memory = new RingMemory().ring(0, 0, 4, 0).put(0, 1_020, MARK, 5, 1);
        assertEquals("rings of 10#1 {unplaced=1}", report("ring", memory, there).remarks());
    }

    @Test
    void aHypercallThatReportsTheTscTiesTheClocks() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, 7_100, MARK, 5, 1);
        TrackerLog log = report("ring", memory, LAUNCH.replaceAll(".*tsc.*\n", "") + """
                200 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                201 host cpu0 kvm_hypercall 0x81 0x4754524300000100 7000 0 0
                """ + END);
        assertEquals("251 cpu0 mark tid=5 value=1 by 10#1 thread 11", guests(log));
    }

    @Test
    void theHostMayTurnTheTscBack() throws IOException {
        // at 400 the TSC becomes 4e10 less: what is in the ring behind that place waits for it
        long back = 40_000_000_000L;
        RingMemory memory = new RingMemory().ring(0, 0, 4, 0).put(0, back + tsc(150), MARK, 5, 1)
                .put(0, tsc(450), MARK, 5, 2);
        TrackerLog log = report("ring", memory, LAUNCH.replaceAll(".*tsc.*\n", "") + """
                120 host cpu0 kvm_exit VMMCALL 0 0xffffffff81000000
                121 host cpu0 kvm_hypercall 0x81 0x4754524300000100 %d 0 0
                400 host cpu0 kvm_tsc_offset %d 0
                """.formatted(back + tsc(121), back) + END);
        assertEquals("""
                150 cpu0 mark tid=5 value=1 by 10#1 thread 11
                450 cpu0 mark tid=5 value=2 by 10#1 thread 11""", guests(log));
        assertEquals("rings of 10#1 {decoded=2, hypercallsNotRead=1}", log.remarks());
    }

    @Test
    void ofARestartedVmEachRunHasItsRing() throws IOException {
        Files.write(fFolder.resolve("one"), new RingMemory().ring(0, 0, 4, 0).put(0, tsc(150), MARK, 5, 1).bytes());
        Files.write(fFolder.resolve("two"), new RingMemory().ring(0, 0, 4, 0).put(0, tsc(150), MARK, 5, 2).bytes());
        Path file = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), """
                { "channel": "ring", "vms": [ { "pid": 10, "rings": [ "one" ] }, { "pid": 10, "rings": [ "two" ] } ] }""");
        String again = """
                300 host cpu0 thread_exit CPU_0/KVM:11
                301 host cpu0 fork qemu:10 10
                302 host cpu0 fork CPU_0/KVM:11 10
                303 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                400 host cpu0 kvm_tsc_offset 0 -8000
                410 host cpu0 kvm_entry
                """;
        assertEquals("""
                150 cpu0 mark tid=5 value=1 by 10#1 thread 11
                450 cpu0 mark tid=5 value=2 by 10#2 thread 11""",
                guests(TrackerLog.of(LAUNCH + again + END, Manifest.read(file), LookAhead.DEFAULT_LIMIT)));
    }

    @Test
    void aFileThatCannotBeReadIsReportedAndTheRestIsShown() throws IOException {
        String story = LAUNCH + mark(152, 1) + END;
        String mark = "152 cpu0 mark tid=5 value=1 by 10#1 thread 11";
        assertEquals(mark, guests(report("ring", story)));
        assertTrue(report("ring", story).remarks().contains("is not there, or no file"), report("ring", story).remarks());
        assertEquals(mark, guests(report("both", new RingMemory(), story)));
        assertTrue(report("both", story).remarks().contains("has no ring of version 1 at byte 0"));
        Path outside = Files.write(Files.createTempDirectory("outside").resolve("ring"), new RingMemory().ring(0, 0, 4, 0).bytes());
        Files.delete(fFolder.resolve("ring"));
        Files.createSymbolicLink(fFolder.resolve("ring"), outside);
        assertTrue(report("both", story).remarks().contains("leads out of the folder"), report("both", story).remarks());
        Files.delete(outside);
        Files.delete(outside.getParent());
    }

    @Test
    void aHugeFileOfNothingIsReadInLittleMemory() throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 1 << 20, 0).set(24, Long.MAX_VALUE);
        Files.write(fFolder.resolve("ring"), memory.bytes());
        try (RandomAccessFile file = new RandomAccessFile(fFolder.resolve("ring").toFile(), "rw")) {
            file.setLength(1L << 31);
        }
        assertEquals("rings of 10#1 {overwritten=" + (Long.MAX_VALUE - (1 << 20)) + ", torn=" + (1 << 20) + "}",
                report("both", LAUNCH + END).remarks());
    }
}
