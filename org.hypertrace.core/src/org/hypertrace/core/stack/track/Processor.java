/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Arrays;

/**
 * A processor of a guest: who has it, and what the host does with it.
 * <p>
 * A guest does nothing while it is left: what it reports then happened when it was left. So all that the host does in an exit
 * waits for its end, and then belongs to the thread that has the processor by then: reporting that a function begins is time
 * in that function, reporting that it returned is not.
 */
final class Processor {

    /** States in one exit that wait. */
    private static final int MAX = 1 << 12;
    private static final long TRACER = Frames.of(FrameKind.TRACER, 0);

    private GuestThread fCurrent;
    private GuestThread fStandIn;
    private boolean fLeft;
    private boolean fWaits;
    private long fExit;
    private long fSince;
    private long fState;
    private int fSize;
    private long[] fTimes = new long[8];
    private long[] fStates = new long[8];

    /** The thread that has it, null if nothing is known. */
    GuestThread current() {
        return fCurrent;
    }

    /** Stands for the thread that has it as long as that is not recorded; null if there is none yet. */
    GuestThread standIn() {
        return fStandIn;
    }

    void setStandIn(GuestThread standIn) {
        fStandIn = standIn;
    }

    /** When that happened which the guest reports at a time. */
    long when(long time) {
        return fWaits ? Math.min(fSince, time) : time;
    }

    /** The guest is left. */
    void exits(long time, long frame) {
        entered(time);
        fLeft = true;
        fWaits = true;
        fExit = frame;
        fSince = time;
        fSize = 0;
        add(time, fState);
    }

    /** It was left since its tracer reported something. */
    void traced() {
        fExit = fWaits ? TRACER : fExit;
    }

    /** The guest is entered, or it will not be known when. */
    void entered(long time) {
        letGo();
        if (fLeft && fCurrent != null) {
            fCurrent.changes().entered(time);
        }
        fLeft = false;
    }

    /** {@code frame}: 0 if the guest has it. */
    void state(long time, long frame) {
        fState = frame;
        if (fWaits) {
            add(time, frame);
        } else if (fCurrent != null) {
            fCurrent.changes().state(time, frame);
        }
    }

    private void add(long time, long frame) {
        if (fSize > 0 && fTimes[fSize - 1] == time) {
            fStates[fSize - 1] = frame;
        } else if (fSize == MAX) {
            letGo();
            if (fCurrent != null) {
                fCurrent.changes().state(time, frame);
            }
        } else {
            if (fSize == fTimes.length) {
                fTimes = Arrays.copyOf(fTimes, 2 * fSize);
                fStates = Arrays.copyOf(fStates, 2 * fSize);
            }
            fTimes[fSize] = time;
            fStates[fSize++] = frame;
        }
    }

    private void letGo() {
        if (fWaits && fCurrent != null) {
            fCurrent.changes().exits(fSince, fExit);
            for (int i = 0; i < fSize; i++) {
                fCurrent.changes().state(fTimes[i], fStates[i]);
            }
        }
        fWaits = false;
    }

    /** {@code next} has it from now on, null: that is not known. */
    void runs(long time, GuestThread next) {
        GuestThread prev = fCurrent;
        if (next == prev) {
            return;
        }
        if (fWaits && time > fSince) {
            // another processor has the thread now: until then it was in the exit
            letGo();
        }
        fCurrent = next;
        if (prev != null) {
            if (fLeft && !fWaits) {
                prev.changes().entered(time);
            }
            prev.changes().state(time, 0);
            prev.leaves(time);
        }
        if (next != null) {
            if (next.on() != null) {
                next.on().runs(time, null);
            }
            next.on(time, this);
            if (!fWaits) {
                if (fLeft) {
                    next.changes().exits(time, fExit);
                }
                next.changes().state(time, fState);
            }
        }
    }

    /** Who has it is not known any more; the thread itself sees to its end. */
    void vacate() {
        letGo();
        fLeft = false;
        fCurrent = null;
    }
}
