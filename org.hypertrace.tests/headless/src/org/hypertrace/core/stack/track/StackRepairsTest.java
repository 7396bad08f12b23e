/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.StackLog;
import org.junit.jupiter.api.Test;

/** What begins or returns out of order: what is known of it, and that all that is deeper has ended. */
class StackRepairsTest {

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
}
