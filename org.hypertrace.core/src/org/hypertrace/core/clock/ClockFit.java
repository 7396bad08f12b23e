/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Cuts bounds into pieces that a line fits, each as long as possible. */
public final class ClockFit implements BoundSink {

    /** More pieces than these are no clock: what comes later is left out. */
    static final int MOST_PIECES = 4096;

    private final List<ClockPiece> fPieces = new ArrayList<>();
    private LineFit fFit;
    private Ratio fSlope;
    private long fUnusable;

    /** Of a clock that counts the same as the other. */
    public ClockFit() {
        this(Ratio.ONE);
    }

    /** @param slope how much the other clock advances per unit of this one, until bounds on both sides decide it */
    public ClockFit(Ratio slope) {
        fSlope = slope;
    }

    @Override
    public void bound(long reading, long low, long high) {
        if (!BoundSink.isUsable(reading, low, high)) {
            fUnusable++;
        } else if (fFit == null || !fFit.add(reading, low, high)) {
            if (fPieces.size() + 1 >= MOST_PIECES) {
                fUnusable++;
                return;
            }
            close();
            fFit = new LineFit(reading);
            if (!fFit.add(reading, low, high)) {
                fUnusable++;
                fFit = null;
            }
        }
    }

    private void close() {
        if (fFit != null) {
            ClockPiece piece = fFit.piece(fSlope);
            fSlope = piece.slope();
            fPieces.add(piece);
        }
        fFit = null;
    }

    /** @return how many pieces there are until now */
    int pieces() {
        return fPieces.size() + (fFit == null ? 0 : 1);
    }

    /** @return how many bounds decide nothing: they contradict themselves, are out of range, or came after too many pieces */
    public long unusable() {
        return fUnusable;
    }

    /** @return the clock of all bounds until now, null without any; nothing may be added later */
    public PiecewiseClock clock() {
        close();
        return fPieces.isEmpty() ? null : new PiecewiseClock(List.copyOf(fPieces));
    }

    /**
     * The line that fits the bounds of all processors. Only vertices of the hulls decide it. So each processor has hulls of its own, and these have the line.
     *
     * @param cursors
     *            the bounds of a processor each
     * @param slack
     *            by how much each is wider on both sides
     * @return null if it is not one line that is bounded on both sides
     */
    static PiecewiseClock line(List<BoundCursor> cursors, long slack) {
        List<Outermost> found = cursors.parallelStream().map(cursor -> new Outermost(cursor, slack)).toList();
        List<long[]> bounds = new ArrayList<>();
        long count = 0;
        for (Outermost outermost : found) {
            if (outermost.fIsUnusable) {
                return null;
            }
            count += outermost.fCount;
            outermost.addTo(bounds);
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

    /** The vertices of the hulls of bounds. */
    private static final class Outermost {

        private static final int AT_ONCE = 1 << 12;

        private final Hull fLower = Hull.upper();
        private final Hull fUpper = Hull.lower();
        private final Hull.Filter fLow = new Hull.Filter(fLower);
        private final Hull.Filter fHigh = new Hull.Filter(fUpper);
        private long fCount;
        private boolean fIsUnusable;

        private final BoundCursor fBounds;
        private final long fSlack;
        private long fX;
        private long fLowest = BoundSink.NO_LOW;
        private long fHighest = BoundSink.NO_HIGH;

        Outermost(BoundCursor bounds, long slack) {
            fBounds = bounds;
            fSlack = slack;
            while (!fIsUnusable && follow()) {
                // a part after the other
            }
            settle();
            fLow.finish();
            fHigh.finish();
        }

        /** @return whether there may be more */
        private boolean follow() {
            for (int i = 0; i < AT_ONCE; i++) {
                if (!fBounds.next()) {
                    return false;
                }
                long reading = fBounds.reading();
                long low = fBounds.low() == BoundSink.NO_LOW ? BoundSink.NO_LOW : fBounds.low() - fSlack;
                long high = fBounds.high() == BoundSink.NO_HIGH ? BoundSink.NO_HIGH : fBounds.high() + fSlack;
                fIsUnusable |= !BoundSink.isUsable(reading, low, high);
                if (fCount > 0 && reading != fX) {
                    settle();
                    fLowest = BoundSink.NO_LOW;
                    fHighest = BoundSink.NO_HIGH;
                }
                fX = reading;
                fLowest = Math.max(fLowest, low);
                fHighest = Math.min(fHighest, high);
                fCount++;
            }
            return true;
        }

        private void settle() {
            if (fLowest != BoundSink.NO_LOW) {
                fLow.add(fX, fLowest);
            }
            if (fHighest != BoundSink.NO_HIGH) {
                fHigh.add(fX, fHighest);
            }
        }

        void addTo(List<long[]> bounds) {
            for (int i = 0; i < fLower.size(); i++) {
                bounds.add(new long[] { fLower.x(i), fLower.y(i), BoundSink.NO_HIGH });
            }
            for (int i = 0; i < fUpper.size(); i++) {
                bounds.add(new long[] { fUpper.x(i), BoundSink.NO_LOW, fUpper.y(i) });
            }
        }
    }
}
