/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.TaskLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What threads of a guest do, by its own words, line by line. */
class TaskTrackerTest {

    /** Threads of a guest that are followed. */
    private static final int MOST = 1 << 15;

    @Test
    void aThreadRunsFromSwitchToSwitch() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                120 vcpu0 switch sh:82 S make:90
                150 vcpu0 switch make:90 R sh:82
                """);
        assertEquals("""
                0 0: 100 sleeping, last 100
                1 82: 100 running on 0, 120 sleeping, 150 running on 0, last 150
                2 90: 120 running on 0, 150 waiting, last 150
                """, reported.threads());
        assertEquals("0: 100 82, 120 90, 150 82\n", reported.tasks());
        assertEquals("0: 100 running\n", reported.modes());
        assertEquals("0 0: 100 swapper/0\n1 82: 100 sh\n2 90: 120 make\n", reported.names());
    }

    @Test
    void aThreadWaitsFromItsFirstWaking() {
        assertEquals("""
                0 82: 100 sleeping, 120 waiting, 140 running on 0, last 150
                1 0: 100 running on 0, 140 sleeping, last 140
                """, threads("""
                100 vcpu0 switch sh:82 S swapper:0
                120 vcpu0 waking sh:82
                125 vcpu0 wakeup sh:82
                140 vcpu0 switch swapper:0 R sh:82
                150 vcpu0 wakeup sh:82 by 82
                """));
    }

    @Test
    void aNewThreadSleepsUntilItIsWoken() {
        assertEquals("""
                0 82: 100 unknown, last 110
                1 90: 100 sleeping, 110 waiting, last 110
                """, threads("""
                100 vcpu0 fork 82 sh:90
                110 vcpu0 wakeup_new sh:90 by 82
                """));
    }

    @Test
    void idleThreadsAreOfTheirProcessorAndNeverWait() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch sh:82 S swapper:0
                100 vcpu1 switch make:90 S swapper:0
                130 vcpu0 switch swapper:0 R sh:82
                """);
        assertEquals("""
                0 82: 100 sleeping, 130 running on 0, last 130
                1 0: 100 running on 0, 130 sleeping, last 130
                2 90: 100 sleeping, last 100
                3 0: 100 running on 1, last 100
                """, reported.threads());
        assertEquals("0: 100 idle, 130 running\n1: 100 idle\n", reported.modes());
    }

    @Test
    void aThreadMovesToAnotherVcpu() {
        assertEquals("""
                0 0: 100 sleeping, last 100
                1 82: 100 running on 0, 120 waiting, 130 running on 1, last 130
                2 90: 120 running on 0, last 120
                3 0: 130 sleeping, last 130
                """, threads("""
                100 vcpu0 switch swapper:0 R sh:82
                120 vcpu0 switch sh:82 R make:90
                130 vcpu1 switch swapper:0 R sh:82
                """));
    }

    @Test
    void aSwitchThatNamesAnotherContradicts() {
        // who was switched to is not who leaves: neither of both is known to have run
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                120 vcpu0 switch make:90 S ld:91
                """);
        assertEquals("""
                0 0: 100 sleeping, last 100
                1 82: 100 running on 0, 120 ?unknown, last 100
                2 90: 120 sleeping, last 120
                3 91: 120 running on 0, last 120
                """, reported.threads());
        assertEquals("0: 100 82, 120 91\n", reported.tasks());
    }

    @Test
    void aWaitThatEndsWithoutARunContradicts() {
        assertEquals("""
                0 82: 100 sleeping, 110 waiting, 120 ?sleeping, 130 ?sleeping, last 130
                1 90: 100 running on 0, 120 ?running on 0, 130 ?running on 0, last 130
                """, threads("""
                100 vcpu0 switch sh:82 S make:90
                110 vcpu0 wakeup sh:82 by 90
                120 vcpu0 switch sh:82 S make:90
                130 vcpu0 switch sh:82 S make:90
                """));
    }

    @Test
    void aThreadCannotRunOnTwoVcpus() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                120 vcpu1 switch swapper:0 R sh:82
                140 vcpu0 switch sh:82 S make:90
                """);
        assertEquals("1 82: 100 running on 0, 120 ?running on 1, 140 ?sleeping, last 140",
                reported.threads().lines().skip(1).findFirst().get());
        assertEquals("0: 100 82, 120 -, 140 90\n1: 120 82, 140 -\n", reported.tasks());
    }

    @Test
    void lostEventsLeaveUnknownWhatThreadsDo() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                105 vcpu1 switch make:90 S ld:91
                110 vcpu0 softirq_entry 1
                120 host cpu0 lost 125 7
                130 vcpu1 switch ld:91 S make:90
                """);
        assertEquals("""
                0 0: 100 sleeping, 120 unknown, last 100
                1 82: 100 running on 0, 120 ?unknown, last 100
                2 90: 105 sleeping, 120 unknown, 130 running on 1, last 130
                3 91: 105 running on 1, 120 ?unknown, 130 sleeping, last 130
                """, reported.threads());
        assertEquals("0: 100 82, 120 -\n1: 105 91, 120 -, 130 90\n", reported.tasks());
        assertEquals("0: 100 running, 110 softirq, 120 unknown\n1: 105 running, 120 unknown, 130 running\n", reported.modes());
    }

    /** The first bit is the group of switches; without another one what is known stays. */
    @Test
    void noThreadIsCurrentAfterSwitchesAreOff() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R sh:82
                105 vcpu1 switch make:90 S ld:91
                110 vcpu1 off 2
                120 vcpu1 off 5
                130 vcpu1 switch ld:91 S make:90
                """);
        assertEquals("""
                0 0: 100 sleeping, 120 unknown, last 100
                1 82: 100 running on 0, 120 ?unknown, last 100
                2 90: 105 sleeping, 120 unknown, 130 running on 1, last 130
                3 91: 105 running on 1, 120 ?unknown, 130 sleeping, last 130
                """, reported.threads());
        assertEquals("0: 100 82, 120 -\n1: 105 91, 120 -, 130 90\n", reported.tasks());
    }

    @Test
    void aThreadEndsAndItsIdIsUsedAgain() {
        assertEquals("""
                0 0: 100 sleeping, last 100
                1 90: 100 running on 0, 110 ended, last 110
                2 82: 110 running on 0, last 120
                3 90: 120 sleeping, last 120
                """, threads("""
                100 vcpu0 switch swapper:0 R make:90
                105 vcpu0 exit make:90
                110 vcpu0 switch make:90 0x80 sh:82
                120 vcpu0 fork 82 sh:90
                """));
    }

    @Test
    void anIdUsedAgainWhileItsThreadRunsContradicts() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 switch swapper:0 R make:90
                120 vcpu1 fork 82 sh:90
                130 vcpu0 switch sh:90 S sh:82
                """);
        assertEquals("""
                0 0: 100 sleeping, last 100
                1 90: 100 running on 0, 120 ?ended, last 100
                2 82: 120 unknown, 130 running on 0, last 130
                3 90: 120 sleeping, 130 ?sleeping, last 130
                """, reported.threads());
    }

    @Test
    void aDumpedStateReportsSleepingUnlessMoreIsKnown() {
        assertEquals("""
                0 82: 100 sleeping, last 100
                1 90: 101 unknown, last 101
                2 0: 102 sleeping, last 102
                3 91: 102 running on 0, last 103
                """, threads("""
                100 vcpu0 task sh:82 S
                101 vcpu0 task make:90 R
                102 vcpu0 switch swapper:0 R ld:91
                103 vcpu0 task ld:91 S
                """));
    }

    @Test
    void withANewBootAllThreadsEnd() {
        TaskLog reported = TaskLog.of("""
                90 vcpu0 stage 1
                100 vcpu0 stage 2
                101 vcpu0 level start_kernel
                110 vcpu0 switch swapper:0 R init:1
                200 vcpu0 stage 2
                201 vcpu0 level start_kernel
                210 vcpu0 switch swapper:0 R init:1
                300 vcpu0 level start_kernel
                """);
        assertEquals("""
                0 0: 110 sleeping, last 110
                1 1: 110 running on 0, last 110
                2 0: 210 sleeping, last 210
                3 1: 210 running on 0, last 210
                """, reported.threads());
        assertEquals("0: 110 1, 200 -, 210 1, 300 -\n", reported.tasks());
    }

    @Test
    void whoReportsIsWhoRunsUntilASwitchReports() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 function 1
                110 vcpu0 function 2
                120 vcpu0 switch init:2 S sh:82
                130 vcpu0 function 1
                """);
        assertEquals("0: 100 1, 110 2, 120 82\n", reported.tasks());
        assertEquals("""
                0 1: 100 unknown, last 130
                1 2: 110 unknown, 120 sleeping, last 120
                2 82: 120 running on 0, last 120
                """, reported.threads());
    }

    @Test
    void theThreadThatBootsIsNotIdleThoughItsIdReportsSo() {
        TaskLog reported = TaskLog.of("""
                100 vcpu0 function 0
                110 vcpu0 switch swapper:0 R init:1
                120 vcpu0 switch init:1 S swapper:0
                """);
        assertEquals("0: 100 0, 110 1, 120 0\n", reported.tasks());
        assertEquals("0: 100 running, 120 idle\n", reported.modes());
    }

    @Test
    @Tag("long")
    void noMoreThreadsAreFollowedThanFit() {
        StringBuilder story = new StringBuilder("100 vcpu0 switch sh:1 S make:2\n");
        for (int tid = 3; tid <= MOST + 2; tid++) {
            story.append("110 vcpu0 wakeup x:").append(tid).append(" by 2\n");
        }
        story.append("""
                120 vcpu0 switch make:2 S x:4000000
                130 vcpu0 switch x:4000000 S make:2
                """);
        TaskLog reported = TaskLog.of(story.toString());
        assertEquals(MOST, reported.threads().lines().count());
        assertEquals(1, reported.others());
        assertEquals("0: 100 2, 120 -, 130 2\n", reported.tasks());
        assertEquals("1 2: 100 running on 0, 120 sleeping, 130 running on 0, last 130",
                reported.threads().lines().skip(1).findFirst().get());
    }

    private static String threads(String story) {
        return TaskLog.of(story).threads();
    }
}
