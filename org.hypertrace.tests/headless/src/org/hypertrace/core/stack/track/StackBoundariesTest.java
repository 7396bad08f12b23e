/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.StackLog;
import org.junit.jupiter.api.Test;

/** Where stacks end or begin anew: nested guests, boots, losses, batches that come later. */
class StackBoundariesTest {

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
}
