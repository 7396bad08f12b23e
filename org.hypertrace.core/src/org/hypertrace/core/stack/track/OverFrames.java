/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import java.util.Arrays;

/**
 * Up to three frames over all that a guest's thread is in: that it is off its vCPU, that the vCPU is left, the state of the
 * vCPU. When a frame of the guest begins or ends, they leave and are open again. What is wanted is only shown when time goes on:
 * a state that lasts no time is not shown.
 */
final class OverFrames {

    /** The thread is off its vCPU. */
    static final int OFF = 0;
    /** The vCPU is left. */
    static final int EXIT = 1;
    /** What the vCPU is in. */
    static final int STATE = 2;
    /** How many there are. */
    static final int ALL = 3;

    private final StackThread fThread;
    private final StackSink fSink;
    private final long[] fWanted = new long[ALL];
    private final long[] fShown = new long[ALL];
    private final long[] fPaused = new long[ALL];
    private long fPausedAt;

    OverFrames(StackThread thread, StackSink sink) {
        fThread = thread;
        fSink = sink;
    }

    /** {@code frame}: 0 for none. */
    void want(int place, long frame) {
        fWanted[place] = frame;
    }

    boolean isWanted(int place) {
        return fWanted[place] != 0;
    }

    /** Makes room for a change of what is below. */
    void pause(long now) {
        if ((fShown[OFF] | fShown[EXIT] | fShown[STATE]) == 0) {
            return;
        }
        if (fPausedAt != now) {
            fPausedAt = now;
            Arrays.fill(fPaused, 0);
        }
        for (int i = STATE; i >= OFF; i--) {
            if (fShown[i] != 0) {
                fPaused[i] = fShown[i];
                fShown[i] = 0;
                fSink.leaves(now, fThread, -1);
            }
        }
    }

    /** What is open from a place on leaves for good. */
    void hide(long now, int from) {
        for (int i = STATE; i >= from; i--) {
            if (fShown[i] != 0) {
                fShown[i] = 0;
                fSink.leaves(now, fThread, -1);
            }
            fPaused[i] = 0;
        }
    }

    /** Shows what is wanted in the first places. */
    void show(long now, int places) {
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
                fSink.leaves(now, fThread, -1);
            }
        }
        for (int i = first; i < places; i++) {
            fShown[i] = fWanted[i];
            if (fShown[i] != 0 && fShown[i] == fPaused[i] && fPausedAt == now) {
                fSink.resumes(now, fThread, fShown[i]);
            } else if (fShown[i] != 0) {
                fSink.enters(now, fThread, fShown[i]);
            }
            fPaused[i] = 0;
        }
    }
}
