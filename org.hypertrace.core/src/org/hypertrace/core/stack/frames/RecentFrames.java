/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.frames;

import org.hypertrace.core.history.ByteReader;
import org.hypertrace.core.history.ByteWriter;

/** The frames of a block, so that each is written once: a byte shows which it is. Who reads the block finds the same ones. */
final class RecentFrames {

    /** More are written each time they come. */
    private static final int MOST = 0x7f;
    private static final int PLACES = 1 << 8;
    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final long[] fFrames = new long[MOST];
    /** Where a frame is in the list, by its hash; 0 for none. */
    private final byte[] fPlaces = new byte[PLACES];
    private int fCount;

    /** Writes a frame; returns whether it was none of the list. */
    boolean put(ByteWriter to, long frame) {
        int place = (int) (frame * MIX >>> Long.SIZE - 8);
        while (fPlaces[place] != 0 && fFrames[fPlaces[place] - 1] != frame) {
            place = place + 1 & PLACES - 1;
        }
        to.put(fPlaces[place]);
        if (fPlaces[place] != 0) {
            return false;
        }
        to.putLong(frame);
        if (fCount < MOST) {
            fFrames[fCount++] = frame;
            fPlaces[place] = (byte) fCount;
        }
        return true;
    }

    /** Reads a frame. */
    long get(ByteReader from) {
        int known = from.get();
        if (known > 0) {
            return fFrames[known - 1];
        }
        long frame = from.getLong();
        if (fCount < MOST) {
            fFrames[fCount++] = frame;
        }
        return frame;
    }
}
