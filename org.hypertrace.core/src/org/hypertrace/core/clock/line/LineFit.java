/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

/**
 * Bounds that one line fits: the hull of the lower and that of the upper ones, the steepest and the flattest line between them. Memory is that of
 * the hulls, whatever the number of bounds.
 */
public final class LineFit {

    /** The steepest or flattest line: slope rise/run through a point of the lower bounds. */
    record Extreme(long rise, long run, long x, long y) {

        Ratio slope() {
            return Ratio.of(rise, run);
        }

        /** @return the sign of how far a point is above the line */
        int position(long pointX, long pointY) {
            return Ratio.compareProducts(pointY - y, run, rise, pointX - x);
        }

        /** @return the sign of its slope minus that one */
        int compare(long otherRise, long otherRun) {
            return Ratio.compareProducts(rise, otherRun, otherRise, run);
        }
    }

    /** A piece without a line of its own: as steep as the one before it, at its tightest bound. */
    private record TouchingPiece(long from, long to, long bounds, Ratio slope, Ratio offset) implements ClockPiece {

        @Override
        public Ratio exact(long reading) {
            return Ratio.of(from).plus(offset).plus(slope.times(Ratio.of(reading - from)));
        }
    }

    private final Hull fLower = Hull.upper();
    private final Hull fUpper = Hull.lower();
    private final long fOrigin;
    private Extreme fSteepest;
    private Extreme fFlattest;
    /** The outermost bounds of the last reading: not in the hulls yet, as pairs are of different readings. */
    private long fX;
    private long fLow = BoundSink.NO_LOW;
    private long fHigh = BoundSink.NO_HIGH;
    private long fLast;
    private long fCount;

    LineFit(long origin) {
        fOrigin = origin;
        fLast = origin;
    }

    /** @return false, and nothing has changed, if no line fits all bounds with this one */
    boolean add(long reading, long low, long high) {
        long x = reading - fOrigin;
        long lo = low == BoundSink.NO_LOW ? low : low - fOrigin;
        long hi = high == BoundSink.NO_HIGH ? high : high - fOrigin;
        if (fCount > 0 && x > fX) {
            settle();
        }
        long lowest = Math.max(lo, fLow);
        long highest = Math.min(hi, fHigh);
        if (lowest != BoundSink.NO_LOW && highest != BoundSink.NO_HIGH && lowest > highest) {
            return false;
        }
        Extreme steepest = steepest(x, hi);
        Extreme flattest = flattest(x, lo);
        if ((steepest != fSteepest || flattest != fFlattest) && steepest != null && flattest != null && flattest.compare(steepest.rise, steepest.run) > 0) {
            return false;
        }
        fSteepest = steepest;
        fFlattest = flattest;
        fX = x;
        fLow = lowest;
        fHigh = highest;
        fLast = reading;
        fCount++;
        return true;
    }

    private Extreme steepest(long x, long high) {
        // the steepest line that fits touches the lower bounds: what is above it leaves it as it is
        if (high == BoundSink.NO_HIGH || fSteepest != null && fSteepest.position(x, high) > 0) {
            return fSteepest;
        }
        int at = fLower.touchedFrom(x, high);
        if (at < 0) {
            return fSteepest;
        }
        Extreme found = new Extreme(high - fLower.y(at), x - fLower.x(at), fLower.x(at), fLower.y(at));
        int less = fSteepest == null ? -1 : found.compare(fSteepest.rise, fSteepest.run);
        return less < 0 || less == 0 && found.x < fSteepest.x ? found : fSteepest;
    }

    private Extreme flattest(long x, long low) {
        if (low == BoundSink.NO_LOW || fFlattest != null && fFlattest.position(x, low) <= 0) {
            return fFlattest;
        }
        int at = fUpper.touchedFrom(x, low);
        if (at < 0) {
            return fFlattest;
        }
        Extreme found = new Extreme(low - fUpper.y(at), x - fUpper.x(at), x, low);
        return fFlattest == null || found.compare(fFlattest.rise, fFlattest.run) > 0 ? found : fFlattest;
    }

    private void settle() {
        if (fLow != BoundSink.NO_LOW) {
            fLower.add(fX, fLow);
        }
        if (fHigh != BoundSink.NO_HIGH) {
            fUpper.add(fX, fHigh);
        }
        fLow = BoundSink.NO_LOW;
        fHigh = BoundSink.NO_HIGH;
    }

    /** What comes until then belongs to it, too. */
    void extend(long reading) {
        fLast = Math.max(fLast, reading);
    }

    /** How many bounds it has. */
    long count() {
        return fCount;
    }

    /** @return the line, null if it is not bounded on both sides; {@code count} bounds have the hulls of these */
    ClockPiece line(long count) {
        fCount = count;
        return fSteepest == null || fFlattest == null ? null : piece(null);
    }

    /** @return the piece of these bounds; without bounds on both sides it is as steep as the piece before it */
    ClockPiece piece(Ratio slopeBefore) {
        settle();
        if (fSteepest != null && fFlattest != null) {
            return new ClockLine(fOrigin, fLast, fCount, fSteepest, fFlattest, fLower, fUpper);
        }
        Ratio low = fLower.outermost(slopeBefore);
        Ratio high = fUpper.outermost(slopeBefore);
        return new TouchingPiece(fOrigin, fLast, fCount, slopeBefore,
                low == null ? high : high == null ? low : low.plus(high).half());
    }
}
