/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import org.hypertrace.core.stream.ring.RingFile;

/**
 * The time of one ring's records by the guest's TSC alone, in ticks since the first of all rings of the file. The time of a record is
 * the largest TSC up to it, in the order of numbers. (An interrupt between stamp and reservation turns two around.) A TSC
 * that goes back by more than 2^32 was set anew; times go on from the last one then.
 */
public final class RingTicks {

    private static final long SET_ANEW = 1L << 32;

    private final long fZero;
    private boolean fStarted;
    private long fLargest;
    private long fBefore;
    private long fFrom;
    private int fRuns;

    /** @param zero the smallest first TSC of all rings, as an unsigned number */
    public RingTicks(long zero) {
        fZero = zero;
        fFrom = zero;
    }

    /** @param other goes on from where this is, without changing it */
    public RingTicks(RingTicks other) {
        fZero = other.fZero;
        fStarted = other.fStarted;
        fLargest = other.fLargest;
        fBefore = other.fBefore;
        fFrom = other.fFrom;
        fRuns = other.fRuns;
    }

    /**
     * @param entry
     *            the next record by number
     * @return its time in ticks, 0 or more, not less than that of the record before; at most {@link Long#MAX_VALUE}
     */
    public long of(RingFile.Entry entry) {
        long tsc = entry.tsc();
        if (!fStarted) {
            fStarted = true;
            fLargest = Long.compareUnsigned(tsc, fZero) < 0 ? fZero : tsc;
        } else if (Long.compareUnsigned(tsc, fLargest) > 0) {
            fLargest = tsc;
        } else if (Long.compareUnsigned(fLargest - tsc, SET_ANEW) > 0) {
            fBefore = now();
            fFrom = tsc;
            fLargest = tsc;
            fRuns++;
        }
        return now();
    }

    /** @return how often the TSC was set anew */
    public int runs() {
        return fRuns;
    }

    private long now() {
        long since = fLargest - fFrom;
        long sum = fBefore + since;
        return since < 0 || sum < 0 ? Long.MAX_VALUE : sum;
    }
}
