/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.event.TextType;
import org.hypertrace.testing.StackLog;
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

    @Test
    void whatIsDeeperThanWhatBeginsHasReturned() {
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-170
                sh 82: c 130-140 RETURN_MISSING
                sh 82: d 140-150 guest 9
                sh 82: b 120-160 RETURN_MISSING
                sh 82: a 110-160 guest 48
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 b 1
                130 vcpu0 enter sh:82 c 2
                140 vcpu0 enter sh:82 d 1
                150 vcpu0 return sh:82 d 1 9
                160 vcpu0 return sh:82 a 0 48
                170 vcpu0 switch sh:82 S swapper/0:0
                """).calls());
    }

    /** An interrupt may come while a function is being left: it begins at the same depth, and the function returns later. */
    @Test
    void whatBeginsAtTheSameDepthIsInside() {
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-170
                sh 82: i 130-140 guest 9
                sh 82: b 120-150 guest 29
                sh 82: a 110-160 guest 48
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 b 1
                130 vcpu0 enter sh:82 i 1
                140 vcpu0 return sh:82 i 1 9
                150 vcpu0 return sh:82 b 1 29
                160 vcpu0 return sh:82 a 0 48
                170 vcpu0 switch sh:82 S swapper/0:0
                """).calls());
    }

    @Test
    void aFunctionThatCallsItselfIsReportedByItsDepth() {
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-170
                sh 82: a 130-150 RETURN_MISSING
                sh 82: a 120-150 guest 29
                sh 82: a 110-160 guest 48
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 a 1
                130 vcpu0 enter sh:82 a 2
                150 vcpu0 return sh:82 a 1 29
                160 vcpu0 return sh:82 a 0 48
                170 vcpu0 switch sh:82 S swapper/0:0
                """).calls());
    }

    @Test
    void tracingBeganInsideAndSomeNeverReturn() {
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-160
                sh 82: b 110-110 guest 1000 ENTRY_MISSING
                sh 82: a 120-120 guest 2000 ENTRY_MISSING
                sh 82: softirq: TIMER 130-130 ENTRY_MISSING
                sh 82: c 140-160 NEVER_RETURNED
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 return sh:82 b 1 1000
                120 vcpu0 return sh:82 a 0 2000
                130 vcpu0 softirq_exit 1
                140 vcpu0 enter sh:82 c 0
                150 vcpu0 exit sh:82
                160 vcpu0 switch sh:82 Z swapper/0:0
                170 host cpu0 other
                """).calls());
    }

    @Test
    void noInterruptOutlastsASwitch() {
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-140
                swapper/0 0: off CPU: sleeping 150-170
                sh 82: b 130-140 RETURN_MISSING
                sh 82: irq: 4 120-140 RETURN_MISSING
                sh 82: off CPU: sleeping 140-150
                sh 82: a 110-160 guest 48
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 irq_entry 4
                130 vcpu0 enter sh:82 b 1
                140 vcpu0 switch sh:82 S swapper/0:0
                150 vcpu0 switch swapper/0:0 S sh:82
                160 vcpu0 return sh:82 a 0 48
                170 vcpu0 switch sh:82 S swapper/0:0
                """).calls());
    }

    /** Kernels report that a system call begins and ends in functions of their own. */
    @Test
    void aSystemCallMayBeginInAFunctionAndOutlastIt() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 b 1
                130 vcpu0 syscall_entry sh:82
                140 vcpu0 return sh:82 b 1 18
                150 vcpu0 enter sh:82 c 1
                160 vcpu0 return sh:82 c 1 9
                170 vcpu0 enter sh:82 d 1
                180 vcpu0 syscall_exit sh:82
                190 vcpu0 return sh:82 d 1 18
                200 vcpu0 return sh:82 a 0 88
                210 vcpu0 switch sh:82 S swapper/0:0
                """);
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-210
                sh 82: b 120-140 guest 18
                sh 82: c 150-160 guest 9
                sh 82: syscall: write 130-180
                sh 82: d 170-190 guest 18
                sh 82: a 110-200 guest 88
                """, reported.calls());
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 210 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 120 a;b
                sh 82: 130 a;b;syscall: write
                sh 82: 140 a;syscall: write
                sh 82: 150 a;syscall: write;c
                sh 82: 160 a;syscall: write
                sh 82: 170 a;syscall: write;d
                sh 82: 180 a;d
                sh 82: 190 a
                sh 82: 200 -
                sh 82: 210 .
                """, reported.paths());
    }

    /** What is only reported when it returns is in its place in time, around the exits in it. */
    @Test
    void batchedFunctionsAreInTheirPlace() {
        StackLog reported = StackLog.of("""
                50 vcpu0 hello 1
                100 vcpu0 switch swapper/0:0 S sh:82
                120 host cpu0 kvm_exit MSR
                122 host cpu0 kvm_entry
                130 host cpu0 kvm_exit IOIO
                136 host cpu0 kvm_entry
                150 vcpu0 batch b:1:118-125 c:1:128-140 a:0:110-150 took 3
                160 host cpu0 kvm_exit IOIO
                166 host cpu0 kvm_entry
                190 vcpu0 batch d:0:170-180 e:0:180-190 took 3
                200 vcpu0 switch sh:82 S swapper/0:0
                """);
        assertEquals("""
                ? -1: 50 -
                ? -1: 100 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 118 a;b
                sh 82: 120 a;b;exit: MSR;host: host kernel
                sh 82: 122 a;b
                sh 82: 125 a
                sh 82: 128 a;c
                sh 82: 130 a;c;exit: IOIO;host: host kernel
                sh 82: 136 a;c
                sh 82: 140 a
                sh 82: 150 exit: tracer;host: host kernel
                sh 82: 153 -
                sh 82: 160 exit: IOIO;host: host kernel
                sh 82: 166 -
                sh 82: 170 d
                sh 82: 180 e
                sh 82: 190 exit: tracer;host: host kernel
                sh 82: 193 -
                sh 82: 200 .
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 200 .
                """, reported.paths());
        assertEquals("""
                sh 82: host: host kernel 120-122
                sh 82: exit: MSR 120-122
                sh 82: b 118-125 guest 7
                sh 82: host: host kernel 130-136
                sh 82: exit: IOIO 130-136
                sh 82: c 128-140 guest 12
                sh 82: a 110-150 guest 40
                sh 82: host: host kernel 150-153
                sh 82: host: host kernel 160-166
                sh 82: exit: IOIO 160-166
                sh 82: d 170-180 guest 10
                sh 82: e 180-190 guest 10
                sh 82: host: host kernel 190-193
                swapper/0 0: off CPU: sleeping 100-200
                """, reported.calls());
    }

    @Test
    void aGuestThatIsLeftDoesNothing() {
        assertEquals("""
                ? -1: 50 -
                ? -1: 100 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 120 a;b;exit: MSR;host: host kernel
                sh 82: 122 a;b
                sh 82: 130 a;exit: IOIO;host: host kernel
                sh 82: 136 a
                sh 82: 150 exit: tracer;host: host kernel
                sh 82: 153 -
                sh 82: 200 .
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 200 .
                """, StackLog.of("""
                50 vcpu0 hello 1
                100 vcpu0 switch swapper/0:0 S sh:82
                120 host cpu0 kvm_exit MSR
                122 host cpu0 kvm_entry
                130 host cpu0 kvm_exit IOIO
                136 host cpu0 kvm_entry
                150 vcpu0 batch b:1:121-131 a:0:110-150 took 3
                200 vcpu0 switch sh:82 S swapper/0:0
                """).paths());
    }

    @Test
    void threadsOfNestedGuestsHaveStacksOfTheirOwn() {
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 170 .
                qemu 82: 100 -
                qemu 82: 130 b
                qemu 82: 140 -
                qemu 82: 170 .
                1.2 swapper/0 0 boot 1: 110 off CPU: sleeping
                1.2 swapper/0 0 boot 1: 160 -
                1.2 swapper/0 0 boot 1: 170 .
                1.2 sh 82 boot 1: 110 -
                1.2 sh 82 boot 1: 120 a
                1.2 sh 82 boot 1: 150 -
                1.2 sh 82 boot 1: 160 off CPU: sleeping
                1.2 sh 82 boot 1: 170 .
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S qemu:82
                110 vcpu0/2 switch swapper/0:0 S sh:82
                120 vcpu0/2 enter sh:82 a 0
                130 vcpu0 enter qemu:82 b 0
                140 vcpu0 return qemu:82 b 0 9
                150 vcpu0/2 return sh:82 a 0 28
                160 vcpu0/2 switch sh:82 S swapper/0:0
                170 vcpu0 switch qemu:82 S swapper/0:0
                """).paths());
    }

    @Test
    void nothingGoesOnInTheNextBoot() {
        assertEquals("""
                ? -1: 90 -
                ? -1: 100 .
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 200 .
                reboot 82: 100 -
                reboot 82: 110 a
                reboot 82: 120 a;step: notifiers
                reboot 82: 130 a
                reboot 82: 200 .
                ? -1 boot 1: 200 -
                ? -1 boot 1: 210 .
                swapper/0 0 boot 1: 210 b
                swapper/0 0 boot 1: 220 -
                swapper/0 0 boot 1: 230 .
                """, StackLog.of("""
                90 vcpu0 stage 2
                100 vcpu0 switch swapper/0:0 S reboot:82
                110 vcpu0 enter reboot:82 a 0
                120 vcpu0 step_begin notifiers
                130 vcpu0 step_end notifiers
                200 vcpu0 stage 2
                210 vcpu0 enter swapper/0:0 b 0
                220 vcpu0 return swapper/0:0 b 0 9
                230 host cpu0 other
                """).paths());
    }

    @Test
    void lostEventsEndAllThatIsKnown() {
        StackLog reported = StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                115 vcpu0 enter sh:82 b 1
                120 host cpu0 lost 130 5
                131 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
                132 host cpu0 kvm_entry
                140 vcpu0 return sh:82 a 0 48
                145 vcpu0 enter sh:82 c 0
                150 vcpu0 switch sh:82 S swapper/0:0
                160 host cpu0 other
                """);
        assertEquals("""
                swapper/0 0: 100 off CPU: sleeping
                swapper/0 0: 120 .
                swapper/0 0: 150 -
                swapper/0 0: 160 .
                sh 82: 100 -
                sh 82: 110 a
                sh 82: 115 a;b
                sh 82: 120 .
                sh 82: 140 -
                sh 82: 145 c
                sh 82: 150 c;off CPU: sleeping
                sh 82: 160 .
                """, reported.paths());
        assertEquals("""
                swapper/0 0: off CPU: sleeping 100-120
                sh 82: b 115-120 LOST
                sh 82: a 110-120 LOST
                sh 82: a 140-140 guest 48 ENTRY_MISSING
                sh 82: off CPU: sleeping 150-160
                sh 82: c 145-160 NEVER_RETURNED
                """, reported.calls());
    }

    @Test
    void whoIsNotReportedHasAStackWithoutAName() {
        assertEquals("""
                ? -1: 100 irq: 4
                ? -1: 110 irq: 4;exit: IOIO;host: host kernel
                ? -1: 120 irq: 4
                ? -1: 130 -
                ? -1: 140 .
                swapper/0 0: 140 off CPU: sleeping
                swapper/0 0: 150 .
                sh 82: 140 -
                sh 82: 150 .
                """, StackLog.of("""
                100 vcpu0 irq_entry 4
                110 host cpu0 kvm_exit IOIO
                120 host cpu0 kvm_entry
                130 vcpu0 irq_exit 4
                140 vcpu0 switch swapper/0:0 S sh:82
                150 host cpu0 other
                """).paths());
    }

    /** The lesson of the thesis, where the guest reports nothing but functions: their names report which are for interrupts. */
    @Test
    void functionsOfInterruptsAreKnownByTheirNames() {
        for (String name : List.of("smp_apic_timer_interrupt", "asm_sysvec_apic_timer_interrupt", "__sysvec_reschedule_ipi",
                "irq_enter_rcu", "handle_softirqs", "__do_softirq+0x10", "handle_edge_irq", "common_interrupt")) {
            assertTrue(InterruptFunctions.has(name), name);
        }
        for (String name : List.of("vfs_read", "smp_call_function_single", "do_softirq_post_smp_call", "sys_read", "interrupt")) {
            assertFalse(InterruptFunctions.has(name), name);
        }
    }

    @Test
    void framesHaveNames() {
        FrameNames names = new FrameNames((guest, nested) -> null);
        GuestCpu cpu = new GuestCpu(0, 0, 0, 0);
        int boot = names.boots(null, "1.0");
        long tick = 0xffffffff81000100L;
        names.learn(boot, new GuestEvent.Name(100, cpu, NameType.FUNCTION, tick, "smp_apic_timer_interrupt"));
        names.learn(boot, new GuestEvent.IrqEntry(110, cpu, 4, "ttyS0"));
        names.learn(boot, new GuestEvent.Mark(120, cpu, 82, 7));
        names.learn(boot, new GuestEvent.Text(121, cpu, TextType.MARK, "batch on", 120, true));
        StackThread thread = new StackThread(0, null, "1.0", boot, 82, -1);
        assertEquals("smp_apic_timer_interrupt", names.of(thread, tick));
        assertTrue(names.isInterrupt(thread, tick));
        assertFalse(names.isInterrupt(thread, tick + 1));
        assertEquals("0xffffffff81000101", names.of(thread, tick + 1));
        assertEquals("syscall: read", names.of(thread, Frames.of(FrameKind.SYSCALL, 0)));
        assertEquals("syscall: exit (i386)", names.of(thread, Frames.of(FrameKind.SYSCALL, 1L << 32 | 1)));
        assertEquals("irq: 4 ttyS0", names.of(thread, Frames.of(FrameKind.IRQ, 4)));
        assertEquals("mark: 7 batch on", names.of(thread, Frames.of(FrameKind.MARK, 7)));
        assertEquals("exit: HLT", names.of(thread, Frames.of(FrameKind.EXIT, 2L << 32 | 120)));
        assertEquals("exit: 5", names.of(thread, Frames.of(FrameKind.EXIT, 0xffffffL << 32 | 5)));
        assertEquals("initcall: 0xffffffff81000101", names.of(thread, Frames.of(FrameKind.INITCALL, tick + 1)));
        // another boot's kernel is elsewhere
        assertEquals("0xffffffff81000100", names.of(new StackThread(1, null, "1.0", names.boots(null, "1.0"), 82, -1), tick));
    }
}
