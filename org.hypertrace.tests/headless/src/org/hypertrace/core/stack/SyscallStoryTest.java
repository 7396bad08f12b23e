/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.StackLog;
import org.junit.jupiter.api.Test;

/** The kernel forgets the number of a system call that restores registers, as rt_sigreturn (15) does: it ends as number -1. */
class SyscallStoryTest {

    @Test
    void rtSigreturnEndsWithoutItsNumber() {
        assertEquals("""
                sh 82: a 112-118 guest 5
                sh 82: syscall: rt_sigreturn 110-120
                sh 82: syscall: write 130-140
                """, calls("""
                110 vcpu0 syscall_entry sh:82 15
                112 vcpu0 enter sh:82 a 0
                118 vcpu0 return sh:82 a 0 5
                120 vcpu0 syscall_exit sh:82 -1
                130 vcpu0 syscall_entry sh:82 1
                140 vcpu0 syscall_exit sh:82 1
                """));
    }

    /** As an end with a number does. */
    @Test
    void itEndsWhatIsOpenInItToo() {
        assertEquals("""
                sh 82: a 112-120 RETURN_MISSING
                sh 82: syscall: rt_sigreturn 110-120
                """, calls("""
                110 vcpu0 syscall_entry sh:82 15
                112 vcpu0 enter sh:82 a 0
                115 vcpu0 irq_entry 4
                117 vcpu0 irq_exit 4
                120 vcpu0 syscall_exit sh:82 -1
                """).replaceAll(".*irq.*\\n", ""));
    }

    /** Tracing began inside. */
    @Test
    void anEndOfNothingHasNoName() {
        assertEquals("""
                sh 82: syscall: unknown 120-120 ENTRY_MISSING
                """, calls("120 vcpu0 syscall_exit sh:82 -1"));
    }

    private static String calls(String story) {
        return StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                %s
                200 vcpu0 switch sh:82 S swapper/0:0
                210 host cpu0 other
                """.formatted(story.strip())).calls().replaceAll(".*off CPU.*\\n", "");
    }
}
