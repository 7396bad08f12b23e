/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TrackerLog;
import org.junit.jupiter.api.Test;

/** The list of states of a vCPU, line by line: thread 11 is the vCPU. */
class VcpuTrackerTest {

    private static final String RUNS = "100 host cpu0 sched_switch bash:10 S CPU_0/KVM:11\n";

    @Test
    void guestLastsFromEntryToExit() {
        assertStates("110 guest, 120 host kernel, 130 guest", """
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit IOIO
                130 host cpu0 kvm_entry
                """);
    }

    @Test
    void anEventThatIsNotTheHypervisorsEndsGuestBeforeTheExit() {
        // on AMD the exit is recorded after the host served the interrupt that caused it
        assertStates("110 guest, 115 host interrupt, 118 host kernel, 130 guest", """
                110 host cpu0 kvm_entry
                112 host cpu0 kvm_other
                115 host cpu0 irq_entry 4
                118 host cpu0 irq_exit
                120 host cpu0 kvm_exit INTR
                130 host cpu0 kvm_entry
                """);
        assertStates("110 guest, 115 host kernel", """
                110 host cpu0 kvm_entry
                115 host cpu0 other
                120 host cpu0 kvm_exit INTR
                """);
    }

    @Test
    void anEventOnAnotherProcessorDoesNotEndGuest() {
        assertStates("110 guest, 120 host kernel", """
                110 host cpu0 kvm_entry
                115 host cpu1 irq_entry 4
                116 host cpu1 irq_exit
                120 host cpu0 kvm_exit INTR
                """);
    }

    @Test
    void twoEntriesInARowAreAFastReentry() {
        String story = RUNS + """
                110 host cpu0 kvm_entry
                115 host cpu0 kvm_entry
                120 host cpu0 kvm_exit HLT
                """;
        assertEquals("11: 110 guest, 120 host kernel\n", TrackerLog.of(story).states());
        assertEquals("11: 110 entry, 115 entry, 120 HLT\n", TrackerLog.of(story).transitions());
    }

    @Test
    void nestedInterruptsAreOneAndTheirOutermostTakesTheProcessor() {
        String story = RUNS + """
                110 host cpu0 kvm_exit INTR
                120 host cpu0 apic_entry 236
                121 host cpu0 hrtimer_entry
                125 host cpu0 hrtimer_exit
                130 host cpu0 softirq_entry 1
                140 host cpu0 apic_exit
                150 host cpu0 softirq_exit
                160 host cpu0 kvm_entry
                """;
        assertEquals("11: 110 host kernel, 120 host interrupt, 150 host kernel, 160 guest\n", TrackerLog.of(story).states());
        assertEquals("11: 120 local APIC vector 236, 150 -\n", TrackerLog.of(story).preemptors());
    }

    @Test
    void anInterruptThatNeverEndedEndsAtTheSwitch() {
        assertStates("110 host kernel, 120 host interrupt, 130 preempted, 140 host kernel", """
                110 host cpu0 kvm_exit INTR
                120 host cpu0 irq_entry 4
                130 host cpu0 sched_switch CPU_0/KVM:11 R bash:10
                140 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                """);
    }

    @Test
    void anInterruptsEndWithoutBeginningEndsNothing() {
        assertStates("110 host kernel, 120 host interrupt, 140 host kernel", """
                105 host cpu0 softirq_exit
                110 host cpu0 kvm_exit INTR
                120 host cpu0 irq_entry 4
                130 host cpu0 softirq_exit
                140 host cpu0 irq_exit
                """);
    }

    @Test
    void vmmLastsFromTheReturnToUserSpaceToTheNextSystemCallOrEntry() {
        assertStates("110 host kernel, 120 VMM, 130 host kernel, 140 VMM, 150 guest", """
                110 host cpu0 kvm_exit IOIO
                120 host cpu0 kvm_userspace_exit
                121 host cpu0 syscall_exit
                130 host cpu0 syscall_entry
                140 host cpu0 syscall_exit
                150 host cpu0 kvm_entry
                """);
    }

