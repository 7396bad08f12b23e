/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import java.util.Arrays;

/**
 * The stack of one thread as it is told, repaired where that cannot be.
 * <p>
 * Over the frames of the guest's own lie up to three of what is done with the thread: that it is off its vCPU, that the vCPU
 * is left, the state of the vCPU. They lie over whatever the guest is in: when a frame of the guest begins or ends meanwhile,
 * they leave and are open again. States that last no time are not shown.
 * <p>
 * A function that begins at the depth of the innermost one lies in it: an interrupt may come while a function is being left.
 * Only deeper ones cannot have been open any more. When a system call or an initcall begins or ends, only those functions are
 * believed to be open of which nothing has returned since they began: a kernel may tell it in a function of its own.
 */
final class ThreadStack {

    /** Frames of the guest; with those over them {@value #MAX_DEPTH} + 3. */
    static final int MAX_DEPTH = 253;

    /** The depth of what is no function. */
    private static final int MARKER = -2;
    /** Added to the depth of a process' function. */
    static final int USER = 1 << 20;

    private static final int OFF = 0;
    private static final int EXIT = 1;
    private static final int STATE = 2;
    private static final int OVER = 3;

    private final StackThread fThread;
    private final StackSink fSink;
    private final long[] fRepairs;
    private long[] fFrames = new long[4];
    private int[] fDepths = new int[4];
    private int fHeight;
    private int fInterrupts;
    private int fTooDeep;
    /** How many of the innermost functions began since something returned. */
    private int fFresh;
    private final long[] fWanted = new long[OVER];
    private final long[] fShown = new long[OVER];
    private final long[] fPaused = new long[OVER];
    private long fPausedAt;
    private boolean fBegun;
    private long fNow;

    /**
     * @param since
     *            when it was first heard of
     * @param repairs
     *            counts by the place of the {@link Repair}
     */
    ThreadStack(long since, StackThread thread, StackSink sink, long[] repairs) {
        fNow = since;
        fThread = thread;
        fSink = sink;
        fRepairs = repairs;
    }

    /** When it changed last; nothing before may come. */
    long now() {
        return fNow;
    }

    private void moveTo(long time) {
        if (time > fNow) {
            show(OVER);
            fNow = time;
        }
        if (!fBegun) {
            fBegun = true;
            fSink.begins(fNow, fThread);
        }
    }

    void function(long time, long frame, int depth) {
        moveTo(time);
        pause();
        dropDeeper(depth);
        if (push(frame, depth)) {
            fFresh++;
        }
    }

    /** The same of one that began before, when nobody knew. */
    void functionBefore(long time, long frame, int depth) {
        moveTo(time);
        pause();
        dropDeeper(depth);
        repaired(Repair.ENTRY_MISSING);
        if (push(frame, depth)) {
            fFresh++;
        }
    }

