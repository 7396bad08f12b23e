/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.Corridor;
import org.hypertrace.core.clock.line.Hull;
import org.hypertrace.core.clock.line.Outermost;

/**
 * The hulls of the bounds of one processor, without looking at most bounds twice: those of a sample are a {@link Corridor}, and only what is outside of
 * it goes into the hulls.
 */
final class PairHulls {

    private static final long NONE = -1;
    /** One event of so many is in the sample. */
    private static final int EACH = 256;
    /** So far behind a place its pairs may be. */
    private static final int NEAR = 32;
    /** So many events have one stretch of the corridor. */
    private static final int STRETCH = 256;

    private final boolean fLowIsOwn;
    private final boolean fHighIsOwn;
    private final CpuPairs fPairs;
    private final HalfDifference.Ranks fRanks;
    private final Outermost fAll;
    private final Outermost fEven;
    private Corridor fBelow;
    private Corridor fAbove;

    private PairHulls(CpuPairs pairs, TracerOrder order, long slack, HalfDifference.Ranks ranks) {
        fLowIsOwn = order == TracerOrder.HYPERCALL_FIRST;
        fHighIsOwn = order == TracerOrder.STAMP_FIRST;
        fPairs = pairs;
        fRanks = ranks;
        fAll = new Outermost(slack);
        fEven = new Outermost(slack);
    }

    /**
     * What is outermost.
     *
     * @param all
     *            of all bounds
     * @param even
     *            of those in even runs, if there are ranks
     */
    record Found(Outermost all, Outermost even) { }

    /**
     * @param pairs
     *            of a processor
     * @param order
     *            which tracer comes first
     * @param slack
     *            by how much each bound is wider on both sides
     * @param ranks
     *            the runs in which bounds are; null if these are of no interest
     * @return the hulls
     */
    static Found of(CpuPairs pairs, TracerOrder order, long slack, HalfDifference.Ranks ranks) {
        PairHulls hulls = new PairHulls(pairs, order, slack, ranks);
        hulls.sample();
        hulls.new Sweep().all();
        return new Found(hulls.fAll, hulls.fEven);
    }

    /** Each bound is one of those of the definition: that of a pair with the pairs before and behind it. */
    private void sample() {
        Longs matches = fPairs.matches();
        Hull lower = Hull.upper();
        Hull upper = Hull.lower();
        long last = Long.MIN_VALUE;
        for (long from = 0; from < matches.size(); from += EACH) {
            long before = pair(matches, from);
            long event = before < 0 ? NONE : pair(matches, before + 1);
            long after = event < 0 ? NONE : pair(matches, event + 1);
            if (after < 0 || matches.get(event) < 0 || fRanks != null && !fRanks.isEven(fPairs, event)) {
                continue;
            }
            long reading = fPairs.guest().reading(event);
            if (reading > last) {
                last = reading;
                long low = matches.get(fLowIsOwn ? event : before);
                long high = matches.get(fHighIsOwn ? event : after);
                long entry = low < 0 ? VcpuTimes.NONE : fPairs.vcpu().entryAfter(low);
                if (isUsable(reading) && entry != VcpuTimes.NONE && isUsable(entry)) {
                    lower.add(reading, entry);
                }
                if (isUsable(reading) && high >= 0 && isUsable(fPairs.vcpu().exitBefore(high))) {
                    upper.add(reading, fPairs.vcpu().exitBefore(high));
                }
            }
        }
        fBelow = Corridor.below(lower);
        fAbove = Corridor.above(upper);
    }

    private static boolean isUsable(long value) {
        return BoundSink.isUsable(value, value, value);
    }

    /** The first event from there that has a hypercall, if it is near. */
    private static long pair(Longs matches, long from) {
        long to = Math.min(matches.size(), from + NEAR);
        for (long event = from; event < to; event++) {
            if (matches.get(event) != NONE) {
                return event;
            }
        }
        return NONE;
    }

    /** Looks at all bounds. */
    private final class Sweep {

        private final LongsReader fMatches = fPairs.matches().reader();
        private final LongsReader fReadings = fPairs.guest().readings();
        private final LongsReader fEntries = fPairs.vcpu().entries();
        private final LongsReader fExits = fPairs.vcpu().exits();
        private final long fSlack = fAll.slack();
        /** The last event that has a hypercall, and its reading. */
        private long fEvent;
        private long fReading;
        /** The hypercalls of that one and of the pair before it, negative if there is none or it is crossed. */
        private long fThis = NONE;
        private long fBefore = NONE;
        private long fCount;
        private long fLeast = Long.MAX_VALUE;
        private long fMost = Long.MIN_VALUE;
        private boolean fIsUsable = true;

        void all() {
            long size = fPairs.matches().size();
            for (long from = 0; from < size; from += LongsReader.BLOCK) {
                follow(from, (int) Math.min(LongsReader.BLOCK, size - from), fMatches.block(from), fReadings.block(from));
            }
            if (fThis >= 0) {
                bound(NONE);
            }
            fAll.counted(fCount, fIsUsable && fLeast > fSlack - BoundSink.LIMIT && fMost < BoundSink.LIMIT - fSlack);
        }

        private void follow(long from, int count, long[] matches, long[] readings) {
            for (int begin = 0; begin < count; begin += STRETCH) {
                int end = Math.min(count, begin + STRETCH);
                long first = fThis == NONE ? readings[begin] : fReading;
                long last = readings[end - 1];
                fIsUsable &= isUsable(first) && isUsable(last);
                fBelow.prepare(first, last);
                fAbove.prepare(first, last);
                for (int i = begin; i < end; i++) {
                    if (matches[i] != NONE) {
                        next(from + i, readings[i], matches[i]);
                    }
                }
            }
        }

        private void next(long event, long reading, long match) {
            if (fThis >= 0) {
                bound(match);
            }
            fBefore = fThis;
            fThis = match;
            fEvent = event;
            fReading = reading;
        }

        private void bound(long after) {
            long low = fLowIsOwn ? fThis : fBefore;
            long high = fHighIsOwn ? fThis : after;
            long entry = low < 0 ? VcpuTimes.NONE : fEntries.get(low);
            if (entry == VcpuTimes.NONE && high < 0) {
                return;
            }
            fCount++;
            if (entry != VcpuTimes.NONE) {
                see(entry);
                if (fBelow.isOutside(fReading, entry)) {
                    low(fReading, entry);
                }
            }
            if (high >= 0) {
                long exit = fExits.get(high);
                see(exit);
                if (fAbove.isOutside(fReading, exit)) {
                    high(fReading, exit);
                }
            }
        }

        private void see(long time) {
            fLeast = Math.min(fLeast, time);
            fMost = Math.max(fMost, time);
        }

        private void low(long reading, long entry) {
            fAll.low(reading, entry);
            if (fRanks != null && fRanks.isEven(fPairs, fEvent)) {
                fEven.low(reading, entry);
            }
        }

        private void high(long reading, long exit) {
            fAll.high(reading, exit);
            if (fRanks != null && fRanks.isEven(fPairs, fEvent)) {
                fEven.high(reading, exit);
            }
        }
    }
}
