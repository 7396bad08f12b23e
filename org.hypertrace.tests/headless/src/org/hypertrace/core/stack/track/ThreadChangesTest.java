/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.CheckedStacks;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Functions that are reported when they return, with times that are 1 ms inexact: each is put where it can have been. Times in these
 * stories are ns.
 */
@Tag("plain")
class ThreadChangesTest {

    private static final long WRITE = Frames.of(FrameKind.SYSCALL, 1);
    private static final long IRQ = Frames.of(FrameKind.IRQ, 4);
    private static final long EXIT = Frames.of(FrameKind.EXIT, 30);
    private static final long STATE = Frames.of(FrameKind.STATE, 3);
    private static final long OTHER = Frames.of(FrameKind.STATE, 4);
    private static final long WAITS = Frames.of(FrameKind.OFF_CPU, 1);

    private final StackText fText = new StackText();
    private final ReportedStacks fReported = new ReportedStacks(fText);
    private final int[] fWaiting = new int[1];
    private ThreadChanges fChanges;

    @BeforeEach
    void begin() {
        fChanges = of("sh");
        fChanges.setWaits();
    }

    private ThreadChanges of(String thread) {
        return new ThreadChanges(new ThreadStack(0, fText.thread(thread), new CheckedStacks(fReported), new long[Repair.values().length]), fWaiting);
    }

    private void next() {
        fChanges = of("cat");
        fChanges.setWaits();
    }

    private void reported(long time, String function, int depth, long duration) {
        fChanges.returnsOnly(time, fText.frame(function), depth, duration);
    }

    private String found() {
        fChanges.flush();
        assertEquals(0, fWaiting[0]);
        return fReported.lines().replace("sh ", "");
    }

    /** It returned before its thread lost its processor. */
    @Test
    void aThreadWithoutAProcessorIsInNone() {
        fChanges.off(10_000_000, 0);
        fChanges.off(20_000_000, WAITS);
        reported(21_000_000, "a", 0, 5_000_000);
        fChanges.off(30_000_000, 0);
        fChanges.state(31_000_000, 0);
        assertEquals("10000000 begins\n15000000 a\n20000000 - guest 5000000\n20000000 off_cpu:1\n30000000 -\n", found());
    }

    /** Unless that was more than 1 ms before. */
    @Test
    void moreThanTheInexactness() {
        fChanges.off(10_000_000, 0);
        fChanges.off(20_000_000, WAITS);
        reported(21_000_001, "a", 0, 5_000_000);
        assertEquals("10000000 begins\n16000001 a\n20000000 off_cpu:1\n21000001 -\n21000001 - guest 5000000\n", found());
    }

    /** What came since it lost it, and that it got one, is no reason. */
    @Test
    void itGotAProcessorBefore() {
        fChanges.off(20_000_000, 0);
        reported(20_500_000, "a", 0, 300_000);
        assertEquals("20000000 begins\n20200000 a\n20500000 - guest 300000\n", found());
        fChanges.off(30_000_000, WAITS);
        fChanges.state(30_100_000, STATE);
        fChanges.exits(30_200_000, EXIT);
        reported(30_500_000, "b", 0, 1_000_000);
        fChanges.entered(30_600_000);
        assertEquals("29000000 b\n30000000 - guest 1000000\n30000000 off_cpu:1\n30100000 state:3\n30200000 -\n30200000 exit:30\n"
                + "30200000 state:3\n"
                + "30600000 -\n30600000 -\n", found());
    }

    /** It returned before the system call did that called it. */
    @Test
    void aSystemCallsEnd() {
        fChanges.begins(10_000_000, WRITE);
        fChanges.ends(20_000_000, WRITE, -1);
        reported(21_000_000, "a", 0, 5_000_000);
        assertEquals("10000000 begins\n10000000 syscall:1\n15000000 a\n20000000 - guest 5000000\n20000000 -\n", found());
        next();
        fChanges.begins(10_000_000, WRITE);
        fChanges.ends(20_000_000, WRITE, -1);
        reported(21_000_001, "a", 0, 800_000);
        assertEquals("10000000 cat begins\n10000000 cat syscall:1\n20000000 cat -\n20200001 cat a\n21000001 cat - guest 800000\n", found());
    }

