/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

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

    /** A thread as told so far. */
    private static final class Told {
        private final StackThread fThread;
        private final List<Long> fFrames = new ArrayList<>();
        private final List<Long> fLeft = new ArrayList<>();
        private boolean fOpen;
        private boolean fRepairs;
        private long fMark;
        private long fTime = Long.MIN_VALUE;

        Told(StackThread thread) {
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
    private final List<Told> fThreads = new ArrayList<>();
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

    private Told of(long time, StackThread thread, boolean open) {
        if (fFinished) {
            throw new AssertionError("more comes after the end");
        }
        while (fThreads.size() <= thread.index()) {
            fThreads.add(null);
        }
        if (fThreads.get(thread.index()) == null) {
            fThreads.set(thread.index(), new Told(thread));
        }
        Told told = fThreads.get(thread.index());
        told.at(time, open);
        told.check(told.fThread == thread, "has another object");
        return told;
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
        Told told = enter(time, thread, frame);
        told.check(told.fLeft.remove(frame), "goes on without having left: " + Long.toHexString(frame));
        if (fTo != null) {
            fTo.resumes(time, thread, frame);
        }
    }

    private Told enter(long time, StackThread thread, long frame) {
        Told told = of(time, thread, true);
        told.fFrames.add(frame);
        told.fRepairs = false;
        told.check(told.fFrames.size() <= MAX_DEPTH, "is too deep");
        FrameKind kind = Frames.kind(frame);
        told.check(kind != FrameKind.MARK, "a mark as a frame");
        boolean over = isOver(kind);
        for (int i = told.fFrames.size() - 2; i >= 0; i--) {
            FrameKind outer = Frames.kind(told.fFrames.get(i));
            told.check(outer != FrameKind.STATE && outer != FrameKind.PREEMPTED_BY, "something in a state");
            told.check(over || outer != FrameKind.EXIT && outer != FrameKind.TRACER && outer != FrameKind.OFF_CPU,
                    "the guest does something while it cannot");
        }
        fChanges++;
        return told;
    }

    private static boolean isOver(FrameKind kind) {
        return kind == FrameKind.STATE || kind == FrameKind.PREEMPTED_BY || kind == FrameKind.EXIT
                || kind == FrameKind.TRACER || kind == FrameKind.OFF_CPU;
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        Told told = of(time, thread, true);
        told.check(!told.fFrames.isEmpty(), "leaves nothing");
        long frame = told.fFrames.remove(told.fFrames.size() - 1);
        if (guestDuration == -1) {
            told.fLeft.add(frame);
        }
        told.fRepairs = false;
        fChanges++;
        if (fTo != null) {
            fTo.leaves(time, thread, guestDuration);
        }
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        Told told = of(time, thread, true);
        told.check(frame == 0 || Frames.kind(frame) == FrameKind.MARK, "a mark that is none");
        told.check(frame != 0 || told.fMark != 0, "ends a mark that is not there");
        told.check(told.fFrames.stream().map(Frames::kind).noneMatch(CheckedStacks::isOver), "marks while it cannot");
        told.fMark = frame;
        if (fTo != null) {
            fTo.marks(time, thread, frame);
        }
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        Told told = of(time, thread, true);
        told.fRepairs = repair != Repair.TOO_DEEP;
        if (fTo != null) {
            fTo.repaired(time, thread, repair);
        }
    }

    @Override
    public void ends(long time, StackThread thread) {
        Told told = of(time, thread, true);
        told.check(told.fFrames.isEmpty(), "ends with open frames");
        told.check(told.fMark == 0, "ends with a mark");
        told.check(!told.fRepairs, "a repair of nothing");
        told.fOpen = false;
        if (fTo != null) {
            fTo.ends(time, thread);
        }
    }

    @Override
    public void finished() {
        fThreads.forEach(told -> {
            if (told != null) {
                told.check(!told.fOpen, "is open in the end");
            }
        });
        fFinished = true;
        if (fTo != null) {
            fTo.finished();
        }
    }
}
