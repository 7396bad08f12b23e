/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.BoundCursor;
import org.hypertrace.core.clock.line.ClockFit;
import org.hypertrace.core.clock.line.Outermost;
import org.hypertrace.core.clock.line.PiecewiseClock;
import org.hypertrace.core.clock.line.Ratio;

/**
 * The clock by events that are in both streams, and which tracer comes first. That is the order that needs at most a tenth of the other's pieces;
 * else neither is. The two orders are tried in turns, the one with fewer pieces further. So a wrong order is hardly tried once it needs more.
 *
 * @param order
 *            which tracer comes first
 * @param clock
 *            by that order; null without any bounds
 * @param half
 *            the line of the bounds in even runs; null if it is not known
 * @param cuts
 *            readings at which the clock jumps
 */
record PairFit(TracerOrder order, PiecewiseClock clock, PiecewiseClock half, long[] cuts) {

    private static final int RUN = HalfDifference.Ranks.RUN;
    private static final int AT_ONCE = 4096;
    private static final int CLEARLY = 10;
    private static final long[] NO_CUTS = {};

    /** An order that is tried. */
    private static final class Trial {
        private final TracerOrder fOrder;
        private final BoundCursor fBounds;
        private final ClockFit fFit;
        private boolean fIsOver;

        Trial(TracerOrder order, List<CpuPairs> pairs, long slack, long[] cuts) {
            fOrder = order;
            fBounds = bounds(pairs, order, slack);
            fFit = new ClockFit(Ratio.ONE, cuts);
        }

        void advance() {
            for (int i = 0; i < AT_ONCE && !fIsOver; i++) {
                fIsOver = !fBounds.next();
                if (!fIsOver) {
                    fFit.bound(fBounds.reading(), fBounds.low(), fBounds.high());
                }
            }
        }

        PairFit result(long[] cuts) {
            return new PairFit(fOrder, fFit.clock(), null, cuts);
        }
    }

    /**
     * @param pairs
     *            of each processor
     * @param slack
     *            by how much each bound is wider on both sides
     * @param halves
     *            whether the line of one half is of interest
     * @return the clock
     */
    static PairFit of(List<CpuPairs> pairs, long slack, boolean halves) {
        PairFit found = byOneLine(pairs, TracerOrder.STAMP_FIRST, TracerOrder.HYPERCALL_FIRST, slack, halves);
        found = found != null ? found : byOneLine(pairs, TracerOrder.HYPERCALL_FIRST, TracerOrder.STAMP_FIRST, slack, false);
        return found != null ? found : byPieces(pairs, slack, NO_CUTS);
    }

    /**
     * @param pairs
     *            of each processor
     * @param slack
     *            by how much each bound is wider on both sides
     * @param cuts
     *            readings at which the clock jumps, at least one
     * @return the clock, with a piece from each of these on
     */
    static PairFit ofJumping(List<CpuPairs> pairs, long slack, long[] cuts) {
        return byPieces(pairs, slack, cuts);
    }

    /** Null unless one line fits in that order, and there are bounds in the other one. */
    private static PairFit byOneLine(List<CpuPairs> pairs, TracerOrder order, TracerOrder otherOrder, long slack, boolean halves) {
        PairFit line = line(pairs, order, slack, halves);
        Trial other = line == null ? null : new Trial(otherOrder, pairs, slack, NO_CUTS);
        while (other != null && !other.fIsOver && other.fFit.pieces() < CLEARLY) {
            other.advance();
        }
        return other == null || other.fFit.pieces() == 0 ? null : other.fFit.pieces() >= CLEARLY ? line : inEitherOrder(pairs, slack, NO_CUTS);
    }

    private static PairFit byPieces(List<CpuPairs> pairs, long slack, long[] cuts) {
        Trial stamp = new Trial(TracerOrder.STAMP_FIRST, pairs, slack, cuts);
        Trial hypercall = new Trial(TracerOrder.HYPERCALL_FIRST, pairs, slack, cuts);
        while (!stamp.fIsOver && !hypercall.fIsOver) {
            (stamp.fFit.pieces() <= hypercall.fFit.pieces() ? stamp : hypercall).advance();
        }
        Trial over = stamp.fIsOver ? stamp : hypercall;
        Trial other = over == stamp ? hypercall : stamp;
        while (!other.fIsOver && other.fFit.pieces() < CLEARLY * over.fFit.pieces()) {
            other.advance();
        }
        Trial fewer = over.fFit.pieces() <= other.fFit.pieces() ? over : other;
        Trial more = fewer == over ? other : over;
        return CLEARLY * fewer.fFit.pieces() <= more.fFit.pieces() ? fewer.result(cuts) : inEitherOrder(pairs, slack, cuts);
    }