    @Test
    void vmmGoesOnAfterAnInterruptAndAfterAPreemption() {
        assertStates("110 host kernel, 120 VMM, 130 host interrupt, 135 VMM, 140 preempted, 150 VMM", """
                110 host cpu0 kvm_exit IOIO
                120 host cpu0 kvm_userspace_exit
                130 host cpu0 irq_entry 4
                135 host cpu0 irq_exit
                140 host cpu0 sched_switch CPU_0/KVM:11 R+ bash:10
                150 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                """);
    }

    @Test
    void haltedNeedsAnExitForHltAndNoReturnToUserSpaceSince() {
        assertStates("110 host kernel, 120 halted, 130 waking, 140 host kernel, 150 guest", """
                110 host cpu0 kvm_exit HLT
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                130 host cpu1 sched_waking CPU_0/KVM:11 cpu0
                135 host cpu0 sched_wakeup CPU_0/KVM:11 cpu0
                140 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                150 host cpu0 kvm_entry
                """);
        assertStates("110 host kernel, 115 VMM, 120 blocked", """
                110 host cpu0 kvm_exit HLT
                115 host cpu0 kvm_userspace_exit
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                """);
        // where kvm_userspace_exit was not recorded
        assertStates("110 host kernel, 115 VMM, 118 host kernel, 120 blocked", """
                110 host cpu0 kvm_exit HLT
                115 host cpu0 syscall_exit
                118 host cpu0 syscall_entry
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                """);
        assertStates("110 host kernel, 120 blocked", """
                110 host cpu0 kvm_exit HLT
                120 host cpu0 sched_switch CPU_0/KVM:11 D swapper/0:0
                """);
        assertStates("110 host kernel, 120 blocked", """
                110 host cpu0 kvm_exit IOIO
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                """);
    }

    @Test
    void aWakingBeforeTheSwitchDoesNotCountButItsWakeupDoes() {
        assertStates("110 host kernel, 120 blocked, 125 waking, 130 host kernel", """
                110 host cpu0 kvm_exit IOIO
                115 host cpu1 sched_waking CPU_0/KVM:11 cpu0
                120 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                125 host cpu1 sched_wakeup CPU_0/KVM:11 cpu0
                130 host cpu0 sched_switch swapper/0:0 R CPU_0/KVM:11
                """);
    }

    @Test
    void aWakeupOfAPreemptedThreadChangesNothing() {
        assertStates("110 host kernel, 120 preempted, 130 host kernel", """
                110 host cpu0 kvm_exit IOIO
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ bash:10
                125 host cpu1 sched_waking CPU_0/KVM:11 cpu0
                126 host cpu1 sched_wakeup CPU_0/KVM:11 cpu0
                130 host cpu0 sched_switch bash:10 S CPU_0/KVM:11
                """);
    }

    @Test
    void olderKernelsHaveThePreemptedFlagElsewhere() {
        assertStates("110 host kernel, 120 preempted", """
                110 host cpu0 kvm_exit IOIO
                120 host cpu0 sched_switch CPU_0/KVM:11 0x10000 bash:10
                """);
    }

    @Test
    void atEqualTimesTheLaterEventCounts() {
        assertStates("110 guest, 120 preempted", """
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit INTR
                120 host cpu0 irq_entry 4
                120 host cpu0 sched_switch CPU_0/KVM:11 R+ bash:10
                """);
    }

    @Test
    void theLifeEndsWithTheThread() {
        String story = RUNS + """
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit IOIO
                130 host cpu0 thread_exit CPU_0/KVM:11
                140 host cpu0 sched_switch CPU_0/KVM:11 X bash:10
                """;
        assertEquals("11: 110 guest, 120 host kernel, 130 unknown\n", TrackerLog.of(story).states());
        assertEquals("11: 110 vCPU 0 from 110 of no process, 130 ends\n", TrackerLog.of(story).identities());
        // without that event, a switch to death ends it
        assertStates("110 guest, 120 host kernel, 140 unknown", """
                110 host cpu0 kvm_entry
                120 host cpu0 kvm_exit IOIO
                140 host cpu0 sched_switch CPU_0/KVM:11 Z bash:10
                """);
    }

    private static void assertStates(String expected, String story) {
        assertEquals("11: " + expected + '\n', TrackerLog.of(RUNS + story).states());
    }
}
