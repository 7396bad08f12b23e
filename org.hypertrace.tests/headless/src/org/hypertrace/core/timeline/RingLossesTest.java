/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.testing.log.TrackerLog;
import org.hypertrace.testing.story.RingMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where events of the host are missing, nobody knows whether a vCPU was in the guest. */
class RingLossesTest {

    private static final long MARK = 0x84;
    /** VM 10 is made at 100, where its TSC is 0. Its vCPU is not in the guest from 140 to 160, from 200 to 230 and from 300 to 310. */
    private static final String STORY = """
            90 host cpu0 fork CPU_0/KVM:11 10
            91 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            100 host cpu0 kvm_tsc_offset 0 -5000
            110 host cpu0 kvm_entry
            140 host cpu0 kvm_exit HLT 0 0x1000
            160 host cpu0 kvm_entry
            200 host cpu0 kvm_exit HLT 0 0x1000
            205 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
            225 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
            230 host cpu0 kvm_entry
            300 host cpu0 kvm_exit HLT 0 0x1000
            310 host cpu0 kvm_entry
            400 host cpu0 kvm_exit HLT 0 0x1000
            900 host cpu0 other
            """;

    @TempDir
    private Path fFolder;

    /** Records at 150, 217 and 305; a loss stands before the event of a time. */
    private String remarks(int before, String loss) throws IOException {
        RingMemory memory = new RingMemory().ring(0, 0, 8, 0);
        for (long time : new long[] { 150, 217, 305 }) {
            memory.put(0, 2 * (time - 100), MARK, 5, time);
        }
        Files.write(fFolder.resolve("ring"), memory.bytes());
        Path file = Files.writeString(fFolder.resolve(Manifest.FILE_NAME), """
                { "channel": "ring", "vms": [ { "pid": 10, "rings": [ "ring" ] } ] }""");
        String mark = before + " host";
        assertTrue(STORY.contains(mark), mark);
        return TrackerLog.of(STORY.replace(mark, loss + mark), Manifest.read(file), LookAhead.DEFAULT_LIMIT).remarks();
    }

    @Test
    void aRecordInAPartThatIsMissingIsNoViolation() throws IOException {
        assertContains("notInGuest=3, notInGuestBy=13}", remarks(90, ""));
        // until the next switch nobody knows who has the processor
        assertContains("notInGuest=1, notInGuestBy=5}", remarks(160, "150 host cpu0 lost_packets 155 1\n"));
    }

    /** While another processor's events are missing, the thread may be there once it has left its own. */
    @Test
    void aThreadMayBeOnTheProcessorThatIsMissing() throws IOException {
        assertContains("notInGuest=1, notInGuestBy=5}", remarks(160, "150 host cpu1 lost_packets 900 1\n"));
        // over before it left
        assertContains("notInGuest=2, notInGuestBy=13}", remarks(160, "150 host cpu1 lost_packets 204 1\n"));
    }

    private static void assertContains(String part, String all) {
        assertTrue(all.contains(part), all);
    }
}
