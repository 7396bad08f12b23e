/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TaskLog;
import org.junit.jupiter.api.Test;

/** Whether a guest's vCPU is idle, in user space, in a system call, or serves an interrupt. */
class GuestModeTest {

    @Test
    void userSpaceAndSystemCallsAreKnownFromTheThreadsFirstOne() {
        assertModes("100 running, 110 system call, 120 user space, 130 running, 140 user space, 150 system call, 160 running,"
                + " 170 system call", """
                100 vcpu0 switch swapper:0 R sh:82
                110 vcpu0 syscall_entry 82
                120 vcpu0 syscall_exit 82
                130 vcpu0 switch sh:82 R kworker:17
                140 vcpu0 switch kworker:17 S sh:82
                150 vcpu0 syscall_entry 82
                160 vcpu0 switch sh:82 S kworker:17
                170 vcpu0 switch kworker:17 S sh:82
                """);
    }

    @Test
    void withoutSystemCallsItIsNeverUserSpace() {
        assertModes("100 idle, 110 running, 130 idle", """
                100 vcpu0 switch sh:82 S swapper:0
                110 vcpu0 switch swapper:0 R sh:82
                130 vcpu0 switch sh:82 S swapper:0
                """);
    }

    @Test
    void interruptsNest() {
        assertModes("100 running, 110 softirq, 120 interrupt, 140 softirq, 150 running", """
                100 vcpu0 switch swapper:0 R sh:82
                110 vcpu0 softirq_entry 1
                120 vcpu0 apic_entry 236
                125 vcpu0 hrtimer_entry 7 82
                130 vcpu0 hrtimer_exit 7 82
                140 vcpu0 apic_exit 236
                142 vcpu0 timer_entry 9 82
                144 vcpu0 timer_exit 9 82
                150 vcpu0 softirq_exit 1
                """);
    }

    @Test
    void anHrtimerAloneIsInAnInterruptAndInASoftirqItIsOfThat() {
        assertModes("100 running, 110 interrupt, 120 running, 130 softirq, 150 running", """
                100 vcpu0 switch swapper:0 R sh:82
                110 vcpu0 hrtimer_entry 7 82
                120 vcpu0 hrtimer_exit 7 82
                130 vcpu0 softirq_entry 8
                135 vcpu0 hrtimer_entry 7 82
                140 vcpu0 hrtimer_exit 7 82
                150 vcpu0 softirq_exit 8
                """);
    }

    @Test
    void whatDoesNotPairUpIsRepaired() {
        // an end without beginning; a beginning whose end comes only with the same beginning again; one ended by a switch
        assertModes("100 running, 110 interrupt, 130 running, 140 softirq, 150 running", """
                100 vcpu0 switch swapper:0 R sh:82
                105 vcpu0 irq_exit 4
                110 vcpu0 irq_entry 4
                120 vcpu0 irq_entry 4
                130 vcpu0 irq_exit 4
                140 vcpu0 softirq_entry 1
                150 vcpu0 switch sh:82 S make:90
                """);
    }

    @Test
    void anOuterEndEndsWhatIsInside() {
        assertModes("100 running, 110 softirq, 120 interrupt, 130 running", """
                100 vcpu0 switch swapper:0 R sh:82
                110 vcpu0 softirq_entry 1
                120 vcpu0 irq_entry 4
                130 vcpu0 softirq_exit 1
                """);
    }

    @Test
    void nothingNestsDeeperThanAProcessorCan() {
        StringBuilder story = new StringBuilder("100 vcpu0 switch swapper:0 R sh:82\n");
        for (int i = 0; i < 100; i++) {
            story.append(110 + i).append(" vcpu0 irq_entry ").append(i).append('\n');
        }
        assertModes("100 running, 110 interrupt, 300 running", story + "300 vcpu0 irq_exit 0\n");
    }

    @Test
    void beforeAnyThreadIsKnownAnInterruptIs() {
        assertModes("100 interrupt, 110 unknown, 120 idle", """
                100 vcpu0 irq_entry 4
                110 vcpu0 irq_exit 4
                120 vcpu0 switch sh:82 S swapper:0
                """);
    }

    private static void assertModes(String expected, String story) {
        assertEquals("0: " + expected + '\n', TaskLog.of(story).modes());
    }
}
