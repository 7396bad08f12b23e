/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

/**
 * The stack of one thread as it is reported, repaired where that cannot be.
 * <p>
 * Over the frames of the guest's own lie those of what is done with the thread, see {@link OverFrames}. A mark of its process
 * is beside them: it holds nothing, and ends nothing but the mark before.
 * <p>
 * A function that begins at the depth of the innermost one is in it: an interrupt may come while a function is being left.
 * Only deeper ones cannot have been open any more. A function stays open at the begin or end of a system call or initcall only if nothing
 * of it has returned since it began. A kernel may report it in a function of its own.
 */
public final class ThreadStack {

    /** Frames of the guest; with those over them 256. */
    public static final int MAX_DEPTH = 256 - OverFrames.ALL;

    private final StackThread fThread;
    private final StackSink fSink;
    private final OpenFrames fOpen;
    private final OverFrames fOver;
    private int fTooDeep;
    /** How many of the innermost functions began since something returned. */
    private int fFresh;
    private boolean fBegun;
    private long fMark;
    private long fNow;

    /**
     * @param since
     *            when it was first seen
     * @param repairs
     *            counts by the place of the {@link Repair}
     */
    public ThreadStack(long since, StackThread thread, StackSink sink, long[] repairs) {
        fNow = since;
        fThread = thread;
        fSink = sink;
        fOpen = new OpenFrames(thread, sink, repairs);
        fOver = new OverFrames(thread, sink);
    }

    /** When it changed last; nothing before may come. */
    public long now() {
        return fNow;
    }

    private void moveTo(long time) {
        if (time > fNow) {
            fOver.show(fNow, OverFrames.ALL);
            fNow = time;
        }
        if (!fBegun) {
            fBegun = true;
            fSink.begins(fNow, fThread);
        }
    }

    /** The guest's own frames are about to change. */
    private void changeAt(long time) {
        moveTo(time);
        fOver.pause(fNow);
    }

    /** {@code depth}: less than 0 if it is not recorded; {@code reported}: when it really began is reported. */
    public void function(long time, long frame, int depth, boolean reported) {
        changeAt(time);
        dropDeeper(depth);
        if (!reported) {
            fOpen.repaired(fNow, Repair.ENTRY_MISSING);
        }
        if (push(frame, depth)) {
            fFresh++;
        }
    }

    /** {@code depth}: -1 if it is not recorded. */
    public void returns(long time, long frame, int depth, long duration) {
        changeAt(time);
        int found = fOpen.find(frame, depth, fTooDeep == 0);
        if (found >= 0) {
            remove(found, duration, null, true);
            fTooDeep = 0;
        } else if (fTooDeep > 0) {
            fTooDeep--;
        } else {
            dropDeeper(depth);
            missing(frame, depth, duration);
        }
    }

    /** An end without begin is shown, without length. */
    private void missing(long frame, int depth, long duration) {
        if (fOpen.height() >= MAX_DEPTH) {
            fOpen.repaired(fNow, Repair.TOO_DEEP);
            return;
        }
        fOpen.repaired(fNow, Repair.ENTRY_MISSING);
        push(frame, depth);
        remove(fOpen.height() - 1, duration, null, false);
    }

    /** Those of the kernel and those of a process have depths of their own; a process runs in no function of the kernel. */
    private void dropDeeper(int depth) {
        for (int top = fOpen.height() - 1; depth >= 0 && top >= 0; top--) {
            int its = fOpen.depth(top);
            boolean user = depth >= OpenFrames.USER;
            if (its < 0 || its >= OpenFrames.USER && !user || its <= depth && its >= OpenFrames.USER == user) {
                return;
            }
            remove(top, -1, Repair.RETURN_MISSING, false);
        }
    }

    public void begins(long time, long frame) {
        changeAt(time);
        FrameKind kind = Frames.kind(frame);
        if (OpenFrames.isInterrupt(kind)) {
            int open = fOpen.findMarker(frame);
            dropTo(open < 0 ? fOpen.height() : open, Repair.RETURN_MISSING);
        } else if (kind == FrameKind.SYSCALL) {
            keepFresh(0);
        }
        push(frame, OpenFrames.MARKER);
        fFresh = 0;
    }

    public void ends(long time, long frame, long duration) {
        changeAt(time);
        int found = fOpen.findMarker(frame);
        if (found < 0) {
            missing(frame, OpenFrames.MARKER, duration);
            return;
        }
        if (OpenFrames.isInterrupt(Frames.kind(frame))) {
            dropTo(found + 1, Repair.RETURN_MISSING);
        } else {
            keepFresh(found + 1);
        }
        remove(found, duration, null, false);
    }

    /** A process marks what it does from now on; with the value 0 it only reports that it does no longer what it marked. */
    public void marks(long time, long frame) {
        changeAt(time);
        mark(Frames.value(frame) == 0 ? 0 : frame);
    }

    private void mark(long frame) {
        if (frame != 0 || fMark != 0) {
            fMark = frame;
            fSink.marks(fNow, fThread, frame);
        }
    }

    /** Drops what is open from a place on, but functions of processes, and functions that just began. */
    private void keepFresh(int from) {
        int fresh = fFresh;
        int first = from;
        while (first < fOpen.height() - fresh && fOpen.depth(first) >= OpenFrames.USER) {
            first++;
        }
        for (int i = fOpen.height() - fresh - 1; i >= first; i--) {
            remove(i, -1, Repair.RETURN_MISSING, false);
        }
        fFresh = fresh;
    }

    /** It loses its vCPU, and no interrupt outlasts that; with 0 it gets one. */
    public void off(long time, long frame) {
        moveTo(time);
        int interrupt = frame == 0 ? -1 : fOpen.firstInterrupt();
        if (interrupt >= 0) {
            fOver.pause(fNow);
            dropTo(interrupt, Repair.RETURN_MISSING);
        }
        fOver.want(OverFrames.OFF, frame);
    }

    /** Its vCPU is left. */
    public void exits(long time, long frame) {
        entered(time);
        fOver.want(OverFrames.EXIT, frame);
        fOver.show(fNow, OverFrames.STATE);
    }

    public void entered(long time) {
        moveTo(time);
        if (fOver.isWanted(OverFrames.EXIT)) {
            fOver.hide(fNow, OverFrames.EXIT);
            fOver.want(OverFrames.EXIT, 0);
        }
    }

    /** What its vCPU is in; 0 if the guest has it. */
    public void state(long time, long frame) {
        moveTo(time);
        fOver.want(OverFrames.STATE, frame);
    }

    /** Nothing is known of it from now on. */
    public void end(long time, Repair repair) {
        if (!fBegun) {
            return;
        }
        moveTo(time);
        fOver.hide(fNow, OverFrames.OFF);
        for (int i = 0; i < OverFrames.ALL; i++) {
            fOver.want(i, 0);
        }
        dropTo(0, repair);
        mark(0);
        fTooDeep = 0;
        fSink.ends(fNow, fThread);
        fBegun = false;
    }

    private boolean push(long frame, int depth) {
        if (fOpen.height() >= MAX_DEPTH) {
            fTooDeep++;
            fOpen.repaired(fNow, Repair.TOO_DEEP);
            return false;
        }
        fOpen.push(fNow, frame, depth);
        return true;
    }

    private void dropTo(int height, Repair repair) {
        if (fOpen.height() > height) {
            fOpen.dropTo(fNow, height, repair);
            fFresh = 0;
        }
    }

    private void remove(int place, long duration, Repair repair, boolean function) {
        fOpen.remove(fNow, place, duration, repair, function);
        fFresh = 0;
    }
}
