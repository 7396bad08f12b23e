/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Test;

/** Who a vCPU is: thread, number, process; and how a trace that does not report it at once is read. */
class MachineTrackerTest {

    @Test
    void theProcessIsReportedByTheForkOfTheThread() {
        assertEquals("11: 120 vCPU 3 from 120 of 10#1 by FORK\n", TrackerLog.of("""
                100 host cpu0 fork qemu:10 10
                101 host cpu0 fork CPU_3/KVM:11 10
                110 host cpu0 sched_switch bash:9 S CPU_3/KVM:11
                120 host cpu0 kvm_entry
                """).identities());
    }

    @Test
    void aStateDumpMayReportItLater() {
        assertEquals("11: 120 vCPU -1 from 120 of no process, 130 vCPU -1 from 120 of 10#1 by REPORTED\n", TrackerLog.of("""
                110 host cpu0 sched_switch bash:9 S worker:11
                120 host cpu0 kvm_entry
                130 host cpu1 statedump worker:11 10
                """).identities());
    }

    @Test
    void theKernelsHelperThreadsNameTheProcess() {
        assertEquals("""
                11: 120 vCPU 0 from 120 of 10#1 by KERNEL_THREAD
                23: 140 vCPU 0 from 140 of 20#1 by KERNEL_THREAD
                """, TrackerLog.of("""
                90 host cpu1 sched_switch swapper/1:0 R kvm-pit/10:12
                95 host cpu1 sched_switch kvm-pit/10:12 S vhost-20:22
                110 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 host cpu0 kvm_entry
                130 host cpu0 sched_switch CPU_0/KVM:11 S CPU_0/KVM:23
                140 host cpu0 kvm_entry
                """).identities());
    }

    @Test
    void theNumberComesFromTheExitRatherThanFromTheName() {
        assertEquals("11: 120 vCPU 1 from 120 of no process, 130 vCPU 5 from 120 of no process\n", TrackerLog.of("""
                110 host cpu0 sched_switch bash:9 S CPU_1/KVM:11
                120 host cpu0 kvm_entry
                130 host cpu0 kvm_exit HLT 5
                140 host cpu0 sched_switch CPU_1/KVM:11 S CPU_2/KVM:11
                """).identities());
    }

    @Test
    void aThreadThatOnlyCausesOtherEventsOfTheHypervisorIsACandidate() {
        assertEquals("11: 120 candidate -1 from 120 of no process, 140 vCPU -1 from 120 of no process\n", TrackerLog.of("""
                110 host cpu0 sched_switch bash:9 S qemu:11
                120 host cpu0 kvm_other
                140 host cpu0 kvm_entry
                """).identities());
    }

    @Test
    void aLifeThatBeginsWithAnExitBeganBeforeTheTrace() {
        TrackerLog reported = TrackerLog.of("""
                100 host cpu1 other
                110 host cpu0 kvm_exit HLT
                120 host cpu0 sched_switch CPU_0/KVM:11 S bash:9
                """);
        assertEquals("11: 110 vCPU -1 from 100 of no process, 120 vCPU 0 from 100 of no process\n", reported.identities());
        assertEquals("11: 110 host kernel, 120 halted\n", reported.states());
    }

    @Test
    void eventsBeforeAProcessorsFirstSwitchBelongToTheThreadItTakesOff() {
        TrackerLog reported = TrackerLog.of("""
                100 host cpu0 kvm_entry
                105 host cpu1 kvm_entry
                110 host cpu0 kvm_exit INTR
                120 host cpu1 sched_switch CPU_0/KVM:12 R bash:9
                130 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                """);
        assertEquals("11: 100 guest, 110 host kernel, 130 preempted\n12: 105 guest, 120 preempted\n", reported.states());
        assertEquals("", reported.remarks());
    }

