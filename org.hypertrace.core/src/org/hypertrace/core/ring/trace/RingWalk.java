/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

import org.hypertrace.core.ring.RingTicks;
import org.hypertrace.core.ring.trace.RingItem.Lost;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;

/** Goes through the records of one ring and the marks of what is lost between them, in their order. */
final class RingWalk {

    /**
     * What must be known of the records before to go on.
     *
     * @param next
     *            the number of the next record
     * @param clock
     *            the time so far; not changed any more
     * @param ticks
     *            the time of the last record, -1 before the first
     */
    record State(long next, RingTicks clock, long ticks) { }

    private final int fRing;
    private final RingRecords fRecords;
    private final Deque<RingItem> fItems = new ArrayDeque<>(3);
    private RingTicks fClock;
    private long fNext;
    private long fTicks;
    private boolean fEnded;
    private State fBefore;

    /** @param state where to begin; null at the first record, with the marks of what is lost before it */
    RingWalk(int ring, RingRecords records, long zero, State state) throws IOException {
        fRing = ring;
        fRecords = records;
        if (state == null) {
            fClock = new RingTicks(zero);
            fNext = Math.max(0, records.ring().head() - records.ring().capacity());
            fTicks = -1;
        } else {
            fClock = new RingTicks(state.clock);
            fNext = state.next;
            fTicks = state.ticks;
        }
        fRecords.seek(fNext);
        fill();
    }

    /** The next item, null at the end. */
    RingItem peek() {
        return fItems.peek();
    }

    /** The same, and goes on. */
    RingItem take() throws IOException {
        RingItem item = fItems.poll();
        if (fItems.isEmpty()) {
            fill();
        }
        return item;
    }

    /** What must be known to go on behind the last item taken, which is a record. */
    State state() {
        return fBefore;
    }

    private void fill() throws IOException {
        if (fEnded) {
            return;
        }
        fBefore = new State(fNext, new RingTicks(fClock), fTicks);
        RingFile.Entry entry = fRecords.next();
        if (entry == null) {
            fEnded = true;
            long missing = fRecords.ring().head() - fNext;
            if (missing > 0 && fTicks >= 0) {
                fItems.add(new RingItem(new RingPlace(fTicks, fRing, fNext), null, Lost.TORN, missing, fTicks));
            }
            return;
        }
        long ticks = fClock.of(entry);
        if (fTicks < 0) {
            first(ticks);
        }
        if (entry.number() > fNext) {
            long since = fTicks < 0 ? ticks : fTicks;
            fItems.add(new RingItem(new RingPlace(since, fRing, fNext), null, Lost.TORN, entry.number() - fNext, ticks));
        }
        fItems.add(new RingItem(new RingPlace(ticks, fRing, entry.number()), entry, null, 0, ticks));
        fNext = entry.number() + 1;
        fTicks = ticks;
    }

    private void first(long ticks) {
        if (fRecords.ring().lost() > 0) {
            fItems.add(new RingItem(new RingPlace(ticks, fRing, -1), null, Lost.NOT_WRITTEN, fRecords.ring().lost(), ticks));
        }
        if (fNext > 0) {
            fItems.add(new RingItem(new RingPlace(ticks, fRing, 0), null, Lost.OVERWRITTEN, fNext, ticks));
        }
    }
}
