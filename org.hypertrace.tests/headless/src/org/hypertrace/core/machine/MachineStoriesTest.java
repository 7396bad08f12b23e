/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trace reports a thread only later, and when a process is another one. */
class MachineStoriesTest {

    @TempDir
    private Path fFolder;

    @Test
    void whenAProcessEndsItsIdIsAnotherOnes() {
        String story = """
                100 host cpu0 fork qemu:10 10
                101 host cpu0 fork CPU_0/KVM:11 10
                102 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                103 host cpu0 kvm_entry
                %s
                130 host cpu0 fork CPU_0/KVM:12 10
                140 host cpu0 sched_switch CPU_0/KVM:11 R CPU_0/KVM:12
                150 host cpu0 kvm_entry
                """;
        String first = "11: 103 vCPU 0 from 103 of 10#1 by FORK\n";
        assertEquals(first + "12: 150 vCPU 0 from 150 of 10#2 by FORK\n",
                TrackerLog.of(story.formatted("120 host cpu1 thread_exit qemu:10")).identities());
        // another thread of it does not end it
        assertEquals(first + "12: 150 vCPU 0 from 150 of 10#1 by FORK\n",
        TrackerLog.of(story.formatted("120 host cpu1 thread_exit qemu:19")).identities());
        // a new process with that id
        assertEquals(first + "12: 150 vCPU 0 from 150 of 10#2 by FORK\n",
        TrackerLog.of(story.formatted("120 host cpu1 fork qemu:10 10")).identities());
    }

    @Test
    void whatIsReportedReplacesWhatWasInferredOnly() {
        assertEquals("11: 110 vCPU 0 from 110 of 10#1 by KERNEL_THREAD, 120 vCPU 0 from 110 of 7#1 by REPORTED\n", TrackerLog.of("""
                90 host cpu1 sched_switch swapper/1:0 R kvm-pit/10:12
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu1 statedump CPU_0/KVM:11 7
                130 host cpu1 statedump CPU_0/KVM:11 8
                """).identities());
        assertEquals("11: 110 vCPU 0 from 110 of 10#1 by FORK\n", TrackerLog.of("""
                90 host cpu1 fork CPU_0/KVM:11 10
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu1 statedump CPU_0/KVM:11 7
                """).identities());
        // a thread that is no vCPU may be reported, too
        assertEquals("", TrackerLog.of("120 host cpu1 statedump bash:9 9\n130 host cpu0 other\n").identities());
    }

    @Test
    void theManifestNamesAVmOnceItsProcessIsReported() throws IOException {
        Manifest manifest = Manifest.read(Files.writeString(fFolder.resolve("m.json"), "{\"vms\":[{\"name\":\"web\",\"pid\":7}]}"));
        assertEquals("120 7#1 is web", TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S x:11
                110 host cpu0 kvm_entry
                120 host cpu1 statedump x:11 7
                """, manifest, 100).remarks());
    }

    @Test
    void aNameMayReportTheNumberLater() {
        assertEquals("11: 110 vCPU -1 from 110 of no process, 120 vCPU 3 from 110 of no process\n", TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S qemu:11
                110 host cpu0 kvm_entry
                120 host cpu0 sched_switch CPU_3/KVM:11 S bash:9
                130 host cpu0 sched_switch bash:9 S CPU_3/KVM:11
                """).identities());
        assertEquals("11: 110 vCPU -1 from 110 of no process, 120 vCPU 3 from 110 of no process\n", TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S qemu:11
                110 host cpu0 kvm_entry
                120 host cpu1 statedump CPU_3/KVM:11 -1
                """.replace(" -1\n", " cpu-1\n").replace("cpu-1", "-1")).identities());
    }

    /** The state of a dead thread may have flags beside. */
    @Test
    void aSwitchToDeathEndsAThreadWhateverElseItReports() {
        for (String dead : new String[] { "X", "Z", "0x110", "0x420" }) {
            assertEquals("11: 110 vCPU 0 from 110 of no process, 120 ends\n", TrackerLog.of("""
                    100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                    110 host cpu0 kvm_entry
                    120 host cpu0 sched_switch CPU_0/KVM:11 %s bash:9
                    """.formatted(dead)).identities(), dead);
        }
        assertEquals("11: 110 vCPU 0 from 110 of no process\n", TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 sched_switch CPU_0/KVM:11 0x30 bash:9
                """).identities());
    }

    /** Who runs when events were lost is not known until an event reports. */
    @Test
    void afterALossNobodyIsKnownToRun() {
        assertEquals("120 lost 7\n130 unattributed", TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 lost 125 7
                130 host cpu0 kvm_exit HLT
                """).remarks());
    }
}