    @Test
    void onlyALimitedNumberOfEventsWaitsForThat() {
        TrackerLog reported = TrackerLog.of("""
                100 host cpu0 kvm_entry
                110 host cpu0 kvm_exit INTR
                120 host cpu0 kvm_entry
                130 host cpu0 kvm_exit HLT
                140 host cpu0 sched_switch CPU_0/KVM:11 S bash:9
                150 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                160 host cpu0 kvm_entry
                """, null, 4);
        assertEquals("11: 160 guest\n", reported.states());
        assertEquals("100 unattributed\n110 unattributed\n120 unattributed\n130 unattributed", reported.remarks());
    }

    @Test
    void afterLostEventsTheThreadIsLookedUpAgain() {
        assertEquals("11: 110 guest, 120 unknown, 130 guest, 140 host kernel, 150 preempted\n", TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                110 host cpu0 kvm_entry
                120 host cpu0 lost 125 3
                130 host cpu0 kvm_entry
                140 host cpu0 kvm_exit INTR
                150 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                """).states());
    }

    @Test
    void aContextReportsTheThreadWithoutAnySwitch() {
        assertEquals("11: 100 vCPU -1 from 100 of 10#1 by REPORTED\n", TrackerLog.of("""
                100 host cpu0 context CPU_0/KVM:11 10
                100 host cpu0 kvm_entry
                """).identities());
    }

    @Test
    void anIdUsedAgainIsAnotherThreadAndAnotherProcess() {
        assertEquals("""
                11: 120 vCPU 0 from 120 of 10#1 by FORK, 130 ends
                11#2: 220 vCPU 0 from 220 of 10#2 by FORK
                """, TrackerLog.of("""
                100 host cpu0 fork qemu:10 10
                101 host cpu0 fork CPU_0/KVM:11 10
                110 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 host cpu0 kvm_entry
                130 host cpu0 thread_exit CPU_0/KVM:11
                131 host cpu0 sched_switch CPU_0/KVM:11 X qemu:10
                132 host cpu0 thread_exit qemu:10
                133 host cpu0 sched_switch qemu:10 X bash:9
                200 host cpu0 fork qemu:10 10
                201 host cpu0 fork CPU_0/KVM:11 10
                210 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                220 host cpu0 kvm_entry
                """).identities());
    }

    @Test
    void anIdUsedAgainIsAnotherThreadEvenIfNeitherEndNorForkWereRecorded() {
        assertEquals("""
                11: 120 guest, 140 unknown
                11#2: 160 guest
                """, TrackerLog.of("""
                110 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 host cpu0 kvm_entry
                140 host cpu0 sched_switch CPU_0/KVM:11 Z bash:9
                150 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                160 host cpu0 kvm_entry
                """).states());
        assertEquals("11: 120 guest, 130 preempted, 140 unknown\n", TrackerLog.of("""
                110 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 host cpu0 kvm_entry
                130 host cpu0 sched_switch CPU_0/KVM:11 R bash:9
                140 host cpu0 fork make:11 11
                150 host cpu0 sched_switch bash:9 S make:11
                """).states());
    }

    @Test
    void hostsAreApart() {
        assertEquals("""
                11: 120 guest
                host1 11: 121 guest, 130 host kernel
                """, TrackerLog.of("""
                110 a cpu0 sched_switch bash:9 S CPU_0/KVM:11
                111 b cpu0 sched_switch bash:9 S CPU_0/KVM:11
                120 a cpu0 kvm_entry
                121 b cpu0 kvm_entry
                130 b cpu0 kvm_exit INTR
                """).states());
    }

    @Test
    void anInterruptMayMakeTheHypervisorReportWhileNobodyRuns() {
        TrackerLog reported = TrackerLog.of("""
                100 host cpu0 sched_switch bash:9 S swapper/0:0
                110 host cpu0 kvm_other
                120 host cpu0 kvm_exit INTR
                """);
        assertEquals("", reported.identities());
        assertEquals("120 unattributed", reported.remarks());
    }
}