    /** Of a system call that began since it is not known whether it is in it: it is after the one before. */
    @Test
    void theNextSystemCall() {
        fChanges.begins(10_000_000, WRITE);
        fChanges.ends(20_000_000, WRITE, -1);
        fChanges.begins(20_200_000, WRITE);
        reported(20_700_000, "a", 0, 400_000);
        assertEquals("10000000 begins\n10000000 syscall:1\n20000000 -\n20200000 syscall:1\n20300000 a\n20700000 - guest 400000\n", found());
    }

    /** It began after the system call did that called it, if that is not more than 1 ms later. */
    @Test
    void aSystemCallsBegin() {
        fChanges.begins(10_000_000, WRITE);
        reported(12_000_000, "a", 0, 3_000_000);
        assertEquals("10000000 begins\n10000000 syscall:1\n10000000 a\n12000000 - guest 3000000\n", found());
        next();
        fChanges.begins(10_000_000, WRITE);
        reported(12_000_000, "a", 0, 3_000_001);
        assertEquals("8999999 cat begins\n8999999 cat a\n10000000 cat syscall:1\n12000000 cat -\n12000000 cat - guest 3000001\n"
                + "12000000 cat again syscall:1\n", found());
    }

    /** A function that calls another began no later than that. */
    @Test
    void callersBeganBefore() {
        reported(11_000_000, "c", 2, 900_000);
        reported(11_500_000, "b", 1, 1_000_000);
        reported(12_000_000, "a", 0, 1_400_000);
        assertEquals("10100000 begins\n10100000 a\n10100000 b\n10100000 c\n11000000 - guest 900000\n11500000 - guest 1000000\n"
                + "12000000 - guest 1400000\n", found());
        // the one before, of the same depth, had returned
        reported(15_000_000, "b", 1, 1_000_000);
        reported(16_000_000, "c", 1, 1_300_000);
        reported(17_000_000, "a", 0, 4_000_000);
        assertEquals("13000000 a\n14000000 b\n15000000 - guest 1000000\n15000000 c\n16000000 - guest 1300000\n"
                + "17000000 - guest 4000000\n", found());
    }

    /** What it called is deeper; of an interrupt, whose functions are no deeper than what it interrupts, likewise. */
    @Test
    void interruptsAreInWhatTheyInterrupt() {
        fChanges.begins(10_000_000, IRQ);
        reported(11_000_000, "i", 3, 800_000);
        fChanges.ends(12_000_000, IRQ, -1);
        reported(13_000_000, "a", 0, 4_000_000);
        assertEquals("9000000 begins\n9000000 a\n10000000 irq:4\n10200000 i\n11000000 - guest 800000\n12000000 -\n"
                + "13000000 - guest 4000000\n", found());
    }

    /** The guest's tracer reports depths up to 31, and that for all deeper ones. */
    @Test
    void theDeepestOnesNest() {
        reported(11_000_000, "f", 31, 1_000_000);
        reported(12_000_000, "e", 31, 3_000_000);
        reported(13_000_000, "a", 0, 5_000_000);
        assertEquals("8000000 begins\n8000000 a\n9000000 e\n10000000 f\n11000000 - guest 1000000\n12000000 - guest 3000000\n"
                + "13000000 - guest 5000000\n",
                found());
        reported(21_000_000, "f", 30, 1_000_000);
        reported(22_000_000, "e", 30, 3_000_000);
        reported(23_000_000, "a", 0, 5_000_000);
        // at any other depth one of the same has returned
        assertEquals("18000000 a\n20000000 f\n21000000 - guest 1000000\n21000000 e\n22000000 - guest 3000000\n"
                + "23000000 - guest 5000000\n", found());
    }

    /** A guest that is left does nothing: what began in an exit began before it. */
    @Test
    void nothingBeginsInAnExit() {
        fChanges.exits(10_000_000, EXIT);
        fChanges.state(10_000_000, STATE);
        fChanges.state(10_200_000, OTHER);
        fChanges.entered(10_400_000);
        fChanges.state(10_400_000, 0);
        reported(12_000_000, "a", 0, 1_700_000);
        assertEquals("10000000 begins\n10000000 a\n10000000 exit:30\n10000000 state:3\n10200000 -\n10200000 state:4\n10400000 -\n10400000 -\n"
                + "12000000 - guest 1700000\n", found());
        // one that began after it did not
        fChanges.exits(20_000_000, EXIT);
        fChanges.entered(20_400_000);
        reported(22_000_000, "b", 0, 1_500_000);
        assertEquals("20000000 exit:30\n20400000 -\n20500000 b\n22000000 - guest 1500000\n", found());
    }

