/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.BootLog;
import org.hypertrace.testing.story.KernelStory;
import org.junit.jupiter.api.Test;

/** What becomes of initcalls where events were lost. */
class LostInitcallsTest {

    private static final String FIRST = KernelStory.BEGIN + KernelStory.of("""
            110 0x7c 5 1 0 0
            """);

    /** After a loss it is not known who runs until the next switch reports. */
    private static final String LOSS = """
            120 host cpu0 lost 140 9
            141 host cpu0 sched_switch bash:9 S CPU_0/KVM:11
            142 host cpu0 kvm_entry
            """;

    @Test
    void whoseReturnWasLostIsNotThatInWhichTheNextRuns() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                110 boot 1: initcall 0 at 5 depth 0 of thread 1 in level -1
                110 boot 1: running
                150 boot 1: initcall 0 lost since 120
                150 boot 1: initcall 1 at 6 depth 0 of thread 1 in level -1
                160 boot 1: initcall 1 returns 0 after 7
                """, BootLog.story(FIRST + LOSS + KernelStory.of("""
                150 0x7c 6 1 0 0
                160 0x7d 6 0 7 1
                """)));
    }

    @Test
    void whoseReturnComesAfterTheLossWasRunning() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                110 boot 1: initcall 0 at 5 depth 0 of thread 1 in level -1
                110 boot 1: running
                150 boot 1: initcall 0 returns 0 after 7
                """, BootLog.story(FIRST + LOSS + KernelStory.of("""
                150 0x7d 5 0 7 1
                """)));
    }

    @Test
    void anotherBeginsInOneThatBeganAfterTheLoss() {
        assertEquals("""
                102 boot 1: begins
                102 boot 1: launched
                110 boot 1: initcall 0 at 5 depth 0 of thread 1 in level -1
                110 boot 1: running
                150 boot 1: initcall 1 at 6 depth 1 of thread 1 in level -1
                """, BootLog.story(KernelStory.BEGIN + LOSS.replace("120", "103").replace("140 9", "104 9").replace("141", "105")
                .replace("142", "106") + KernelStory.of("""
                110 0x7c 5 1 0 0
                150 0x7c 6 1 0 0
                """)));
    }
}
