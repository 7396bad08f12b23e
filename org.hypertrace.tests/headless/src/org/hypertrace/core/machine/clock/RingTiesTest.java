/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.testing.story.RingMemory;
import org.hypertrace.testing.story.Story;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What decides the clock of rings: exits in ring and trace, unless records of the guest contradict that. */
class RingTiesTest {

    private static final int EXITS = 120;
    private static final int HLT = 120;
    private static final int VMMCALL = 129;
    private static final long MARK = 0x84;
    /** VM 10 is made at 1000, where its TSC is 0; the host records that 7 ns later. */
    private static final String LAUNCH = """
            90 host cpu0 fork CPU_0/KVM:11 10
            91 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            1007 host cpu0 kvm_tsc_offset 0 -5000
            1010 host cpu0 kvm_entry
            """;

    @TempDir
    private Path fFolder;
    private final int[] fReasons = new Random(1).ints(EXITS, 0, 2).map(kind -> kind == 0 ? HLT : VMMCALL).toArray();

    private static long time(int exit) {
        return 2_000 + 1_000L * exit + 37L * exit * exit % 300;
    }

    private static long tsc(long time) {
        return 2 * (time - 1_000);
    }

    /** Each exit is in the trace 3 ns before it is in the ring, over 4 ns later, and followed by an entry after 400 ns. */
    private String trace(int from, int until) {
        StringBuilder story = new StringBuilder(LAUNCH);
        for (int i = 0; i < EXITS; i++) {
            if (i == from) {
                story.append(time(i) - 50 + " host cpu1 lost_packets " + (time(until) - 50) + " 1\n");
            }
            if (i < from || i >= until) {
                story.append(time(i) - 3 + " host cpu0 kvm_exit " + (fReasons[i] == HLT ? "HLT" : "VMMCALL") + " 0 " + 4096 * i + "\n"
                        + (time(i) + 4) + " host cpu0 kvm_other\n" + (time(i) + 400) + " host cpu0 kvm_entry\n");
            }
        }
        return story + "200000 host cpu0 other\n";
    }

    /** With a record of the guest so long before the exit of that number. */
    private TscClock clock(String story, int exit, long before) throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 256, 0);
        for (int i = 0; i < EXITS; i++) {
            if (i == exit) {
                memory.put(0, tsc(time(i) - before), MARK, 5, 1);
            }
            memory.put(0, tsc(time(i)), 0xa0, 2L << 32 | fReasons[i], 4096 * i);
        }
        Files.write(fFolder.resolve("ring"), memory.bytes());
        Manifest manifest = Manifest.read(Files.writeString(fFolder.resolve(Manifest.FILE_NAME), """
                { "channel": "ring", "vms": [ { "pid": 10, "rings": [ "ring" ] } ] }"""));
        try (RingTies ties = new RingTies(host -> manifest)) {
            Story.events(story).forEach(ties::accept);
            return (TscClock) ((HostEvent.RingClock) ties.finish().get(0)).times();
        }
    }

    private static String text(TscClock clock) {
        return clock.method().label() + ' ' + clock.matched() + ' ' + clock.outside().count() + (clock.isFailed() ? " failed" : "");
    }

    @Test
    void exitsDecideBesideWhatIsMissing() throws IOException {
        assertEquals("exits 120 0", text(clock(trace(EXITS, EXITS), 50, 100)));
        // 40 of them the host has lost, and where the record was it does not know
        assertEquals("exits 80 0", text(clock(trace(40, 80), 50, 100)));
        assertEquals("exits 80 0", text(clock(trace(40, 80), 50, 700)));
    }

    /** A record 600 ns before an exit, when the vCPU had not yet entered the guest. Where the TSC was 0 is all that is left, and it is no better. */
    @Test
    void exitsThatTheGuestsRecordsContradictDoNotDecide() throws IOException {
        long away = time(50) - time(49) - 200;
        assertEquals("newTsc 0 1 failed", text(clock(trace(EXITS, EXITS), 50, away)));
    }

    /** The vCPU enters 400 ns after an exit; 2 ns before that the record may be right, as the clock is uncertain by more. */
    @Test
    void aRecordBesideItsStayDoesNotContradict() throws IOException {
        long uncertain = time(50) - time(49) - 398;
        assertEquals("exits 120 1", text(clock(trace(EXITS, EXITS), 50, uncertain)));
    }
}
