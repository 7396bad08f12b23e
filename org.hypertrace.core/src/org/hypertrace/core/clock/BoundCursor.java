/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

/** Bounds one after the other, in order of their readings. */
interface BoundCursor {

    /** @return whether there is another one; the other methods are about it */
    boolean next();

    long reading();

    /** {@link BoundSink#NO_LOW} if there is none. */
    long low();

    /** {@link BoundSink#NO_HIGH} if there is none. */
    long high();

    /** Gives what is left to a sink. */
    default void drain(BoundSink to) {
        while (next()) {
            to.bound(reading(), low(), high());
        }
    }

    /** All of these in order of their readings, of equal ones those of the first cursor first; each is wider by the slack on both sides. */
    static BoundCursor merge(List<BoundCursor> cursors, long slack) {
        return new Merged(cursors, slack);
    }

    /** Bounds of several processors, in order of their readings; of equal ones those of the first come first. */
    final class Merged implements BoundCursor {

        private final BoundCursor[] fOpen;
        private final long[] fReadings;
        private final long fSlack;
        private int fCount;
        private int fAt = -1;
        private long fReading;
        private long fLow;
        private long fHigh;

        private Merged(List<BoundCursor> cursors, long slack) {
            fOpen = cursors.stream().filter(BoundCursor::next).toArray(BoundCursor[]::new);
            fCount = fOpen.length;
            fReadings = new long[fCount];
            for (int i = 0; i < fCount; i++) {
                fReadings[i] = fOpen[i].reading();
            }
            fSlack = slack;
        }

        @Override
        public boolean next() {
            if (fAt >= 0) {
                advance();
            }
            if (fCount == 0) {
                return false;
            }
            int first = 0;
            for (int i = 1; i < fCount; i++) {
                first = fReadings[i] < fReadings[first] ? i : first;
            }
            fAt = first;
            fReading = fReadings[first];
            long low = fOpen[first].low();
            long high = fOpen[first].high();
            fLow = low == BoundSink.NO_LOW ? low : low - fSlack;
            fHigh = high == BoundSink.NO_HIGH ? high : high + fSlack;
            return true;
        }

        private void advance() {
            if (fOpen[fAt].next()) {
                fReadings[fAt] = fOpen[fAt].reading();
            } else {
                fCount--;
                System.arraycopy(fOpen, fAt + 1, fOpen, fAt, fCount - fAt);
                System.arraycopy(fReadings, fAt + 1, fReadings, fAt, fCount - fAt);
            }
            fAt = -1;
        }

        @Override
        public long reading() {
            return fReading;
        }

        @Override
        public long low() {
            return fLow;
        }

        @Override
        public long high() {
            return fHigh;
        }
    }
}
