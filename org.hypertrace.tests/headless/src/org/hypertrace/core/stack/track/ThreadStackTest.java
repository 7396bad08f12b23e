/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.testing.log.CheckedStacks;
import org.hypertrace.testing.log.ReportedStacks;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One thread's frames as it enters and leaves them: what fits, what is repaired, what is over them. */
@Tag("plain")
class ThreadStackTest {

    private static final int USER = OpenFrames.USER;
    private static final long WRITE = Frames.of(FrameKind.SYSCALL, 1);
    private static final long IRQ = Frames.of(FrameKind.IRQ, 4);
    private static final long SOFTIRQ = Frames.of(FrameKind.SOFTIRQ, 1);
    private static final long EXIT = Frames.of(FrameKind.EXIT, 30);
    private static final long STATE = Frames.of(FrameKind.STATE, 3);
    private static final long WAITS = Frames.of(FrameKind.OFF_CPU, 1);

    private final StackText fText = new StackText();
    private final ReportedStacks fReported = new ReportedStacks(fText);
    private final long[] fRepairs = new long[Repair.values().length];
    private final ThreadStack fStack = new ThreadStack(5, fText.thread("sh"), new CheckedStacks(fReported), fRepairs);

    private void enter(long time, String function, int depth) {
        fStack.function(time, fText.frame(function), depth, true);
    }

    private void leave(long time, String function, int depth) {
        fStack.returns(time, fText.frame(function), depth, 1);
    }

    private void found(String lines) {
        assertEquals(lines, fReported.lines());
    }

    /** A process' functions have depths of their own; a process runs in no function of the kernel. */
    @Test
    void functionsOfProcessesAndOfTheKernel() {
        enter(10, "main", USER);
        enter(11, "run", USER + 1);
        enter(12, "a", 0);
        enter(13, "b", 1);
        found("10 sh begins\n10 sh main\n11 sh run\n12 sh a\n13 sh b\n");
        // the kernel's are deeper than nothing of the process, and one of the same depth is inside
        enter(14, "c", 0);
        found("14 sh repaired RETURN_MISSING\n14 sh -\n14 sh c\n");
        // the process goes on: all of the kernel has returned, and at the same depth it is inside
        enter(20, "more", USER + 1);
        found("20 sh repaired RETURN_MISSING\n20 sh -\n20 sh repaired RETURN_MISSING\n20 sh -\n20 sh more\n");
        enter(25, "other", USER);
        found("25 sh repaired RETURN_MISSING\n25 sh -\n25 sh repaired RETURN_MISSING\n25 sh -\n25 sh other\n");
        assertEquals(5, fRepairs[Repair.RETURN_MISSING.ordinal()]);
    }

    /** An entry whose depth is not reported ends nothing, nor does one end what is no function. */
    @Test
    void depthsThatAreNotReported() {
        enter(10, "a", 3);
        enter(11, "b", -1);
        enter(12, "c", 0);
        found("10 sh begins\n10 sh a\n11 sh b\n12 sh c\n");
        // of b the depth is not reported: it protects what is below it
        leave(13, "b", 7);
        found("13 sh repaired RETURN_MISSING\n13 sh -\n13 sh - guest 1\n");
        fStack.begins(14, WRITE);
        enter(15, "d", 0);
        found("14 sh repaired RETURN_MISSING\n14 sh -\n14 sh syscall:1\n15 sh d\n");
    }

    @Test
    void aReturnWithoutAnEntryEndsWhatIsDeeper() {
        enter(10, "a", 0);
        enter(11, "b", 1);
        enter(12, "c", 2);
        leave(13, "x", 1);
        found("10 sh begins\n10 sh a\n11 sh b\n12 sh c\n13 sh repaired RETURN_MISSING\n13 sh -\n13 sh repaired ENTRY_MISSING\n13 sh x\n"
                + "13 sh - guest 1\n");
        leave(14, "y", -1);
        found("14 sh repaired ENTRY_MISSING\n14 sh y\n14 sh - guest 1\n");
    }

    @Test
    void whenItBeganIsNotReported() {
        fStack.function(10, fText.frame("a"), 0, false);
        found("10 sh begins\n10 sh repaired ENTRY_MISSING\n10 sh a\n");
        assertEquals(10, fStack.now());
        // nothing goes back in time
        enter(8, "b", 1);
        found("10 sh b\n");
    }

    /** At a system call's begin all of the kernel has returned but what was entered since anything did. */
    @Test
    void whatASystemCallEnds() {
        enter(10, "main", USER);
        enter(11, "a", 0);
        enter(12, "b", 1);
        leave(13, "b", 1);
        fReported.lines();
        fStack.begins(14, WRITE);
        found("14 sh repaired RETURN_MISSING\n14 sh -\n14 sh syscall:1\n");
        enter(15, "c", 0);
        enter(16, "d", 1);
        leave(17, "d", 1);
        enter(18, "e", 1);
        fReported.lines();
        // at its end c never returned, e just began
        fStack.ends(20, WRITE, -1);
        found("20 sh -\n20 sh repaired RETURN_MISSING\n20 sh -\n20 sh again e\n20 sh -\n20 sh -\n20 sh again e\n");
        // e began in the call, and the next begins in it
        fStack.begins(21, WRITE);
        found("21 sh repaired RETURN_MISSING\n21 sh -\n21 sh syscall:1\n");
    }

    @Test
    void functionsThatJustBeganOutlastASystemCall() {
        enter(10, "a", 0);
        enter(11, "b", 1);
        fStack.begins(12, WRITE);
        found("10 sh begins\n10 sh a\n11 sh b\n12 sh syscall:1\n");
        fStack.begins(13, WRITE);
        found("13 sh repaired RETURN_MISSING\n13 sh -\n13 sh repaired RETURN_MISSING\n13 sh -\n13 sh repaired RETURN_MISSING\n13 sh -\n"
                + "13 sh syscall:1\n");
    }