    /** What began more than 1 ms before all that is known begins where it is first known, which is a repair. */
    @Test
    void whatBeganTooEarly() {
        reported(10_000_000, "x", 0, 1_000_000);
        found();
        reported(12_000_000, "a", 0, 3_000_000);
        assertEquals("10000000 a\n12000000 - guest 3000000\n", found());
        reported(15_000_000, "b", 0, 4_000_001);
        assertEquals("12000000 repaired ENTRY_MISSING\n12000000 b\n15000000 - guest 4000001\n", found());
    }

    /** Times that go back are as late as what came before. */
    @Test
    void timesThatGoBack() {
        reported(10_000_000, "x", 0, 1_000_000);
        found();
        reported(9_500_000, "a", 0, 300_000);
        assertEquals("10000000 a\n10000000 - guest 300000\n", found());
        fChanges.begins(30_000_000, WRITE);
        fChanges.begins(20_000_000, IRQ);
        fChanges.ends(40_000_000, IRQ, -1);
        assertEquals("30000000 syscall:1\n30000000 irq:4\n40000000 -\n", found());
    }

    /** All that is open waits for the outermost; an outermost one lets all go on. */
    @Test
    void whatWaits() {
        fChanges.begins(10_000_000, WRITE);
        reported(11_000_000, "b", 1, 500_000);
        assertEquals(3, fWaiting[0]);
        assertEquals("", fReported.lines());
        reported(12_000_000, "a", 0, 1_500_000);
        assertEquals(0, fWaiting[0]);
        assertEquals("10000000 sh begins\n10000000 sh syscall:1\n10500000 sh a\n10500000 sh b\n11000000 sh - guest 500000\n"
                + "12000000 sh - guest 1500000\n",
                fReported.lines());
        fChanges.marks(13_000_000, Frames.of(FrameKind.MARK, 7));
        assertEquals(1, fWaiting[0]);
        fChanges.end(14_000_000, Repair.LOST);
        assertEquals("13000000 marks mark:7\n14000000 repaired LOST\n14000000 -\n14000000 marks -\n14000000 ends\n", found());
    }

    /** When 4096 wait, the first half goes on, and the rest later. */
    @Test
    void nothingWaitsForEver() {
        StringBuilder expected = new StringBuilder("1000 begins\n1000 state:1\n");
        for (int i = 0; i < ThreadChanges.MAX; i++) {
            fChanges.state(1_000 + i, Frames.of(FrameKind.STATE, 1 + i));
            expected.append(i == 0 ? "" : 1_000 + i + " -\n" + (1_000 + i) + " state:" + (1 + i) + "\n");
        }
        assertEquals(ThreadChanges.MAX, fWaiting[0]);
        assertEquals("", fReported.lines());
        fChanges.state(10_000, 0);
        assertEquals(ThreadChanges.MAX / 2 + 1, fWaiting[0]);
        String first = fReported.lines().replace("sh ", "");
        // of the 2048 that went on the last is shown when time goes by
        assertEquals(1 + 1 + 2 * (ThreadChanges.MAX / 2 - 2), first.lines().count());
        fChanges.state(10_001, STATE);
        fChanges.state(10_002, STATE);
        assertEquals(expected + "10000 -\n10001 state:3\n", first + found());
        for (int i = 0; i < ThreadChanges.MAX - 3; i++) {
            fChanges.state(20_000 + i, STATE);
        }
        reported(30_000, "a", 1, 5);
        assertEquals(ThreadChanges.MAX - 1, fWaiting[0]);
        reported(30_010, "b", 1, 5);
        assertEquals(ThreadChanges.MAX / 2 + 1, fWaiting[0]);
    }

    /** Nothing waits in a guest that reports begins, too. */
    @Test
    void begunAndReturned() {
        fChanges = of("sh");
        fChanges.function(10, fText.frame("a"), 0);
        fChanges.function(20, fText.frame("b"), 1);
        fChanges.returns(25, fText.frame("b"), 1, 4);
        fChanges.begins(15, WRITE);
        fChanges.ends(30, WRITE, -1);
        assertEquals(0, fWaiting[0]);
        assertEquals("10 sh begins\n10 sh a\n20 sh b\n25 sh - guest 4\n25 sh repaired RETURN_MISSING\n25 sh -\n25 sh syscall:1\n"
                + "30 sh -\n", fReported.lines());
    }
}
