/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.LongsReader;

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

    /** What program order bounds of the events of one processor, in order of their stamps. Crossed pairs have no bounds and give none. */
    final class OfPairs implements BoundCursor {

        private static final long NONE = -1;

        private final TracerOrder fOrder;
        private final LongsReader fMatches;
        private final long fEvents;
        private final LongsReader fReadings;
        private final LongsReader fEntries;
        private final LongsReader fExits;
        /** The hypercalls of this pair and its neighbours; negative if there is none, or it is crossed. */
        private long fBefore = NONE;
        private long fThis = NONE;
        private long fAfter = NONE;
        /** The events of the guest that this pair and the next one have. */
        private long fEvent = NONE;
        private long fNextEvent = NONE;
        private long fLow;
        private long fHigh;

        /**
         * @param order
         *            which tracer comes first
         * @param matches
         *            of each event its hypercall; less than -1 if it is crossed, -1 without one
         * @param events
         *            how many there are
         * @param readings
         *            of each event
         * @param entries
         *            of each hypercall the entry after it
         * @param exits
         *            of each hypercall the exit before it
         */
        OfPairs(TracerOrder order, LongsReader matches, long events, LongsReader readings, LongsReader entries, LongsReader exits) {
            fOrder = order;
            fMatches = matches;
            fEvents = events;
            fReadings = readings;
            fEntries = entries;
            fExits = exits;
            follow();
        }

        private void follow() {
            long event = fNextEvent + 1;
            long match = NONE;
            while (event < fEvents && (match = fMatches.get(event)) == NONE) {
                event++;
            }
            fNextEvent = event;
            fAfter = event < fEvents ? match : NONE;
        }

        @Override
        public boolean next() {
            while (fNextEvent < fEvents) {
                fBefore = fThis;
                fThis = fAfter;
                fEvent = fNextEvent;
                follow();
                if (fThis >= 0) {
                    long low = fOrder == TracerOrder.HYPERCALL_FIRST ? fThis : fBefore;
                    long high = fOrder == TracerOrder.STAMP_FIRST ? fThis : fAfter;
                    long entry = low < 0 ? VcpuTimes.NONE : fEntries.get(low);
                    fLow = entry == VcpuTimes.NONE ? BoundSink.NO_LOW : entry;
                    fHigh = high < 0 ? BoundSink.NO_HIGH : fExits.get(high);
                    if (fLow != BoundSink.NO_LOW || fHigh != BoundSink.NO_HIGH) {
                        return true;
                    }
                }
            }
            return false;
        }

        @Override
        public long reading() {
            return fReadings.get(fEvent);
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
