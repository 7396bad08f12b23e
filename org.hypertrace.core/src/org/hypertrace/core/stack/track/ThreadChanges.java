/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Arrays;

/**
 * What changes in a thread, in time order, on its way to its {@link ThreadStack}. Where the guest reports a function only when it returns,
 * all changes wait until it is known in which functions they were. They wait until an outermost function returned, or until too many wait.
 * Then the first half goes on; a function that turns out to have begun before begins where it is first known.
 * <p>
 * Batches carry times of the host, each with the jitter of its hypercall. So where times are no further apart than {@value #JITTER} ns,
 * order is set right. A function that calls another begins no later than that one. One that a system call calls begins after it and returns
 * before it. A function returns before its thread loses its processor.
 */
public final class ThreadChanges {

    /** Changes of a thread that wait. */
    public static final int MAX = 1 << 12;
    private static final long JITTER = 1_000_000;
    /** A guest that sends batches reports this for all deeper ones, too. */
    private static final int DEEPEST = 31;

    private static final int FUNCTION = 0;
    private static final int LATE_FUNCTION = 1;
    private static final int RETURNS = 2;
    private static final int BEGINS = 3;
    private static final int ENDS = 4;
    private static final int MARKS = 5;
    private static final int OFF = 6;
    private static final int EXITS = 7;
    private static final int ENTERED = 8;
    private static final int STATE = 9;
    private static final int OP_BITS = 4;

    private final ThreadStack fStack;
    /** How many changes wait of all threads. */
    private final int[] fWaiting;
    private boolean fWaits;
    private int fSize;
    private int[] fOps = new int[0];
    private long[] fTimes = new long[0];
    private long[] fFrames = new long[0];
    private long[] fDurations = new long[0];

    public ThreadChanges(ThreadStack stack, int[] waiting) {
        fStack = stack;
        fWaiting = waiting;
    }

    /** From now on functions may be reported only when they return. */
    public void setWaits() {
        fWaits = true;
    }

    public void function(long time, long frame, int depth) {
        change(FUNCTION | depth + 1 << OP_BITS, time, frame, -1);
    }

    public void returns(long time, long frame, int depth, long duration) {
        change(RETURNS | depth + 1 << OP_BITS, time, frame, duration);
    }

    /** A function returns of which no begin was reported. */
    public void returnsOnly(long time, long frame, int depth, long duration) {
        fWaits = true;
        if (fSize >= MAX - 2) {
            flush(MAX / 2);
        }
        long end = Math.max(time, last());
        int last = end(end);
        end = last < fSize ? fTimes[last] : end;
        add(last, RETURNS | depth + 1 << OP_BITS, end, frame, duration);
        insert(last, end - duration, frame, depth, duration);
        if (depth <= 0) {
            flush(fSize);
        }
    }

    public void begins(long time, long frame) {
        change(BEGINS, time, frame, -1);
    }

    public void ends(long time, long frame, long duration) {
        change(ENDS, time, frame, duration);
    }

    public void marks(long time, long frame) {
        change(MARKS, time, frame, -1);
    }

    public void off(long time, long frame) {
        change(OFF, time, frame, -1);
    }

    public void exits(long time, long frame) {
        change(EXITS, time, frame, -1);
    }

    public void entered(long time) {
        change(ENTERED, time, 0, -1);
    }

    public void state(long time, long frame) {
        change(STATE, time, frame, -1);
    }

    public void end(long time, Repair repair) {
        flush(fSize);
        fStack.end(time, repair);
    }

    /** The time of the last change. */
    private long last() {
        return fSize > 0 ? fTimes[fSize - 1] : fStack.now();
    }

    private void change(int op, long time, long frame, long duration) {
        if (!fWaits) {
            apply(op, Math.max(time, fStack.now()), frame, duration);
            return;
        }
        add(fSize, op, Math.max(time, last()), frame, duration);
    }

    private void add(int place, int op, long time, long frame, long duration) {
        int at = place;
        if (fSize >= MAX) {
            flush(MAX / 2);
            at = Math.max(0, at - MAX / 2);
        }
        if (fSize == fOps.length) {
            int room = Math.max(16, 2 * fSize);
            fOps = Arrays.copyOf(fOps, room);
            fTimes = Arrays.copyOf(fTimes, room);
            fFrames = Arrays.copyOf(fFrames, room);
            fDurations = Arrays.copyOf(fDurations, room);
        }
        int behind = fSize - at;
        System.arraycopy(fOps, at, fOps, at + 1, behind);
        System.arraycopy(fTimes, at, fTimes, at + 1, behind);
        System.arraycopy(fFrames, at, fFrames, at + 1, behind);
        System.arraycopy(fDurations, at, fDurations, at + 1, behind);
        fOps[at] = op;
        fTimes[at] = Math.max(time, at > 0 ? fTimes[at - 1] : fStack.now());
        fFrames[at] = frame;
        fDurations[at] = duration;
        fSize++;
        fWaiting[0]++;
    }