    private static PairFit inEitherOrder(List<CpuPairs> pairs, long slack, long[] cuts) {
        PairFit line = cuts.length > 0 ? null : line(pairs, TracerOrder.EITHER, slack, false);
        if (line != null) {
            return line;
        }
        Trial either = new Trial(TracerOrder.EITHER, pairs, slack, cuts);
        while (!either.fIsOver) {
            either.advance();
        }
        return either.result(cuts);
    }

    /** Null if it is not one line that is bounded on both sides. */
    private static PairFit line(List<CpuPairs> pairs, TracerOrder order, long slack, boolean halves) {
        HalfDifference.Ranks ranks = null;
        if (halves) {
            pairs.parallelStream().forEach(CpuPairs::count);
            ranks = new HalfDifference.Ranks(pairs);
        }
        HalfDifference.Ranks runs = ranks;
        List<PairHulls.Found> found = pairs.parallelStream().map(cpu -> PairHulls.of(cpu, order, slack, runs)).toList();
        PiecewiseClock line = Outermost.line(found.stream().map(PairHulls.Found::all).toList());
        return line == null ? null
                : new PairFit(order, line, halves ? Outermost.line(found.stream().map(PairHulls.Found::even).toList()) : null, NO_CUTS);
    }

    private static BoundCursor bounds(List<CpuPairs> pairs, TracerOrder order, long slack) {
        return BoundCursor.merge(pairs.stream().map(cpu -> cpu.bounds(order)).toList(), slack);
    }

    /** The bounds of every other run of 64; the readings of the others wait to be asked. */
    private static final class EveryOther extends BoundCursor {

        private final BoundCursor fAll;
        private final Longs fAsked;
        private long fSeen;

        EveryOther(BoundCursor all, Longs asked) {
            fAll = all;
            fAsked = asked;
        }

        @Override
        protected void fill() {
            while (hasRoom() && fAll.next()) {
                if (fSeen++ / RUN % 2 == 0) {
                    give(fAll.reading(), fAll.low(), fAll.high());
                } else {
                    fAsked.add(fAll.reading());
                }
            }
        }
    }

    /**
     * @return the greatest difference from the clock that every other run of 64 bounds decides, at the bounds of the others; -1 if there are too few
     */
    long crossCheck(List<CpuPairs> pairs, long slack) {
        if (half != null) {
            return HalfDifference.greatest(pairs, half, clock);
        }
        try (Longs asked = new Longs()) {
            PiecewiseClock line = clock.pieces().size() > 1 ? null : ClockFit.line(List.of(new EveryOther(bounds(pairs, order, slack), asked)), 0);
            if (line != null) {
                return asked.size() == 0 ? -1 : greatestDifference(line, asked);
            }
        }
        try (Longs asked = new Longs()) {
            ClockFit fit = new ClockFit(Ratio.ONE, cuts);
            new EveryOther(bounds(pairs, order, slack), asked).drain(fit);
            PiecewiseClock pieces = asked.size() == 0 ? null : fit.clock();
            return pieces == null ? -1 : greatestDifference(pieces, asked);
        }
    }

    private long greatestDifference(PiecewiseClock other, Longs asked) {
        LongsReader readings = asked.reader();
        boolean isStraight = clock.pieces().size() == 1 && other.pieces().size() == 1;
        long most = 0;
        for (long from = 0; from < asked.size(); from += RUN) {
            long to = Math.min(asked.size(), from + RUN);
            // between two readings the difference of two lines is no more than at both ends, but for what is rounded
            long atEnds = Math.max(difference(other, readings.get(from)), difference(other, readings.get(to - 1)));
            most = Math.max(most, atEnds);
            for (long i = from + 1; (!isStraight || atEnds + 1 > most) && i < to - 1; i++) {
                most = Math.max(most, difference(other, readings.get(i)));
            }
        }
        return most;
    }

    private long difference(PiecewiseClock other, long reading) {
        return Math.abs(other.at(reading) - clock.at(reading));
    }
}
