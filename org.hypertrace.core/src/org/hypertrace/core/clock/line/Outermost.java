/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The vertices of the hulls of bounds: only these decide a line. */
public final class Outermost {

    private final Hull fLower = Hull.upper();
    private final Hull fUpper = Hull.lower();
    private final Hull.Filter fLows = new Hull.Filter(fLower);
    private final Hull.Filter fHighs = new Hull.Filter(fUpper);
    private final long fSlack;
    private long fCount;
    private boolean fIsUnusable;
    /** The outermost bound of the last reading, below and above. */
    private long fLowX;
    private long fLow = BoundSink.NO_LOW;
    private long fHighX;
    private long fHigh = BoundSink.NO_HIGH;

    /** @param slack by how much each bound is wider on both sides */
    public Outermost(long slack) {
        fSlack = slack;
    }

    /** Those of all bounds that a cursor has. */
    static Outermost of(BoundCursor bounds, long slack) {
        Outermost found = new Outermost(slack);
        for (int count = bounds.nextBlock(); count > 0 && !found.fIsUnusable; count = bounds.nextBlock()) {
            found.add(bounds, count);
        }
        return found;
    }

    private void add(BoundCursor bounds, int count) {
        for (int i = 0; i < count; i++) {
            long reading = bounds.reading(i);
            long low = bounds.low(i);
            long high = bounds.high(i);
            fIsUnusable |= !BoundSink.isUsable(reading, BoundCursor.lower(low, fSlack), BoundCursor.higher(high, fSlack));
            if (low != BoundSink.NO_LOW) {
                low(reading, low);
            }
            if (high != BoundSink.NO_HIGH) {
                high(reading, high);
            }
        }
        fCount += count;
    }

    /**
     * A lower bound.
     *
     * @param x
     *            the reading, not less than that of the lower bound before it
     * @param bound
     *            ns on the reference clock
     */
    public void low(long x, long bound) {
        if (x != fLowX) {
            settleLow();
            fLowX = x;
            fLow = bound - fSlack;
        } else {
            fLow = Math.max(fLow, bound - fSlack);
        }
    }

    /**
     * An upper bound.
     *
     * @param x
     *            the reading, not less than that of the upper bound before it
     * @param bound
     *            ns on the reference clock
     */
    public void high(long x, long bound) {
        if (x != fHighX) {
            settleHigh();
            fHighX = x;
            fHigh = bound + fSlack;
        } else {
            fHigh = Math.min(fHigh, bound + fSlack);
        }
    }

    private void settleLow() {
        if (fLow != BoundSink.NO_LOW) {
            fLows.add(fLowX, fLow);
        }
    }

    private void settleHigh() {
        if (fHigh != BoundSink.NO_HIGH) {
            fHighs.add(fHighX, fHigh);
        }
    }

    /** @return by how much each bound is wider on both sides */
    public long slack() {
        return fSlack;
    }

    /**
     * Bounds that were looked at besides.
     *
     * @param count
     *            how many they are
     * @param areUsable
     *            whether a line can be computed of all of them
     */
    public void counted(long count, boolean areUsable) {
        fCount += count;
        fIsUnusable |= !areUsable;
    }

    private void addTo(List<long[]> bounds) {
        settleLow();
        settleHigh();
        fLow = BoundSink.NO_LOW;
        fHigh = BoundSink.NO_HIGH;
        fLows.finish();
        fHighs.finish();
        for (int i = 0; i < fLower.size(); i++) {
            bounds.add(new long[] { fLower.x(i), fLower.y(i), BoundSink.NO_HIGH });
        }
        for (int i = 0; i < fUpper.size(); i++) {
            bounds.add(new long[] { fUpper.x(i), BoundSink.NO_LOW, fUpper.y(i) });
        }
    }

    /**
     * @param parts
     *            of a processor each
     * @return the line that fits all their bounds; null if it is not one line that is bounded on both sides
     */
    public static PiecewiseClock line(List<Outermost> parts) {
        List<long[]> bounds = new ArrayList<>();
        long count = 0;
        for (Outermost part : parts) {
            if (part.fIsUnusable) {
                return null;
            }
            count += part.fCount;
            part.addTo(bounds);
        }
        bounds.sort(Comparator.comparingLong(bound -> bound[0]));
        LineFit fit = bounds.isEmpty() ? null : new LineFit(bounds.get(0)[0]);
        for (long[] bound : bounds) {
            if (!fit.add(bound[0], bound[1], bound[2])) {
                return null;
            }
        }
        ClockPiece piece = fit == null ? null : fit.line(count);
        return piece == null ? null : new PiecewiseClock(List.of(piece));
    }
}
