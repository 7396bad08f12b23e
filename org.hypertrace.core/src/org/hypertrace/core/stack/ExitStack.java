/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import java.util.Arrays;

/** The stack of a thread now: which frame causes an exit, and how long that lasts. */
final class ExitStack {

    /** Deeper frames are as the innermost of these. */
    private static final int DEEPEST = 1 << 12;

    private final StackThread fThread;
    private final ExitCauses fCauses;
    private long[] fFrame = new long[16];
    private int fDepth;
    private long fExit;
    private long fCause;
    private long fBegin;
    /** When the exit left; it may go on at the same time. */
    private long fEnd;
    private boolean fIsOpen;
    private boolean fHasLeft;
    private boolean fIsCutOff;

    ExitStack(StackThread thread, ExitCauses causes) {
        fThread = thread;
        fCauses = causes;
    }

    void enters(long time, long frame) {
        if (isExit(frame)) {
            settle();
            fCause = fDepth == 0 ? Frames.of(FrameKind.THREAD, 0) : fFrame[Math.min(fDepth, DEEPEST) - 1];
            fExit = frame;
            fBegin = time;
            fIsOpen = true;
        }
        opens(time, frame);
    }

    void resumes(long time, long frame) {
        if (fHasLeft && time == fEnd && frame == fExit) {
            fHasLeft = false;
        }
        opens(time, frame);
    }

    private void opens(long time, long frame) {
        if (fHasLeft && time > fEnd) {
            settle();
        }
        if (fDepth < DEEPEST) {
            if (fDepth == fFrame.length) {
                fFrame = Arrays.copyOf(fFrame, 2 * fDepth);
            }
            fFrame[fDepth] = frame;
        }
        fDepth++;
        fIsCutOff = false;
    }

    void leaves(long time) {
        if (fHasLeft && time > fEnd) {
            settle();
        }
        fDepth = Math.max(0, fDepth - 1);
        if (fIsOpen && !fHasLeft && fDepth < DEEPEST && isExit(fFrame[fDepth])) {
            if (fIsCutOff) {
                fIsOpen = false;
            } else {
                fHasLeft = true;
                fEnd = time;
            }
        }
        fIsCutOff = false;
    }

    void repaired(Repair repair) {
        fIsCutOff = repair == Repair.NEVER_RETURNED || repair == Repair.LOST;
    }

    void ends() {
        settle();
        fDepth = 0;
    }

    /** What has left does not go on. */
    private void settle() {
        if (fIsOpen && fHasLeft) {
            fCauses.ended(fThread, fCause, fExit, fBegin, fEnd - fBegin);
        }
        fIsOpen = false;
        fHasLeft = false;
    }

    private static boolean isExit(long frame) {
        FrameKind kind = Frames.kind(frame);
        return kind == FrameKind.EXIT || kind == FrameKind.TRACER;
    }
}
