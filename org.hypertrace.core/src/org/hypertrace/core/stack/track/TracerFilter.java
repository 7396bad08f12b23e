/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Arrays;

/**
 * Leaves out the exits that only the guest's tracer causes, and all that is inside them. Nothing else changes: their time
 * becomes that of the frame around them, since what happened later did happen then.
 */
public final class TracerFilter implements StackSink {

    private final StackSink fTo;
    /** By the running number of a thread: how many of its innermost frames are left out. */
    private int[] fLeftOut = new int[64];

    /** @param to gets the stacks without the tracer's exits */
    public TracerFilter(StackSink to) {
        fTo = to;
    }

    @Override
    public void begins(long time, StackThread thread) {
        if (thread.index() >= fLeftOut.length) {
            fLeftOut = Arrays.copyOf(fLeftOut, Math.max(2 * fLeftOut.length, thread.index() + 1));
        }
        fTo.begins(time, thread);
    }

    private boolean isLeftOut(StackThread thread, long frame) {
        boolean leftOut = fLeftOut[thread.index()] > 0 || Frames.kind(frame) == FrameKind.TRACER;
        fLeftOut[thread.index()] += leftOut ? 1 : 0;
        return leftOut;
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        if (!isLeftOut(thread, frame)) {
            fTo.enters(time, thread, frame);
        }
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        if (!isLeftOut(thread, frame)) {
            fTo.resumes(time, thread, frame);
        }
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        fTo.marks(time, thread, frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        if (fLeftOut[thread.index()] > 0) {
            fLeftOut[thread.index()]--;
        } else {
            fTo.leaves(time, thread, guestDuration);
        }
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        if (fLeftOut[thread.index()] == 0) {
            fTo.repaired(time, thread, repair);
        }
    }

    @Override
    public void ends(long time, StackThread thread) {
        fTo.ends(time, thread);
    }

    @Override
    public void finished() {
        fTo.finished();
    }
}
