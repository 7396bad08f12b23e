/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TaskLog;
import org.junit.jupiter.api.Test;

/** What a guest reports of a thread in passing: names, ends, dumped states, and the marks of a boot. */
class TaskWordsTest {

    @Test
    void whoeverNamesAThreadReportsHowItIsCalledFromThenOn() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch x:0 R sh:82
                110 vcpu0 exec ls:82
                120 vcpu0 wakeup make:90 by 82
                130 vcpu0 wakeup cc1:90 by 82
                140 vcpu0 exit gone:82
                150 vcpu0 switch gone:82 S y:0
                """);
        assertEquals("0 0: 100 swapper/0\n1 82: 100 sh, 110 ls, 140 gone\n2 90: 120 make, 130 cc1\n", reported.names());
    }

    @Test
    void aThreadThatExitsIsGoneOnceItLeaves() {
        assertEquals("""
                0 0: 100 sleeping, 150 running on 0, last 150
                1 82: 100 running on 0, 150 ended, last 150
                """, TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                140 vcpu0 exit sh:82
                150 vcpu0 switch sh:82 S swapper:0
                """).threads());
    }

    @Test
    void idleThreadsAreNeitherForkedNorWoken() {
        assertEquals("0 82: 100 unknown, last 110\n", TaskLog.of("""
                100 vcpu0 fork 82 x:0
                110 vcpu0 wakeup x:0 by 82
                """).threads());
    }

    @Test
    void ofDumpedStatesOnlySleepIsOne() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 task sh:82 0x100
                102 vcpu0 task cc1:91 D
                103 vcpu0 task x:0 S
                """);
        assertEquals("""
                0 82: 100 unknown, last 100
                1 91: 102 sleeping, last 102
                2 0: 103 sleeping, last 103
                """, reported.threads());
        assertEquals("0 82: 100 sh\n1 91: 102 cc1\n2 0: 103 swapper/0\n", reported.names());
    }

    /** Only the first of a boot's marks begins it: what came before was of another boot. */
    @Test
    void theFirstMarkOfABootEndsWhatWasBefore() {
        TaskLog reported = TaskLog.of("""
                90 vcpu0 function 7
                100 vcpu0 stage 1
                105 vcpu0 function 1
                110 vcpu0 stage 2
                120 vcpu0 function 1
                """);
        assertEquals("0 7: 90 unknown, last 90\n1 1: 105 unknown, last 120\n", reported.threads());
        assertEquals("0: 90 7, 100 -, 105 1\n", reported.tasks());
        assertEquals("0: 90 running, 100 unknown, 105 running\n", reported.modes());
    }

    /** A system call may have begun or ended meanwhile. */
    @Test
    void afterLostEventsUserSpaceIsNotKnown() {
        assertEquals("1: 100 running, 110 system call, 120 user space, 130 unknown, 140 running, 150 user space\n", TaskLog.of("""
                100 vcpu1 switch swapper:0 R sh:82
                110 vcpu1 syscall_entry 82
                120 vcpu1 syscall_exit 82
                130 host cpu0 lost 135 1
                140 vcpu1 switch make:83 S sh:82
                150 vcpu1 syscall_exit 82
                """).modes());
    }

    /** Events of another host do not concern it. */
    @Test
    void eventsLostOnAnotherHostAreNotItsOwn() {
        assertEquals("0: 100 82\n", TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                130 other cpu0 lost 135 1
                """).tasks());
    }

    @Test
    void eventsOfTheNestedAreNotTheGuestsOwn() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                110 vcpu0/2 switch swapper:0 R init:1
                """);
        assertEquals("0 0: 100 sleeping, last 100\n1 82: 100 running on 0, last 100\n", reported.threads());
        assertEquals("0: 100 82\n", reported.tasks());
    }
}
