/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.util.List;

/**
 * A clock whose rate may change: pieces, and straight lines from the end of one to the begin of the next. Before the first and behind the last
 * bound these pieces continue.
 */
public final class PiecewiseClock implements ClockConversion {

    /** A clock that changes more often is not followed well: ns per piece. */
    private static final long SPAN_PER_PIECE = 10_000_000_000L;
    private static final int FEW_BOUNDS = 16;

    private final List<ClockPiece> fPieces;
    /** Null if there are several, or it is no line. */
    private final ClockLine fLine;

    /** @param pieces in order of their readings, at least one */
    public PiecewiseClock(List<ClockPiece> pieces) {
        fPieces = pieces;
        fLine = pieces.size() == 1 && pieces.get(0) instanceof ClockLine line ? line : null;
    }

    /** @return in order of their readings, at least one */
    public List<ClockPiece> pieces() {
        return fPieces;
    }

    /** @return the first reading with a bound */
    public long from() {
        return fPieces.get(0).from();
    }

    /** @return the last reading with a bound */
    public long to() {
        return last().to();
    }

    private ClockPiece last() {
        return fPieces.get(fPieces.size() - 1);
    }

    /** @return whether the clock changes too often, or too few bounds decide a piece */
    public boolean isPoor() {
        return fPieces.size() > 1 && fPieces.size() * SPAN_PER_PIECE > to() - from()
                || fPieces.stream().anyMatch(piece -> piece.bounds() < FEW_BOUNDS || !piece.isDetermined());
    }

    @Override
    public long at(long reading) {
        if (fLine != null) {
            return fLine.at(reading);
        }
        int next = next(reading);
        return isBetween(next, reading) ? between(next, reading).floor() : piece(next).at(reading);
    }

    /** @return when that reading was, exactly */
    public Ratio exact(long reading) {
        int next = next(reading);
        return isBetween(next, reading) ? between(next, reading) : piece(next).exact(reading);
    }

    /** @return how far the truth may be from {@link #exact}, ns, rounded down; -1 if that is not determined */
    public long uncertainty(long reading) {
        int next = next(reading);
        return isBetween(next, reading) ? Math.max(fPieces.get(next - 1).uncertainty(reading), fPieces.get(next).uncertainty(reading))
                : piece(next).uncertainty(reading);
    }

    /** @return whether the truth may be so far from {@link #exact} there, ns; where that is not determined, only if it is 0 or less */
    public boolean isAtMost(long reading, long distance) {
        if (fLine != null) {
            return fLine.isAtMost(reading, distance);
        }
        return distance <= 0 || piece(next(reading)) instanceof ClockLine line && line.isAtMost(reading, distance);
    }

    /** The first piece that does not end before. */
    private int next(long reading) {
        int from = 0;
        int to = fPieces.size() == 1 ? 0 : fPieces.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (fPieces.get(middle).to() < reading) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    private ClockPiece piece(int index) {
        return fPieces.get(Math.min(index, fPieces.size() - 1));
    }

    private boolean isBetween(int next, long reading) {
        return next > 0 && next < fPieces.size() && reading < fPieces.get(next).from();
    }

    private Ratio between(int next, long reading) {
        ClockPiece before = fPieces.get(next - 1);
        ClockPiece after = fPieces.get(next);
        Ratio begin = before.exact(before.to());
        Ratio rise = after.exact(after.from()).minus(begin);
        return begin.plus(rise.times(Ratio.of(reading - before.to(), after.from() - before.to())));
    }
}
