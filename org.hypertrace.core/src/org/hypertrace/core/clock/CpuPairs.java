/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.PiecewiseClock;

/**
 * The events of one processor that a guest recorded itself and reported by hypercall, too. Program order bounds them: what comes before an event on
 * its processor was before it, whichever of both tracers reports it.
 */
final class CpuPairs implements AutoCloseable {

    private static final long NONE = -1;
    /** Less: an event that no hypercall has taken yet, and the one of its key before it. */
    static final long FREE = Long.MIN_VALUE >> 1;
    /** How far after its hypercall an event may seem to be by the coarse offset, ns: as far as a steady clock can be wrong. */
    static final long STEADY = 2_000_000L;
    /** The same of a clock whose rate changes by much. */
    static final long CHANGING = UniquePairs.BEFORE;
    /** So often per event of the guest an earlier pair is looked at for being crossed, before all are looked at from the end. */
    private static final int LOOKS = 2;
    private static final int EACH_BITS = 7;
    private static final long EACH = 1L << EACH_BITS;

    private final GuestTimes fGuest;
    private final VcpuTimes fVcpu;
    /** Of each event of the guest's trace: its hypercall; a crossed one as its complement minus 1. */
    private final Longs fMatches = new Longs(true);
    private long fMatched;
    private long fCrossed;
    /** How many pairs that are not crossed come before each 128th event. */
    private final Longs fUncrossed = new Longs(true);
    private long fCounted;

    CpuPairs(GuestTimes guest, VcpuTimes vcpu) {
        fGuest = guest;
        fVcpu = vcpu;
    }

    GuestTimes guest() {
        return fGuest;
    }

    VcpuTimes vcpu() {
        return fVcpu;
    }

    long matched() {
        return fMatched;
    }

    long crossed() {
        return fCrossed;
    }

    /** Pairs those that are the only ones of their key near the offset; see {@link UniquePairs}. */
    void matchUnique(CoarseOffset offset, long after) {
        UniquePairs.find(fGuest, fVcpu, offset, after, fMatches);
        order();
    }

    /** Pairs all by a clock; see {@link ClockPairs}. */
    void match(PiecewiseClock clock, boolean hypercallFirst) {
        ClockPairs.find(fGuest, fVcpu, clock, hypercallFirst, fMatches);
        order();
    }

    /** The same by the clock of the first round, of which only a sample is known; false if nothing is known then. */
    boolean matchBySample(PiecewiseClock sample, long offset) {
        boolean isSure = ClockPairs.findBySample(fGuest, fVcpu, sample, offset, fMatches);
        order();
        return isSure;
    }

    /** Leaves out pairs whose readings are before the first number, or not before the second one. */
    void keep(long from, long to) {
        long first = fGuest.firstFrom(from);
        long last = fGuest.firstFrom(to);
        for (long event = 0; event < fMatches.size(); event++) {
            if (event < first || event >= last) {
                fMatches.set(event, NONE);
            }
        }
    }

    /** Which pairs are in the same order in both streams. */
    private void order() {
        fMatched = 0;
        fCrossed = 0;
        Order order = new Order();
        Blocks.of(fMatches.size(), order::follow);
        if (order.fLooks <= 0) {
            orderFromTheEnd();
        }
    }

    /** Prepares {@link #uncrossedBefore}, when the pairs do not change any more. */
    void count() {
        LongsReader matches = fMatches.reader();
        fCounted = 0;
        Blocks.of(fMatches.size(), (from, to) -> count(matches, from, to));
    }

    private void count(LongsReader matches, long from, long to) {
        long count = fCounted;
        for (long i = from; i < to; i++) {
            if ((i & EACH - 1) == 0) {
                if (i >> EACH_BITS < fUncrossed.size()) {
                    fUncrossed.set(i >> EACH_BITS, count);
                } else {
                    fUncrossed.add(count);
                }
            }
            count += matches.get(i) >= 0 ? 1 : 0;
        }
        fCounted = count;
    }

    /** @return after {@link #count} how many pairs that are not crossed are of events before that one */
    long uncrossedBefore(long event) {
        if (event <= 0) {
            return 0;
        }
        long count = fUncrossed.get(event - 1 >> EACH_BITS);
        for (long i = event - 1 & -EACH; i < event; i++) {
            count += fMatches.get(i) >= 0 ? 1 : 0;
        }
        return count;
    }

    Longs matches() {
        return fMatches;
    }

    private final class Order {

        /** Null if the numbers of hypercalls have the same order. */
        private final LongsReader fTimes = fVcpu.isOrdered() ? null : fVcpu.times();
        private final LongsReader fCalls = fMatches.reader();
        private long fLooks = LOOKS * fMatches.size();
        private long fMost = Long.MIN_VALUE;

        void follow(long from, long to) {
            for (long i = from; i < to; i++) {
                // only what is before it is changed
                long call = fCalls.get(i);
                if (call < FREE) {
                    fMatches.set(i, NONE);
                } else if (call != NONE) {
                    long place = fTimes == null ? call : fTimes.get(call);
                    fMatched++;
                    if (place > fMost) {
                        fMost = place;
                    } else {
                        cross(i, call);
                        crossBefore(i, fVcpu.timeOf(call));
                    }
                }
            }
        }

        /** Those before that are not crossed are in order. */
        private void crossBefore(long event, long time) {
            long before = event - 1;
            for (long other; before >= 0 && fLooks > 0 && ((other = fMatches.get(before)) < 0 || fVcpu.timeOf(other) >= time); before--, fLooks--) {
                if (other >= 0) {
                    cross(before, other);
                }
            }
        }
    }

    private void cross(long event, long call) {
        fMatches.set(event, crossed(call));
        fCrossed++;
    }

    /** What is still to be found: pairs that are crossed by later ones. */
    private void orderFromTheEnd() {
        long least = Long.MAX_VALUE;
        for (long i = fMatches.size() - 1; i >= 0; i--) {
            long call = fMatches.get(i);
            if (call != NONE) {
                long time = fVcpu.timeOf(plain(call));
                if (call >= 0 && time >= least) {
                    cross(i, call);
                }
                least = Math.min(least, time);
            }
        }
    }

    private static long crossed(long call) {
        return -2 - call;
    }

    /** The hypercall of an event that has one, whether it is crossed or not. */
    static long plain(long match) {
        return match >= 0 ? match : -2 - match;
    }

    /** @return the bounds of the pairs, in order of their stamps */
    BoundCursor bounds(TracerOrder order) {
        return new PairBounds(order, fMatches.reader(), fMatches.size(), fGuest.readings(), fVcpu.entries(), fVcpu.exits());
    }

    @Override
    public void close() {
        fMatches.close();
        fUncrossed.close();
    }
}
