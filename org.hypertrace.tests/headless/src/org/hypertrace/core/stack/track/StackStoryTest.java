/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.StackLog;
import org.junit.jupiter.api.Test;

/** What guests' threads are in, and over that what the host does with their vCPUs. */
class StackStoryTest {

    @Test
    void functionsNestAndCallsKeepTheGuestsOwnDurations() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 b 1
                130 vcpu0 return sh:82 b 1 9
                150 vcpu0 return sh:82 a 0 38
                200 vcpu0 switch sh:82 S swapper/0:0
                300 host cpu0 other
                """);
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 200 -
                swapper/0 0: 300 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 120 a;b
                sh 82: 130 a
                sh 82: 150 -
                sh 82: 200 off CPU: sleeping
                sh 82: 300 .
                """, reported.paths());
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-200
                sh 82: b 120-130 guest 9
                sh 82: a 110-150 guest 38
                sh 82: off CPU: sleeping 200-300
                """, reported.calls());
    }

    /** The tracer's own exits are frames inside what they reported: the guest was left just after that. */
    @Test
    void theTracersExitIsInTheFunctionWhoseBeginItReported() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82 took 4
                110 vcpu0 enter sh:82 a 0 took 5
                150 vcpu0 return sh:82 a 0 38 took 6
                200 vcpu0 switch sh:82 S swapper/0:0 took 7
                300 host cpu0 other
                """);
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 200 exit: tracer;host: host kernel
                swapper/0 0: 207 -
                swapper/0 0: 300 .
                sh 82: 100 exit: tracer;host: host kernel
                sh 82: 104 -
                sh 82: 110 a;exit: tracer;host: host kernel
                sh 82: 115 a
                sh 82: 150 exit: tracer;host: host kernel
                sh 82: 156 -
                sh 82: 200 off CPU: sleeping
                sh 82: 300 .
                """, reported.paths());
    }

    @Test
    void aTaskThatMovesInAFunctionKeepsOneStack() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 switch sh:82 R swapper/0:0
                125 vcpu1 switch swapper/1:0 S cat:83
                130 vcpu1 switch cat:83 S sh:82
                140 vcpu1 return sh:82 a 0 30
                150 vcpu1 switch sh:82 S swapper/1:0
                160 host cpu0 other
                """);
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 120 -
                swapper/0 0: 160 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 120 a;off CPU: waiting
                sh 82: 130 a
                sh 82: 140 -
                sh 82: 150 off CPU: sleeping
                sh 82: 160 .
                swapper/1 0: 125 off CPU: sleeping
                swapper/1 0: 150 -
                swapper/1 0: 160 .
                cat 83: 125 -
                cat 83: 130 off CPU: sleeping
                cat 83: 160 .
                """, reported.paths());
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-120
                sh 82: off CPU: waiting 120-130
                sh 82: a 110-140 guest 30
                sh 82: off CPU: sleeping 150-160
                swapper/1 0: off CPU: sleeping 125-150
                cat 83: off CPU: sleeping 130-160
                """, reported.calls());
    }

    @Test
    void whatTheHostDoesIsUnderTheExit() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 host cpu0 kvm_exit IOIO
                122 host cpu0 kvm_userspace_exit
                124 host cpu0 sched_switch CPU_0/KVM:11 R backup:50
                127 host cpu0 sched_switch backup:50 S CPU_0/KVM:11
                129 host cpu0 syscall_entry
                132 host cpu0 kvm_entry
                133 host cpu0 irq_entry 4
                135 host cpu0 irq_exit
                136 host cpu0 kvm_exit INTR
                138 host cpu0 kvm_entry
                150 vcpu0 return sh:82 a 0 38
                160 vcpu0 switch sh:82 S swapper/0:0
                170 host cpu0 kvm_exit HLT
                171 host cpu0 sched_switch CPU_0/KVM:11 S swapper/0:0
                180 host cpu0 other
                """);
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 160 -
                swapper/0 0: 170 exit: HLT;host: host kernel
                swapper/0 0: 171 exit: HLT;host: halted
                swapper/0 0: 180 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 120 a;exit: IOIO;host: host kernel
                sh 82: 122 a;exit: IOIO;host: VMM
                sh 82: 124 a;exit: IOIO;host: preempted by backup
                sh 82: 127 a;exit: IOIO;host: VMM
                sh 82: 129 a;exit: IOIO;host: host kernel
                sh 82: 132 a
                sh 82: 133 a;host: host interrupt
                sh 82: 135 a;host: host kernel
                sh 82: 136 a;exit: INTR;host: host kernel
                sh 82: 138 a
                sh 82: 150 -
                sh 82: 160 off CPU: sleeping
                sh 82: 180 .
                """, reported.paths());
    }

    /** What interrupts a task is in the task's stack, and what is left there is under the interrupt. */
    @Test
    void exitsOfAnInterruptAreUnderTheInterrupt() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                105 vcpu0 syscall_entry sh:82
                110 vcpu0 enter sh:82 a 0
                115 vcpu0 apic_entry 236
                120 host cpu0 kvm_exit MSR
                122 host cpu0 kvm_entry
                125 vcpu0 apic_exit 236
                126 vcpu0 softirq_entry 1
                130 host cpu0 kvm_exit MSR
                132 host cpu0 kvm_entry
                135 vcpu0 softirq_exit 1
                140 host cpu0 kvm_exit IOIO
                142 host cpu0 kvm_entry
                145 vcpu0 return sh:82 a 0 30
                150 vcpu0 syscall_exit sh:82
                160 vcpu0 switch sh:82 S swapper/0:0
                """);
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 160 .
                sh 82: 100 -
                sh 82: 105 syscall: write
                sh 82: 110 syscall: write;a
                sh 82: 115 syscall: write;a;vector: local timer
                sh 82: 120 syscall: write;a;vector: local timer;exit: MSR;host: host kernel
                sh 82: 122 syscall: write;a;vector: local timer
                sh 82: 125 syscall: write;a
                sh 82: 126 syscall: write;a;softirq: TIMER
                sh 82: 130 syscall: write;a;softirq: TIMER;exit: MSR;host: host kernel
                sh 82: 132 syscall: write;a;softirq: TIMER
                sh 82: 135 syscall: write;a
                sh 82: 140 syscall: write;a;exit: IOIO;host: host kernel
                sh 82: 142 syscall: write;a
                sh 82: 145 syscall: write
                sh 82: 150 -
                sh 82: 160 .
                """, reported.paths());
    }

    @Test
    void idleThreadsOfTwoVcpusAreTwo() {
        assertEquals("""
                sh 82: 100 off CPU: sleeping
                sh 82: 150 -
                sh 82: 170 .
                swapper/0 0: 100 -
                swapper/0 0: 120 exit: HLT;host: host kernel
                swapper/0 0: 140 -
                swapper/0 0: 150 off CPU: sleeping
                swapper/0 0: 170 .
                ? 83: 110 off CPU: sleeping
                ? 83: 170 .
                swapper/1 0: 110 -
                swapper/1 0: 130 exit: HLT;host: host kernel
                swapper/1 0: 160 -
                swapper/1 0: 170 .
                """, StackLog.of("""
                100 vcpu0 switch sh:82 S swapper/0:0
                110 vcpu1 switch cat:83 S swapper/1:0
                120 host cpu0 kvm_exit HLT
                130 host cpu1 kvm_exit HLT
                140 host cpu0 kvm_entry
                150 vcpu0 switch swapper/0:0 S sh:82
                160 host cpu1 kvm_entry
                170 host cpu1 other
                """).paths());
    }
}
