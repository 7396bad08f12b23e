/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.util.ArrayList;
import java.util.List;

/** Cuts bounds into pieces that a line fits, each as long as possible. */
public final class ClockFit implements BoundSink {

    /** More pieces than these are no clock: what comes later is left out. */
    static final int MOST_PIECES = 4096;

    private final List<ClockPiece> fPieces = new ArrayList<>();
    private LineFit fFit;
    private Ratio fSlope;
    private long fUnusable;
    private final long[] fCuts;
    private int fCut;

    /** Of a clock that counts the same as the other. */
    public ClockFit() {
        this(Ratio.ONE);
    }

    /** @param slope how much the other clock advances per unit of this one, until bounds on both sides decide it */
    public ClockFit(Ratio slope) {
        this(slope, new long[0]);
    }

    /**
     * Of a clock that jumps.
     *
     * @param slope
     *            how much the other clock advances per unit of this one, until bounds on both sides decide it
     * @param cuts
     *            readings where it jumps, in order: a piece ends before each, and one begins there
     */
    public ClockFit(Ratio slope, long[] cuts) {
        fSlope = slope;
        fCuts = cuts;
    }

    @Override
    public void bound(long reading, long low, long high) {
        for (; fCut < fCuts.length && reading >= fCuts[fCut]; fCut++) {
            if (fFit != null) {
                fFit.extend(fCuts[fCut] - 1);
            }
            close();
        }
        if (!BoundSink.isUsable(reading, low, high)) {
            fUnusable++;
        } else if (fFit == null || !fFit.add(reading, low, high)) {
            if (fPieces.size() + 1 >= MOST_PIECES) {
                fUnusable++;
                return;
            }
            close();
            // the first one after a jump begins there
            boolean isAfterJump = fCut > 0 && (fPieces.isEmpty() || fPieces.get(fPieces.size() - 1).to() < fCuts[fCut - 1]);
            fFit = new LineFit(isAfterJump ? fCuts[fCut - 1] : reading);
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
    public int pieces() {
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
    public static PiecewiseClock line(List<BoundCursor> cursors, long slack) {
        return Outermost.line(cursors.parallelStream().map(cursor -> Outermost.of(cursor, slack)).toList());
    }
}
