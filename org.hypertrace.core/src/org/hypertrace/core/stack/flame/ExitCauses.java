/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.hypertrace.core.exit.statistics.Ranks;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * In which frames of the guests exits happened, for which reason, and how long they took. The figures are exact for the exits that begin
 * and end in a stretch of time. Each exit counts once, for the innermost of the guest's frames around it.
 */
public final class ExitCauses implements StackSink {

    /** The frame of exits outside of all frames: what the thread did is not recorded. */
    public static final long UNKNOWN_ID = Frames.of(FrameKind.THREAD, 0);

    /** The frame of exits of idle threads outside of all frames: mostly for having nothing to do. */
    public static final long IDLE = Frames.of(FrameKind.THREAD, 1);

    /** So many pairs of frames and reasons are distinguished. */
    private static final int MOST_GROUPS = 1 << 17;
    /** So many lengths are kept for percentiles. */
    private static final int MOST_LENGTHS = 1 << 23;

    /**
     * Exits of one reason in one frame; durations in ns.
     *
     * @param boot
     *            the running number of the boot
     * @param frame
     *            the guest's innermost frame
     * @param exit
     *            the exit, see {@link Frames}
     * @param count
     *            at least 1
     * @param p50
     *            the median; percentiles are by nearest rank. -1: there are too many exits to keep all lengths
     */
    public record Row(int boot, long frame, long exit, long count, long total, long p50, long p99, long max) {

        /** @return the mean length, rounded */
        public long mean() {
            return Math.round((double) total / count);
        }
    }

    private record Key(int boot, long frame, long exit) { }

    /** A thread's stack now. */
    private static final class Stack {
        private long[] fFrames = new long[16];
        private int fDepth;
        /** At which depth the exit is, -1 outside of one. */
        private int fExit = -1;
        private long fBegin;
        /** The exit that was left last, which may go on: null if it may not. */
        private Key fLeft;
        private long fLeftBegin;
        private long fLeftEnd;
    }

    /** Exits of a kind so far. */
    private static final class Group {
        private final Key fKey;
        private long[] fLengths = new long[4];
        private int fKept;
        private long fCount;
        private long fTotal;
        private long fMax;

        Group(Key key) {
            fKey = key;
        }

        Row row() {
            boolean exact = fKept == fCount;
            return new Row(fKey.boot, fKey.frame, fKey.exit, fCount, fTotal, exact ? percentile(500) : -1,
                    exact ? percentile(990) : -1, fMax);
        }

        private long percentile(int perMille) {
            return Ranks.select(fLengths, 0, fKept, Ranks.rank(fKept, perMille));
        }
    }

    private final long fFrom;
    private final long fTo;
    private final List<Stack> fStacks = new ArrayList<>();
    private final Map<Key, Group> fGroups = new HashMap<>();
    private int fLengths;

    /**
     * @param from
     *            begin of the stretch of time, ns since the epoch
     * @param to
     *            its end, exclusive
     */
    public ExitCauses(long from, long to) {
        fFrom = from;
        fTo = to;
    }

    /** @return what was found, those with the greatest total first */
    public List<Row> rows() {
        return fGroups.values().stream().map(Group::row).sorted(Comparator.comparingLong(Row::total).reversed()).toList();
    }

    @Override
    public void begins(long time, StackThread thread) {
        // nothing is open
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        Stack stack = of(thread);
        if (time > stack.fLeftEnd) {
            settle(stack);
        }
        // else it may go on above this one
        push(time, stack, frame);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        Stack stack = of(thread);
        push(time, stack, frame);
        if (stack.fExit == stack.fDepth - 1 && stack.fLeft != null && stack.fLeft.exit == frame) {
            stack.fBegin = stack.fLeftBegin;
            stack.fLeft = null;
        }
    }

    private static void push(long time, Stack stack, long frame) {
        if (stack.fDepth == stack.fFrames.length) {
            stack.fFrames = Arrays.copyOf(stack.fFrames, 2 * stack.fDepth);
        }
        FrameKind kind = Frames.kind(frame);
        if (stack.fExit < 0 && (kind == FrameKind.EXIT || kind == FrameKind.TRACER)) {
            stack.fExit = stack.fDepth;
            stack.fBegin = time;
        }
        stack.fFrames[stack.fDepth++] = frame;
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        Stack stack = of(thread);
        if (--stack.fDepth == stack.fExit) {
            settle(stack);
            long outside = thread.tid() == 0 ? IDLE : UNKNOWN_ID;
            long frame = stack.fDepth == 0 ? outside : stack.fFrames[stack.fDepth - 1];
            stack.fLeft = new Key(thread.boot(), frame, stack.fFrames[stack.fDepth]);
            stack.fLeftBegin = stack.fBegin;
            stack.fLeftEnd = time;
            stack.fExit = -1;
        }
    }

    /** The exit that was left last is over. */
    private void settle(Stack stack) {
        if (stack.fLeft != null && stack.fLeftBegin >= fFrom && stack.fLeftEnd <= fTo) {
            count(group(stack.fLeft), stack.fLeftEnd - stack.fLeftBegin);
        }
        stack.fLeft = null;
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        // an exit is as long as it is known to be
    }

    @Override
    public void ends(long time, StackThread thread) {
        Stack stack = of(thread);
        settle(stack);
        stack.fDepth = 0;
        stack.fExit = -1;
    }

    @Override
    public void finished() {
        fStacks.stream().filter(Objects::nonNull).forEach(this::settle);
    }

    private void count(Group group, long length) {
        group.fCount++;
        group.fTotal += length;
        group.fMax = Math.max(group.fMax, length);
        if (fLengths < MOST_LENGTHS) {
            if (group.fKept == group.fLengths.length) {
                group.fLengths = Arrays.copyOf(group.fLengths, group.fKept + (group.fKept >> 1) + 1);
            }
            group.fLengths[group.fKept++] = length;
            fLengths++;
        }
    }

    private Group group(Key key) {
        Group group = fGroups.get(key);
        if (group != null) {
            return group;
        }
        return fGroups.computeIfAbsent(fGroups.size() < MOST_GROUPS ? key
                : new Key(key.boot, Frames.of(FrameKind.OTHERS, 0), Frames.of(Frames.kind(key.exit), -1)), Group::new);
    }

    private Stack of(StackThread thread) {
        int index = thread.index();
        while (fStacks.size() <= index) {
            fStacks.add(null);
        }
        Stack stack = fStacks.get(index);
        if (stack == null) {
            stack = new Stack();
            fStacks.set(index, stack);
        }
        return stack;
    }
}