    /** Where a function returned: a thread without a processor, or not in a system call any more, is in none. */
    private int end(long time) {
        int end = fSize;
        for (int i = fSize - 1; i >= 0 && fTimes[i] >= time - JITTER && op(i) != OFF && !isSyscall(i, BEGINS); i--) {
            end = isSyscall(i, ENDS) ? i : end;
        }
        for (int i = end - 1; i >= 0 && fTimes[i] >= time - JITTER && op(i) >= OFF; i--) {
            if (op(i) == OFF) {
                return fFrames[i] != 0 ? i : end;
            }
        }
        return end;
    }

    private boolean isSyscall(int i, int op) {
        return op(i) == op && Frames.kind(fFrames[i]) == FrameKind.SYSCALL;
    }

    /** Puts the begin of a function before all that was in it, and that is before its return. */
    private void insert(int end, long begin, long frame, int depth, long duration) {
        int place = end;
        while (place > 0 && fTimes[place - 1] >= begin && isInside(place - 1, begin, depth)
                && !(isSyscall(place - 1, BEGINS) && fTimes[place - 1] <= begin + JITTER)) {
            place--;
        }
        for (int i = place; i > 0 && fTimes[i - 1] >= begin - JITTER && !isFunction(i - 1, depth, false); i--) {
            place = isFunction(i - 1, depth, true) ? i - 1 : place;
        }
        int exit = place;
        while (exit > 0 && op(exit - 1) == STATE) {
            exit--;
        }
        // a guest that is left does nothing
        place = exit > 0 && op(exit - 1) == EXITS ? exit - 1 : place;
        long floor = place > 0 ? fTimes[place - 1] : fStack.now();
        long time = place < fSize ? Math.min(begin, fTimes[place]) : begin;
        boolean late = time < floor - JITTER && place == 0;
        add(place, (late ? LATE_FUNCTION : FUNCTION) | depth + 1 << OP_BITS, time, frame, duration);
    }

    /** Whether a change is in a function that began then; at the same time a deeper function is. */
    private boolean isInside(int i, long begin, int depth) {
        return isFunction(i, depth, true) || fTimes[i] > begin && (!isFunction(i, depth, false) || depth == DEEPEST);
    }

    /** Whether it is about a function that is deeper, or about one that is not. */
    private boolean isFunction(int i, int depth, boolean deeper) {
        if (op(i) > RETURNS) {
            return false;
        }
        int its = (fOps[i] >> OP_BITS) - 1;
        return deeper == its > depth;
    }

    private int op(int i) {
        return fOps[i] & (1 << OP_BITS) - 1;
    }

    /** Lets the first changes go on. */
    public void flush(int count) {
        for (int i = 0; i < count; i++) {
            apply(fOps[i], fTimes[i], fFrames[i], fDurations[i]);
        }
        fSize -= count;
        fWaiting[0] -= count;
        System.arraycopy(fOps, count, fOps, 0, fSize);
        System.arraycopy(fTimes, count, fTimes, 0, fSize);
        System.arraycopy(fFrames, count, fFrames, 0, fSize);
        System.arraycopy(fDurations, count, fDurations, 0, fSize);
    }

    public void flush() {
        flush(fSize);
    }

    private void apply(int op, long time, long frame, long duration) {
        int depth = (op >> OP_BITS) - 1;
        switch (op & (1 << OP_BITS) - 1) {
        case FUNCTION, LATE_FUNCTION -> fStack.function(time, frame, depth, (op & (1 << OP_BITS) - 1) == FUNCTION);
        case RETURNS -> fStack.returns(time, frame, depth, duration);
        case BEGINS -> fStack.begins(time, frame);
        case ENDS -> fStack.ends(time, frame, duration);
        case MARKS -> fStack.marks(time, frame);
        case OFF -> fStack.off(time, frame);
        case EXITS -> fStack.exits(time, frame);
        case ENTERED -> fStack.entered(time);
        default -> fStack.state(time, frame);
        }
    }
}
