/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Test;

/** What occupies a processor, the interrupts it serves, and how many vCPUs want it. */
class ResourceTrackerTest {

    @Test
    void occupantsFollowEachOtherAndIdleIsNone() {
        assertEquals("""
                cpu0: 100 make(20), 110 ld(21), 120 -, 130 make(20)
                cpu1: 105 -
                """, TrackerLog.of("""
                100 host cpu0 sched_switch swapper/0:0 R make:20
                105 host cpu1 sched_switch bash:10 S swapper/1:0
                110 host cpu0 sched_switch make:20 R+ ld:21
                120 host cpu0 sched_switch ld:21 S swapper/0:0
                130 host cpu0 sched_switch swapper/0:0 R make:20
                """).occupants());
    }

    @Test
    void aThreadIsAVcpuFromItsFirstEventOfTheHypervisorToItsEnd() {
        assertEquals("cpu0: 100 CPU 0/KVM(11), 110 CPU 0/KVM(11) as vCPU, 130 CPU 0/KVM(11), 140 -\n", TrackerLog.of("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit IOIO
                130 host cpu0 thread_exit CPU_0/KVM:11
                140 host cpu0 sched_switch CPU_0/KVM:11 X swapper/0:0
                """).occupants());
    }

    /** As the next switch reports, which then reports its name, too. Other events before the first switch leave it open. */
    @Test
    void beforeTheFirstSwitchTheHypervisorsEventsReportTheOccupant() {
        assertEquals("cpu0: 110 (11) as vCPU, 120 -\n", TrackerLog.of("""
                100 host cpu0 other
                110 host cpu0 kvm_entry
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                """).occupants());
        assertEquals("cpu0: 105 make(20), 120 -\n", TrackerLog.of("""
                100 host cpu0 other
                102 host cpu0 statedump make:20 20
                105 host cpu0 context make:20
                120 host cpu0 sched_switch make:20 S swapper/0:0
                """).occupants());
    }

    @Test
    void afterLostEventsTheOccupantIsUnknownUntilTheNextSwitch() {
        assertEquals("""
                cpu0: 100 make(20), 110 unknown, 150 -
                cpu1: 101 ld(21)
                """, TrackerLog.of("""
                100 host cpu0 sched_switch swapper/0:0 R make:20
                101 host cpu1 sched_switch swapper/1:0 R ld:21
                110 host cpu0 lost 140 7
                145 host cpu0 other
                150 host cpu0 sched_switch cc:22 S swapper/0:0
                """).occupants());
    }

    @Test
    void ofNestedInterruptsTheOutermostCounts() {
        assertEquals("cpu0: 110 irq 4, 140 -, 150 softirq TIMER, 160 -\n", TrackerLog.of("""
                100 host cpu0 sched_switch swapper/0:0 R make:20
                110 host cpu0 irq_entry 4
                120 host cpu0 softirq_entry 1
                130 host cpu0 softirq_exit
                140 host cpu0 irq_exit
                145 host cpu0 irq_exit
                150 host cpu0 softirq_entry 1
                160 host cpu0 softirq_exit
                """).interrupts());
    }

    @Test
    void anInterruptEndsWithTheSwitchAndWithLostEvents() {
        assertEquals("""
                cpu0: 110 hrtimer, 120 -, 130 local APIC vector 236, 140 -
                cpu1: 115 irq 5
                """, TrackerLog.of("""
                110 host cpu0 hrtimer_entry
                115 host cpu1 irq_entry 5
                120 host cpu0 sched_switch swapper/0:0 R make:20
                130 host cpu0 apic_entry 236
                140 host cpu0 lost 150 7
                """).interrupts());
    }

    @Test
    void aVcpuWantsTheProcessorItHasOrWaitsFor() {
        TrackerLog reported = TrackerLog.of("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ CPU_0/KVM:12
                125 host cpu0 kvm_entry
                130 host cpu1 sched_migrate_task CPU_0/KVM:11 cpu1
                140 host cpu1 sched_switch make:20 S CPU_0/KVM:11
                150 host cpu1 kvm_exit HLT
                160 host cpu1 sched_switch CPU_0/KVM:11 S swapper/1:0
                170 host cpu0 sched_waking CPU_0/KVM:11 cpu1
                175 host cpu0 sched_wakeup CPU_0/KVM:11 cpu0
                180 host cpu0 sched_switch CPU_0/KVM:12 S CPU_0/KVM:11
                """);
        assertEquals("11: 120 cpu0, 130 cpu1, 140 -, 170 cpu1, 175 cpu0, 180 -\n", reported.waits());
        // 12 enters its guest, and is a vCPU, only at 125; at 180 one leaves and the other had waited
        assertEquals("""
                cpu0: 110 1, 125 2, 130 1, 175 2, 180 1
                cpu1: 130 1, 160 0, 170 1, 175 0
                """, reported.runnable());
    }

    @Test
    void aThreadThatRunsNoGuestWantsNothing() {
        assertEquals("", TrackerLog.of("""
                100 host cpu0 sched_switch bash:10 S qemu:11
                110 host cpu0 kvm_other
                120 host cpu0 sched_switch qemu:11 R+ bash:10
                """).runnable());
    }

    @Test
    void anEndedOrForgottenVcpuWantsNothing() {
        assertEquals("cpu0: 110 1, 120 0\n", TrackerLog.of("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 thread_exit CPU_0/KVM:11
                130 host cpu0 sched_switch CPU_0/KVM:11 X bash:10
                """).runnable());
        TrackerLog lost = TrackerLog.of("""
                100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 sched_switch CPU_0/KVM:11 R bash:10
                130 host cpu1 lost 140 7
                """);
        assertEquals("cpu0: 110 1, 130 0\n", lost.runnable());
        assertEquals("11: 120 cpu0, 130 -\n", lost.waits());
    }
}
