/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.line.BoundSink;
import org.hypertrace.core.clock.line.ClockConversion;

/**
 * The exits of a vCPU: in a host's trace, with their times, or in a ring that the host has written, with the TSC. Those of a ring are in runs, which
 * end where records are missing.
 */
public final class ExitTimes implements AutoCloseable {

    /** Where a ring's clock places a run may be wrong by less, ns. */
    private static final long REACH = 1_000_000_000L;
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private final Longs fTimes = new Longs();
    private final Longs fKinds = new Longs();
    private final Longs fRips = new Longs();
    /** The next event of the hypervisor about the vCPU; one less than the exits while none came. */
    private final Longs fNext = new Longs();
    /** Where runs begin. */
    private final Longs fRuns = new Longs();
    private boolean fRunEnds = true;

    /**
     * @param time
     *            of the exit, ns or ticks
     * @param kind
     *            the kind of processor and the reason
     * @param rip
     *            where the guest was
     */
    public void exit(long time, long kind, long rip) {
        happens(time);
        if (fRunEnds) {
            fRuns.add(fTimes.size());
            fRunEnds = false;
        }
        fTimes.add(time);
        fKinds.add(kind);
        fRips.add(rip);
    }

    /** @param time of any event of the hypervisor about the vCPU: the exit before it was over by then */
    public void happens(long time) {
        if (fNext.size() < fTimes.size()) {
            fNext.add(time);
        }
    }

    /** Something may be missing here. */
    public void gap() {
        fRunEnds = true;
        if (fNext.size() < fTimes.size()) {
            fNext.add(BoundSink.NO_HIGH);
        }
    }

    /** @return how many there are */
    public long size() {
        return fTimes.size();
    }

    /**
     * Finds the exits of a ring again, and what they bound. A run is that of the trace if its kinds are in the trace exactly once, about where the
     * clock places it. All places in the guest must be the same.
     *
     * @param trace
     *            of the same vCPU, in the host's trace
     * @param about
     *            makes ticks times, right to a second
     * @param from
     *            runs that begin before this time are left out, ns
     * @param until
     *            runs that begin at this time or later are left out, ns
     * @param to
     *            gets the bounds, in the order of the TSC
     * @return how many were found
     */
    public long bounds(ExitTimes trace, ClockConversion about, long from, long until, BoundSink to) {
        long found = 0;
        for (long run = 0; run < fRuns.size(); run++) {
            long begin = fRuns.get(run);
            long length = (run + 1 < fRuns.size() ? fRuns.get(run + 1) : size()) - begin;
            long expected = about.at(fTimes.get(begin));
            long at = expected >= from && expected < until ? trace.only(this, begin, length, expected) : -1;
            for (long i = 0; at >= 0 && i < length; i++) {
                long next = at + i < trace.fNext.size() ? trace.fNext.get(at + i) : BoundSink.NO_HIGH;
                to.bound(fTimes.get(begin + i), trace.fTimes.get(at + i), next);
                found++;
            }
        }
        return found;
    }

    /** Where a run of a ring is in this trace, -1 if nowhere or more than once; sums that roll along show where to compare. */
    private long only(ExitTimes ring, long begin, long length, long expected) {
        long first = fTimes.firstAfter(expected - REACH - 1);
        long last = Math.min(fTimes.firstAfter(expected + REACH), size() - length + 1);
        if (first >= last) {
            return -1;
        }
        long wanted = 0;
        long sum = 0;
        long power = 1;
        for (long i = 0; i < length; i++) {
            wanted = wanted * STEP + ring.fKinds.get(begin + i);
            sum = sum * STEP + fKinds.get(first + i);
            power *= STEP;
        }
        long found = -1;
        for (long at = first; at < last; at++) {
            if (sum == wanted && isSame(fKinds, at, ring.fKinds, begin, length)) {
                if (found >= 0) {
                    return -1;
                }
                found = at;
            }
            if (at + 1 < last) {
                sum = sum * STEP + fKinds.get(at + length) - power * fKinds.get(at);
            }
        }
        return found >= 0 && isSame(fRips, found, ring.fRips, begin, length) ? found : -1;
    }

    private static boolean isSame(Longs one, long at, Longs other, long begin, long length) {
        for (long i = 0; i < length; i++) {
            if (one.get(at + i) != other.get(begin + i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        for (Longs list : new Longs[] { fTimes, fKinds, fRips, fNext, fRuns }) {
            list.close();
        }
    }
}
