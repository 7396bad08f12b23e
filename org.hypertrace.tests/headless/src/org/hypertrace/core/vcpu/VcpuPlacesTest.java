/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Test;

/** Where a vCPU runs, who has its processor instead, and what lost events leave unknown. */
class VcpuPlacesTest {

    private static final String RUNS = """
            100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
            110 host cpu0 kvm_exit INTR
            """;

    @Test
    void preemptorsAreTheTasksThatFollowEachOtherOnTheProcessorItLeft() {
        TrackerLog reported = TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu0 sched_switch make:20 S CPU_1/KVM:12
                140 host cpu0 sched_switch CPU_1/KVM:12 S swapper/0:0
                150 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                """);
        assertEquals("11: 120 make(20), 130 CPU 1/KVM(12), 140 -\n", reported.preemptors());
        assertEquals("11: 110 cpu0, 120 -, 150 cpu0\n", reported.processors());
    }

    @Test
    void aMovedThreadWaitsForTheProcessorItWasMovedTo() {
        TrackerLog reported = TrackerLog.of("90 host cpu1 sched_switch swapper/1:0 R cc:30\n" + RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ make:20
                130 host cpu0 sched_migrate_task CPU_0/KVM:11 cpu1
                140 host cpu0 sched_switch make:20 S ld:21
                150 host cpu1 sched_switch cc:30 S CPU_0/KVM:11
                """);
        assertEquals("11: 120 make(20), 130 cc(30), 150 -\n", reported.preemptors());
        assertEquals("11: 110 INTR, 150 cpu0→cpu1\n", reported.transitions());
    }

    @Test
    void aWokenThreadWaitsForTheProcessorItIsWokenOn() {
        TrackerLog reported = TrackerLog.of("90 host cpu1 sched_switch swapper/1:0 R cc:30\n" + RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                130 host cpu1 sched_waking CPU_0/KVM:11 cpu0
                135 host cpu1 sched_wakeup CPU_0/KVM:11 cpu1
                150 host cpu1 sched_switch cc:30 S CPU_0/KVM:11
                """);
        assertEquals("11: 135 cc(30), 150 -\n", reported.preemptors());
        assertEquals("11: 110 host kernel, 120 blocked, 130 waking, 150 host kernel\n", reported.states());
    }

    /** It did not sleep: it is not waking, and waits where it was preempted, wherever it is reported to be woken. */
    @Test
    void aWakeupOfAPreemptedThreadChangesNothing() {
        TrackerLog reported = TrackerLog.of("90 host cpu1 sched_switch swapper/1:0 R cc:30\n" + RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R make:20
                130 host cpu1 sched_waking CPU_0/KVM:11 cpu1
                135 host cpu1 sched_wakeup CPU_0/KVM:11 cpu1
                140 host cpu0 sched_switch make:20 S ld:21
                150 host cpu0 sched_switch ld:21 S CPU_0/KVM:11
                """);
        assertEquals("11: 110 host kernel, 120 preempted, 150 host kernel\n", reported.states());
        assertEquals("11: 120 make(20), 140 ld(21), 150 -\n", reported.preemptors());
    }

    @Test
    void sleepingIsNotWaitingForAProcessor() {
        assertEquals("", TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 S make:20
                130 host cpu0 sched_switch make:20 S ld:21
                """).preemptors());
    }

    @Test
    void twoVcpusTakeTheProcessorFromEachOther() {
        assertEquals("""
                11: 120 CPU 0/KVM(12), 130 -
                12: 130 CPU 0/KVM(11)
                """, TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 R CPU_0/KVM:12
                125 host cpu0 kvm_entry
                130 host cpu0 sched_switch CPU_0/KVM:12 R+ CPU_0/KVM:11
                """).preemptors());
    }

    @Test
    void afterLostEventsAVcpuIsUnknownUntilAnEventDecides() {
        TrackerLog reported = TrackerLog.of(RUNS + """
                120 host cpu0 kvm_entry
                130 host cpu0 lost 140 7
                150 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                160 host cpu0 irq_entry 4
                165 host cpu0 irq_exit
                170 host cpu0 kvm_entry
                """);
        // the switch reports that it runs, not whether in the kernel or in user space; the interrupt does
        assertEquals("11: 110 host kernel, 120 guest, 130 unknown, 160 host interrupt, 165 unknown, 170 guest\n",
                reported.states());
        assertEquals("130 lost 7", reported.remarks());
    }

    @Test
    void afterLostEventsThePlaceMayBeReportedBeforeTheCauseOfSleep() {
        assertEquals("11: 110 host kernel, 130 unknown, 150 preempted, 160 unknown, 180 waking, 190 unknown, 195 guest\n",
                TrackerLog.of(RUNS + """
                130 host cpu0 lost 140 7
                150 host cpu0 sched_switch CPU_0/KVM:11 R+ bash:10
                160 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                170 host cpu0 sched_switch CPU_0/KVM:11 S bash:10
                180 host cpu0 sched_wakeup CPU_0/KVM:11 cpu0
                190 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                195 host cpu0 kvm_entry
                """).states());
    }

    @Test
    void eventsLostElsewhereDoNotTouchAVcpuThatRuns() {
        assertEquals("11: 110 host kernel, 120 guest, 150 host kernel\n", TrackerLog.of(RUNS + """
                120 host cpu0 kvm_entry
                130 host cpu1 lost 140 7
                150 host cpu0 kvm_exit HLT
                """).states());
        // but one that sleeps may have been switched to there
        assertEquals("11: 110 host kernel, 120 blocked, 130 unknown\n", TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch CPU_0/KVM:11 S bash:10
                130 host cpu1 lost 140 7
                150 host cpu1 sched_wakeup CPU_0/KVM:11 cpu1
                """).states());
    }

    @Test
    void aThreadThatLeftUnseenIsUnknown() {
        assertEquals("11: 110 host kernel, 120 unknown, 130 host kernel\n", TrackerLog.of(RUNS + """
                120 host cpu0 sched_switch make:20 S bash:10
                125 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                130 host cpu0 kvm_exit INTR
                """).states());
    }
}
