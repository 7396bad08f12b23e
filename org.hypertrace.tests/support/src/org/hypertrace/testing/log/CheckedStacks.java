/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.log;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/** Sees to it that what a {@link StackSink} is promised is kept, then hands on. */
public class CheckedStacks implements StackSink {

    private static final int MAX_DEPTH = 256;

    /** A thread as reported so far. */
    private static final class Reported {
        private final StackThread fThread;
        private final List<Long> fFrames = new ArrayList<>();
        private final List<Long> fLeft = new ArrayList<>();
        private boolean fOpen;
        private boolean fRepairs;
        private long fMark;
        private long fTime = Long.MIN_VALUE;

        Reported(StackThread thread) {
            fThread = thread;
        }

        void at(long time, boolean open) {
            check(open == fOpen, "is known: " + fOpen);
            check(time >= fTime, time + " comes after " + fTime);
            if (time > fTime) {
                check(!fRepairs, "a repair of nothing");
                fLeft.clear();
            }
            fTime = time;
        }

        void check(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError("thread " + fThread.index() + " (" + fThread.tid() + ") at " + fTime + ": " + what);
            }
        }
    }

    private final StackSink fTo;
    private final List<Reported> fThreads = new ArrayList<>();
    private boolean fFinished;
    private long fChanges;

    /** @param to gets the same, null for nobody */
    public CheckedStacks(StackSink to) {
        fTo = to;
    }

    /** @return how many frames began and ended */
    public long changes() {
        return fChanges;
    }

    private Reported of(long time, StackThread thread, boolean open) {
        if (fFinished) {
            throw new AssertionError("more comes after the end");
        }
        while (fThreads.size() <= thread.index()) {
            fThreads.add(null);
        }
        if (fThreads.get(thread.index()) == null) {
            fThreads.set(thread.index(), new Reported(thread));
        }
        Reported reported = fThreads.get(thread.index());
        reported.at(time, open);
        reported.check(reported.fThread == thread, "has another object");
        return reported;
    }

    @Override
    public void begins(long time, StackThread thread) {
        of(time, thread, false).fOpen = true;
        if (fTo != null) {
            fTo.begins(time, thread);
        }
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        enter(time, thread, frame);
        if (fTo != null) {
            fTo.enters(time, thread, frame);
        }
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        Reported reported = enter(time, thread, frame);
        reported.check(reported.fLeft.remove(frame), "goes on without having left: " + Long.toHexString(frame));
        if (fTo != null) {
            fTo.resumes(time, thread, frame);
        }
    }

    private Reported enter(long time, StackThread thread, long frame) {
        Reported reported = of(time, thread, true);
        reported.fFrames.add(frame);
        reported.fRepairs = false;
        reported.check(reported.fFrames.size() <= MAX_DEPTH, "is too deep");
        FrameKind kind = Frames.kind(frame);
        reported.check(kind != FrameKind.MARK, "a mark as a frame");
        boolean over = isOver(kind);
        for (int i = reported.fFrames.size() - 2; i >= 0; i--) {
            FrameKind outer = Frames.kind(reported.fFrames.get(i));
            reported.check(outer != FrameKind.STATE && outer != FrameKind.PREEMPTED_BY, "something in a state");
            reported.check(over || outer != FrameKind.EXIT && outer != FrameKind.TRACER && outer != FrameKind.OFF_CPU,
                    "the guest does something while it cannot");
        }
        fChanges++;
        return reported;
    }

    private static boolean isOver(FrameKind kind) {
        return kind == FrameKind.STATE || kind == FrameKind.PREEMPTED_BY || kind == FrameKind.EXIT
                || kind == FrameKind.TRACER || kind == FrameKind.OFF_CPU;
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        Reported reported = of(time, thread, true);
        reported.check(!reported.fFrames.isEmpty(), "leaves nothing");
        long frame = reported.fFrames.remove(reported.fFrames.size() - 1);
        if (guestDuration == -1) {
            reported.fLeft.add(frame);
        }
        reported.fRepairs = false;
        fChanges++;
        if (fTo != null) {
            fTo.leaves(time, thread, guestDuration);
        }
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        Reported reported = of(time, thread, true);
        reported.check(frame == 0 || Frames.kind(frame) == FrameKind.MARK, "a mark that is none");
        reported.check(frame != 0 || reported.fMark != 0, "ends a mark that is not there");
        reported.check(reported.fFrames.stream().map(Frames::kind).noneMatch(CheckedStacks::isOver), "marks while it cannot");
        reported.fMark = frame;
        if (fTo != null) {
            fTo.marks(time, thread, frame);
        }
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        Reported reported = of(time, thread, true);
        reported.fRepairs = repair != Repair.TOO_DEEP;
        if (fTo != null) {
            fTo.repaired(time, thread, repair);
        }
    }

    @Override
    public void ends(long time, StackThread thread) {
        Reported reported = of(time, thread, true);
        reported.check(reported.fFrames.isEmpty(), "ends with open frames");
        reported.check(reported.fMark == 0, "ends with a mark");
        reported.check(!reported.fRepairs, "a repair of nothing");
        reported.fOpen = false;
        if (fTo != null) {
            fTo.ends(time, thread);
        }
    }

    @Override
    public void finished() {
        fThreads.forEach(reported -> {
            if (reported != null) {
                reported.check(!reported.fOpen, "is open in the end");
            }
        });
        fFinished = true;
        if (fTo != null) {
            fTo.finished();
        }
    }
}
