/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.log.CheckedStacks;
import org.junit.jupiter.api.Test;

/** A guest that reports its functions only when they return has the same stacks as one that reports their begins, too. */
class BatchedCallsTest {

    private static final long OFF = Frames.of(FrameKind.OFF_CPU, TaskState.WAITING.ordinal());
    private static final long EXIT = Frames.of(FrameKind.EXIT, 1);
    private static final long STATE = Frames.of(FrameKind.STATE, VcpuState.HOST_KERNEL.ordinal());
    private static final long SYSCALL = Frames.of(FrameKind.SYSCALL, 1);
    private static final long IRQ = Frames.of(FrameKind.IRQ, 4);

    /** What is reported one thread, a line each. */
    private static final class Lines implements StackSink {

        private final List<String> fLines = new ArrayList<>();

        @Override
        public void begins(long time, StackThread thread) {
            fLines.add(time + " begins");
        }

        @Override
        public void enters(long time, StackThread thread, long frame) {
            fLines.add(time + " enters " + Long.toHexString(frame));
        }

        @Override
        public void leaves(long time, StackThread thread, long guestDuration) {
            fLines.add(time + " leaves " + guestDuration);
        }

        @Override
        public void repaired(long time, StackThread thread, Repair repair) {
            fLines.add(time + " repaired " + repair);
        }

        @Override
        public void ends(long time, StackThread thread) {
            fLines.add(time + " ends");
        }
    }

    private final long[] fRepairs = new long[Repair.values().length];
    private final int[] fWaiting = new int[1];
    private final Lines fReported = new Lines();
    private final Lines fBatched = new Lines();
    private Random fRandom = new Random(1);
    private ThreadChanges fBoth;
    private ThreadChanges fReturns;
    private long fTime;
    private int fCalls;

    private ThreadChanges thread(int index, StackSink sink) {
        return new ThreadChanges(new ThreadStack(0, new StackThread(index, null, null, 0, index, -1), sink, fRepairs), fWaiting);
    }

    private long next(int most) {
        fTime += 1 + fRandom.nextInt(most);
        return fTime;
    }

    /** A call with what is in it: other calls, interrupts, exits, and time without a processor. */
    private void call(int depth, int most) {
        long begin = next(20);
        long frame = Frames.function(0xffffffff81000000L + 16 * fRandom.nextInt(6));
        fBoth.function(begin, frame, depth);
        fCalls++;
        for (int i = fRandom.nextInt(4); i > 0 && fCalls < most; i--) {
            switch (fRandom.nextInt(5)) {
            case 0 -> leavesGuest();
            case 1 -> waits();
            case 2 -> interrupt();
            default -> call(depth + 1, most);
            }
        }
        long end = next(20);
        fBoth.returns(end, frame, depth, end - begin);
        fReturns.returnsOnly(end, frame, depth, end - begin);
    }

    private void leavesGuest() {
        long out = next(9);
        long host = next(9);
        long in = next(9);
        for (ThreadChanges thread : List.of(fBoth, fReturns)) {
            thread.exits(out, EXIT);
            thread.state(out, STATE);
            thread.state(host, Frames.of(FrameKind.STATE, VcpuState.PREEMPTED.ordinal()));
            thread.entered(in);
        }
    }

    private void waits() {
        long out = next(9);
        long in = next(9);
        for (ThreadChanges thread : List.of(fBoth, fReturns)) {
            thread.off(out, OFF);
            thread.off(in, 0);
        }
    }

    private void interrupt() {
        long from = next(9);
        long to = next(9);
        for (ThreadChanges thread : List.of(fBoth, fReturns)) {
            thread.begins(from, IRQ);
            thread.ends(to, IRQ, -1);
        }
    }

    private void run(int seed, int outermost, int most) {
        fRandom = new Random(seed);
        fTime = 1_000;
        fReported.fLines.clear();
        fBatched.fLines.clear();
        CheckedStacks checked = new CheckedStacks(fBatched);
        fBoth = thread(0, fReported);
        fReturns = thread(0, checked);
        fReturns.setWaits();
        for (ThreadChanges thread : List.of(fBoth, fReturns)) {
            thread.off(fTime, 0);
        }
        for (int i = 0; i < outermost; i++) {
            fCalls = 0;
            boolean syscall = fRandom.nextInt(3) == 0;
            if (syscall) {
                long from = next(9);
                fBoth.begins(from, SYSCALL);
                fReturns.begins(from, SYSCALL);
            }
            call(0, most);
            if (syscall) {
                long to = next(9);
                fBoth.ends(to, SYSCALL, -1);
                fReturns.ends(to, SYSCALL, -1);
            }
            waits();
        }
        long end = next(9);
        fBoth.end(end, Repair.NEVER_RETURNED);
        fReturns.end(end, Repair.NEVER_RETURNED);
        assertEquals(fReported.fLines, fBatched.fLines, "seed " + seed);
        assertEquals(0, fWaiting[0]);
    }

    @Test
    void theSameStacks() {
        for (int seed = 0; seed < 300; seed++) {
            run(seed, 4, 40);
        }
        for (Repair repair : Repair.values()) {
            assertEquals(0, fRepairs[repair.ordinal()], repair.name());
        }
    }

    /** One that returns only after very much was reported what is in it: what waits is bounded, so that its begin comes late. */
    @Test
    void aCallWithMoreInItThanMayWait() {
        fBoth = thread(0, fReported);
        fReturns = thread(0, new CheckedStacks(fBatched));
        long inner = Frames.function(0xffffffff81000010L);
        for (int i = 0; i < 3 * ThreadChanges.MAX; i++) {
            fReturns.returnsOnly(1_000 + 10L * i, inner, 1, 4);
            assertTrue(fWaiting[0] <= ThreadChanges.MAX);
        }
        fReturns.returnsOnly(1_000 + 30L * ThreadChanges.MAX, Frames.function(0xffffffff81000000L), 0, 30L * ThreadChanges.MAX);
        fReturns.end(10_000_000, Repair.NEVER_RETURNED);
        assertEquals(0, fWaiting[0]);
        assertEquals(3 * ThreadChanges.MAX, fBatched.fLines.stream().filter(line -> line.endsWith("enters " + Long.toHexString(inner))).count());
        assertEquals(3 * ThreadChanges.MAX, fBatched.fLines.stream().filter(line -> line.endsWith("leaves 4")).count());
    }
}