    /** {@code depth}: -1 if it is not told. */
    void returns(long time, long frame, int depth, long duration) {
        moveTo(time);
        pause();
        int found = find(frame, depth);
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

    private int find(long frame, int depth) {
        int byAddress = -1;
        for (int i = fHeight - 1; i >= 0; i--) {
            if (fFrames[i] == frame && fDepths[i] != MARKER) {
                if (fDepths[i] == depth || depth == -1) {
                    return i;
                }
                byAddress = Math.max(byAddress, i);
            }
        }
        return fTooDeep > 0 ? -1 : byAddress;
    }

    /** An end without begin is shown, without length. */
    private void missing(long frame, int depth, long duration) {
        if (fHeight < MAX_DEPTH) {
            repaired(Repair.ENTRY_MISSING);
            push(frame, depth);
            fHeight--;
            fFresh = 0;
            fSink.leaves(fNow, fThread, duration);
        }
    }

    private void dropDeeper(int depth) {
        while (depth >= 0 && fHeight > 0 && fDepths[fHeight - 1] > depth) {
            drop(Repair.RETURN_MISSING);
        }
    }

    void begins(long time, long frame, FrameKind kind) {
        moveTo(time);
        pause();
        if (isInterrupt(kind)) {
            int open = fInterrupts == 0 ? -1 : findMarker(frame);
            if (open >= 0) {
                dropTo(open, Repair.RETURN_MISSING);
            }
        } else if (kind == FrameKind.SYSCALL) {
            keepFresh(0);
        }
        if (push(frame, MARKER) && isInterrupt(kind)) {
            fInterrupts++;
        }
        fFresh = 0;
    }

    void ends(long time, long frame, FrameKind kind, long duration) {
        moveTo(time);
        pause();
        int found = findMarker(frame);
        if (found >= 0) {
            if (!isInterrupt(kind)) {
                keepFresh(found + 1);
            } else {
                dropTo(found + 1, Repair.RETURN_MISSING);
            }
            remove(found, duration, null, false);
        } else {
            missing(frame, MARKER, duration);
        }
    }

    /** A process marks what it does from now on; with 0 it only says that it does no longer what it marked. */
    void marks(long time, long frame) {
        moveTo(time);
        pause();
        for (int i = fHeight - 1; i >= 0; i--) {
            if (Frames.kind(fFrames[i]) == FrameKind.MARK) {
                remove(i, -1, null, false);
            }
        }
        if (Frames.value(frame) != 0) {
            push(frame, MARKER);
        }
        fFresh = 0;
    }

    private int findMarker(long frame) {
        for (int i = fHeight - 1; i >= 0; i--) {
            if (fFrames[i] == frame && fDepths[i] == MARKER) {
                return i;
            }
        }
        return -1;
    }

    /** Drops what is open from a place on, but the marks of processes, their functions, and functions that just began. */
    private void keepFresh(int from) {
        int fresh = fFresh;
        int first = from;
        while (first < fHeight - fresh && (fDepths[first] >= USER || Frames.kind(fFrames[first]) == FrameKind.MARK)) {
            first++;
        }
        for (int i = fHeight - fresh - 1; i >= first; i--) {
            remove(i, -1, Repair.RETURN_MISSING, false);
        }
        fFresh = fresh;
    }

    /** It loses its vCPU: no interrupt outlasts that. */
    void off(long time, long frame) {
        moveTo(time);
        if (frame != 0 && fInterrupts > 0) {
            int first = 0;
            while (!isInterrupt(Frames.kind(fFrames[first]))) {
                first++;
            }
            pause();
            dropTo(first, Repair.RETURN_MISSING);
        }
        fWanted[OFF] = frame;
    }

    void exits(long time, long frame) {
        entered(time);
        fWanted[EXIT] = frame;
        fPaused[EXIT] = 0;
        show(EXIT + 1);
    }

    void entered(long time) {
        moveTo(time);
        if (fWanted[EXIT] != 0) {
            hide(EXIT);
            fWanted[EXIT] = 0;
        }
    }

    void state(long time, long frame) {
        moveTo(time);
        fWanted[STATE] = frame;
    }

    void end(long time, Repair repair) {
        if (!fBegun) {
            return;
        }
        moveTo(time);
        hide(OFF);
        Arrays.fill(fWanted, 0);
        dropTo(0, repair);
        fTooDeep = 0;
        fSink.ends(fNow, fThread);
        fBegun = false;
    }

    private boolean push(long frame, int depth) {
        if (fHeight >= MAX_DEPTH) {
            fTooDeep++;
            repaired(Repair.TOO_DEEP);
            return false;
        }
        if (fHeight == fFrames.length) {
            fFrames = Arrays.copyOf(fFrames, 2 * fHeight);
            fDepths = Arrays.copyOf(fDepths, 2 * fHeight);
        }
        fFrames[fHeight] = frame;
        fDepths[fHeight++] = depth;
        fSink.enters(fNow, fThread, frame);
        return true;
    }

    private void dropTo(int height, Repair repair) {
        while (fHeight > height) {
            drop(repair);
        }
    }

    private void drop(Repair repair) {
        repaired(repair);
        remove(fHeight - 1, -1, null, false);
    }

    /**
     * Ends a frame. Of those in it, all are kept, or only what is no function and no interrupt; they are open again
     * afterwards.
     */
    private void remove(int place, long duration, Repair repair, boolean function) {
        for (int i = fHeight - 1; i > place; i--) {
            if (function && !outlasts(i)) {
                repaired(Repair.RETURN_MISSING);
            }
            fSink.leaves(fNow, fThread, -1);
        }
        fInterrupts -= isInterrupt(place) ? 1 : 0;
        if (repair != null) {
            repaired(repair);
        }
        fSink.leaves(fNow, fThread, duration);
        int height = place;
        for (int i = place + 1; i < fHeight; i++) {
            if (!function || outlasts(i)) {
                fFrames[height] = fFrames[i];
                fDepths[height++] = fDepths[i];
                fSink.resumes(fNow, fThread, fFrames[i]);
            } else {
                fInterrupts -= isInterrupt(i) ? 1 : 0;
            }
        }
        fHeight = height;
        fFresh = 0;
    }

    private boolean outlasts(int place) {
        return fDepths[place] == MARKER && !isInterrupt(place);
    }

    private boolean isInterrupt(int place) {
        return fDepths[place] == MARKER && isInterrupt(Frames.kind(fFrames[place]));
    }

    private static boolean isInterrupt(FrameKind kind) {
        return kind == FrameKind.IRQ || kind == FrameKind.SOFTIRQ || kind == FrameKind.APIC;
    }

    private void repaired(Repair repair) {
        fRepairs[repair.ordinal()]++;
        fSink.repaired(fNow, fThread, repair);
    }

    /** What lies over the guest's frames makes room for a change of them. */
    private void pause() {
        for (int i = STATE; i >= OFF; i--) {
            if (fShown[i] != 0) {
                fPaused[i] = fShown[i];
                fPausedAt = fNow;
                fShown[i] = 0;
                fSink.leaves(fNow, fThread, -1);
            }
        }
    }

    private void hide(int from) {
        for (int i = STATE; i >= from; i--) {
            if (fShown[i] != 0) {
                fShown[i] = 0;
                fSink.leaves(fNow, fThread, -1);
            }
            fPaused[i] = 0;
        }
    }

    private void show(int places) {
        int first = 0;
        while (first < places && fWanted[first] == fShown[first]) {
            first++;
        }
        if (first == places) {
            return;
        }
        for (int i = STATE; i >= first; i--) {
            if (fShown[i] != 0) {
                fShown[i] = 0;
                fSink.leaves(fNow, fThread, -1);
            }
        }
        for (int i = first; i < places; i++) {
            fShown[i] = fWanted[i];
            if (fShown[i] != 0 && fShown[i] == fPaused[i] && fPausedAt == fNow) {
                fSink.resumes(fNow, fThread, fShown[i]);
            } else if (fShown[i] != 0) {
                fSink.enters(fNow, fThread, fShown[i]);
            }
            fPaused[i] = 0;
        }
    }
}
