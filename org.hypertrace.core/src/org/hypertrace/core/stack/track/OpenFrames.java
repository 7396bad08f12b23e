/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Arrays;

/** The frames of a guest's thread that are open: begins and ends them, and reports what was repaired. */
final class OpenFrames {

    /** The depth of what is no function. */
    static final int MARKER = -2;
    /** Added to the depth of a process' function. */
    static final int USER = 1 << 20;

    private final StackThread fThread;
    private final StackSink fSink;
    private final long[] fRepairs;
    private long[] fFrames = new long[4];
    private int[] fDepths = new int[4];
    private int fHeight;
    private int fInterrupts;

    /** @param repairs counts by the place of the {@link Repair} */
    OpenFrames(StackThread thread, StackSink sink, long[] repairs) {
        fThread = thread;
        fSink = sink;
        fRepairs = repairs;
    }

    int height() {
        return fHeight;
    }

    FrameKind kind(int place) {
        return Frames.kind(fFrames[place]);
    }

    /** {@link #MARKER} of what is no function. */
    int depth(int place) {
        return fDepths[place];
    }

    /** The innermost function of that address and depth, -1 if there is none; {@code any}: of any depth rather than none. */
    int find(long frame, int depth, boolean any) {
        int byAddress = -1;
        for (int i = fHeight - 1; i >= 0; i--) {
            if (fFrames[i] == frame && fDepths[i] != MARKER) {
                if (fDepths[i] == depth || depth == -1) {
                    return i;
                }
                byAddress = Math.max(byAddress, i);
            }
        }
        return any ? byAddress : -1;
    }

    /**
     * The innermost such frame that is no function, -1 if there is none. The one system call that is open is also that of which
     * only the number is missing.
     */
    int findMarker(long frame) {
        boolean anyCall = frame == GuestFrames.UNKNOWN_CALL;
        for (int i = fHeight - 1; i >= 0; i--) {
            if (fDepths[i] == MARKER && (fFrames[i] == frame || anyCall && kind(i) == FrameKind.SYSCALL)) {
                return i;
            }
        }
        return -1;
    }

    /** The outermost interrupt, -1 if there is none. */
    int firstInterrupt() {
        for (int i = 0; fInterrupts > 0 && i < fHeight; i++) {
            if (isInterrupt(i)) {
                return i;
            }
        }
        return -1;
    }

    void push(long now, long frame, int depth) {
        if (fHeight == fFrames.length) {
            fFrames = Arrays.copyOf(fFrames, 2 * fHeight);
            fDepths = Arrays.copyOf(fDepths, 2 * fHeight);
        }
        fFrames[fHeight] = frame;
        fDepths[fHeight++] = depth;
        fInterrupts += isInterrupt(fHeight - 1) ? 1 : 0;
        fSink.enters(now, fThread, frame);
    }

    void dropTo(long now, int height, Repair repair) {
        while (fHeight > height) {
            remove(now, fHeight - 1, -1, repair, false);
        }
    }

    /**
     * Ends a frame. Of those in it, all are kept, or only what is no function and no interrupt; they are open again
     * afterwards.
     */
    void remove(long now, int place, long duration, Repair repair, boolean function) {
        for (int i = fHeight - 1; i > place; i--) {
            if (function && !outlasts(i)) {
                repaired(now, Repair.RETURN_MISSING);
            }
            fSink.leaves(now, fThread, -1);
        }
        fInterrupts -= isInterrupt(place) ? 1 : 0;
        if (repair != null) {
            repaired(now, repair);
        }
        fSink.leaves(now, fThread, duration);
        int height = place;
        for (int i = place + 1; i < fHeight; i++) {
            if (!function || outlasts(i)) {
                fFrames[height] = fFrames[i];
                fDepths[height++] = fDepths[i];
                fSink.resumes(now, fThread, fFrames[i]);
            } else {
                fInterrupts -= isInterrupt(i) ? 1 : 0;
            }
        }
        fHeight = height;
    }

    private boolean outlasts(int place) {
        return fDepths[place] == MARKER && !isInterrupt(place);
    }

    private boolean isInterrupt(int place) {
        return fDepths[place] == MARKER && isInterrupt(kind(place));
    }

    static boolean isInterrupt(FrameKind kind) {
        return kind == FrameKind.IRQ || kind == FrameKind.SOFTIRQ || kind == FrameKind.APIC;
    }

    void repaired(long now, Repair repair) {
        fRepairs[repair.ordinal()]++;
        fSink.repaired(now, fThread, repair);
    }
}