    /** The same interrupt again: the end of the first, and of all in it, was not reported. */
    @Test
    void interrupts() {
        fStack.begins(10, IRQ);
        fStack.begins(11, SOFTIRQ);
        enter(12, "a", 0);
        fStack.begins(13, IRQ);
        found("10 sh begins\n10 sh irq:4\n11 sh softirq:1\n12 sh a\n13 sh repaired RETURN_MISSING\n13 sh -\n13 sh repaired RETURN_MISSING\n"
                + "13 sh -\n13 sh repaired RETURN_MISSING\n13 sh -\n13 sh irq:4\n");
        fStack.begins(14, SOFTIRQ);
        fStack.ends(15, IRQ, -1);
        found("14 sh softirq:1\n15 sh repaired RETURN_MISSING\n15 sh -\n15 sh -\n");
        fStack.ends(16, IRQ, 3);
        found("16 sh repaired ENTRY_MISSING\n16 sh irq:4\n16 sh - guest 3\n");
        enter(17, "b", 0);
        fStack.begins(18, SOFTIRQ);
        fStack.begins(19, IRQ);
        fReported.lines();
        // no interrupt outlasts that it loses its vCPU
        fStack.off(20, WAITS);
        fStack.off(25, 0);
        fStack.state(30, 0);
        found("20 sh repaired RETURN_MISSING\n20 sh -\n20 sh repaired RETURN_MISSING\n20 sh -\n20 sh off_cpu:1\n25 sh -\n");
    }

    /** An exit of no length is one; the other frames above are shown where time goes by. */
    @Test
    void whatTheHostDoes() {
        enter(10, "a", 0);
        fStack.exits(20, EXIT);
        fStack.entered(20);
        found("10 sh begins\n10 sh a\n20 sh exit:30\n20 sh -\n");
        fStack.exits(30, EXIT);
        fStack.state(30, STATE);
        fStack.entered(40);
        fStack.state(40, 0);
        enter(50, "b", 1);
        found("30 sh exit:30\n30 sh state:3\n40 sh -\n40 sh -\n50 sh b\n");
        // a second exit without an entry
        fStack.exits(60, EXIT);
        fStack.exits(70, EXIT);
        fStack.entered(80);
        fStack.entered(85);
        found("60 sh exit:30\n70 sh -\n70 sh exit:30\n80 sh -\n");
        // what begins while it is left is below the exit, which goes on
        fStack.exits(90, EXIT);
        enter(95, "c", 2);
        fStack.entered(99);
        found("90 sh exit:30\n95 sh -\n95 sh c\n95 sh again exit:30\n99 sh -\n");
    }

    /** Of what it does nothing is known any more: all ends, the mark too; it may begin again. */
    @Test
    void theEnd() {
        fStack.end(7, Repair.LOST);
        found("");
        enter(10, "a", 0);
        fStack.marks(11, Frames.of(FrameKind.MARK, 7));
        fStack.exits(12, EXIT);
        fStack.state(12, STATE);
        fReported.lines();
        fStack.end(20, Repair.LOST);
        found("12 sh state:3\n20 sh -\n20 sh -\n20 sh repaired LOST\n20 sh -\n20 sh marks -\n20 sh ends\n");
        fStack.end(25, Repair.LOST);
        found("");
        fStack.marks(30, Frames.of(FrameKind.MARK, 0));
        enter(31, "b", 0);
        found("30 sh begins\n31 sh b\n");
        assertEquals("1 0", fRepairs[Repair.LOST.ordinal()] + " " + fRepairs[Repair.NEVER_RETURNED.ordinal()]);
    }

    /** No more than 256 with those of the host: of those deeper only the number is known. */
    @Test
    void tooDeep() {
        for (int i = 0; i < ThreadStack.MAX_DEPTH; i++) {
            enter(10 + i, "f", i);
        }
        fReported.lines();
        enter(300, "f", ThreadStack.MAX_DEPTH);
        enter(301, "f", ThreadStack.MAX_DEPTH + 1);
        found("300 sh repaired TOO_DEEP\n301 sh repaired TOO_DEEP\n");
        leave(302, "f", ThreadStack.MAX_DEPTH + 1);
        leave(303, "f", ThreadStack.MAX_DEPTH);
        found("");
        leave(304, "f", ThreadStack.MAX_DEPTH - 1);
        found("304 sh - guest 1\n");
        enter(305, "g", ThreadStack.MAX_DEPTH - 1);
        found("305 sh g\n");
        // full, and not one more for a return without an entry
        leave(306, "x", -1);
        found("306 sh repaired TOO_DEEP\n");
        // the return of an outer one leaves nothing deeper
        enter(307, "h", ThreadStack.MAX_DEPTH);
        leave(308, "f", 0);
        assertEquals(ThreadStack.MAX_DEPTH - 1, fReported.lines().lines().filter(line -> line.equals("308 sh repaired RETURN_MISSING")).count());
        leave(309, "y", 0);
        found("309 sh repaired ENTRY_MISSING\n309 sh y\n309 sh - guest 1\n");
    }

    /** An interrupt that is too deep is not there when it ends, nor are those that follow. */
    @Test
    void interruptsTooDeep() {
        for (int i = 0; i < ThreadStack.MAX_DEPTH; i++) {
            enter(10 + i, "f" + i, i);
        }
        fReported.lines();
        fStack.begins(300, IRQ);
        fStack.ends(301, IRQ, -1);
        found("300 sh repaired TOO_DEEP\n301 sh repaired TOO_DEEP\n");
    }
}
