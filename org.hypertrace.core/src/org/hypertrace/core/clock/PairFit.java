/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsReader;

/**
 * The clock by events that are in both streams, and which tracer comes first. That is the order that needs at most a tenth of the other's pieces;
 * else neither is. The two orders are tried in turns, the one with fewer pieces further. So a wrong order is hardly tried once it needs more.
 *
 * @param order
 *            which tracer comes first
 * @param clock
 *            by that order; null without any bounds
 */
record PairFit(TracerOrder order, PiecewiseClock clock) {

    private static final int RUN = 64;
    private static final int AT_ONCE = 4096;
    private static final int CLEARLY = 10;

    /** An order that is tried. */
    private static final class Trial {
        private final TracerOrder fOrder;
        private final BoundCursor fBounds;
        private final ClockFit fFit = new ClockFit();
        private boolean fIsOver;

        Trial(TracerOrder order, List<CpuPairs> pairs, long slack) {
            fOrder = order;
            fBounds = bounds(pairs, order, slack);
        }

        void advance() {
            for (int i = 0; i < AT_ONCE && !fIsOver; i++) {
                fIsOver = !fBounds.next();
                if (!fIsOver) {
                    fFit.bound(fBounds.reading(), fBounds.low(), fBounds.high());
                }
            }
        }

        PairFit result() {
            return new PairFit(fOrder, fFit.clock());
        }
    }

    static PairFit of(List<CpuPairs> pairs, long slack) {
        PairFit found = byOneLine(pairs, TracerOrder.STAMP_FIRST, TracerOrder.HYPERCALL_FIRST, slack);
        found = found != null ? found : byOneLine(pairs, TracerOrder.HYPERCALL_FIRST, TracerOrder.STAMP_FIRST, slack);
        return found != null ? found : byPieces(pairs, slack);
    }

    /** Null unless one line fits in that order, and there are bounds in the other one. */
    private static PairFit byOneLine(List<CpuPairs> pairs, TracerOrder order, TracerOrder otherOrder, long slack) {
        PiecewiseClock line = line(pairs, order, slack);
        Trial other = line == null ? null : new Trial(otherOrder, pairs, slack);
        while (other != null && !other.fIsOver && other.fFit.pieces() < CLEARLY) {
            other.advance();
        }
        return other == null || other.fFit.pieces() == 0 ? null : other.fFit.pieces() >= CLEARLY ? new PairFit(order, line) : inEitherOrder(pairs, slack);
    }

    private static PairFit byPieces(List<CpuPairs> pairs, long slack) {
        Trial stamp = new Trial(TracerOrder.STAMP_FIRST, pairs, slack);
        Trial hypercall = new Trial(TracerOrder.HYPERCALL_FIRST, pairs, slack);
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
        return CLEARLY * fewer.fFit.pieces() <= more.fFit.pieces() ? fewer.result() : inEitherOrder(pairs, slack);
    }

    private static PairFit inEitherOrder(List<CpuPairs> pairs, long slack) {
        PiecewiseClock line = line(pairs, TracerOrder.EITHER, slack);
        if (line != null) {
            return new PairFit(TracerOrder.EITHER, line);
        }
        Trial either = new Trial(TracerOrder.EITHER, pairs, slack);
        while (!either.fIsOver) {
            either.advance();
        }
        return either.result();
    }

    private static PiecewiseClock line(List<CpuPairs> pairs, TracerOrder order, long slack) {
        return ClockFit.line(pairs.stream().map(cpu -> cpu.bounds(order)).toList(), slack);
    }

    private static BoundCursor bounds(List<CpuPairs> pairs, TracerOrder order, long slack) {
        return BoundCursor.merge(pairs.stream().map(cpu -> cpu.bounds(order)).toList(), slack);
    }

    /** The bounds of every other run of 64; the readings of the others wait to be asked. */
    private static final class EveryOther implements BoundCursor {

        private final BoundCursor fAll;
        private final Longs fAsked;
        private long fCount;

        EveryOther(BoundCursor all, Longs asked) {
            fAll = all;
            fAsked = asked;
        }

        @Override
        public boolean next() {
            while (fAll.next()) {
                if (fCount++ / RUN % 2 == 0) {
                    return true;
                }
                fAsked.add(fAll.reading());
            }
            return false;
        }

        @Override
        public long reading() {
            return fAll.reading();
        }

        @Override
        public long low() {
            return fAll.low();
        }

        @Override
        public long high() {
            return fAll.high();
        }
    }

    /**
     * @return the greatest difference from the clock that every other run of 64 bounds decides, at the bounds of the others; -1 if there are too few
     */
    long crossCheck(List<CpuPairs> pairs, long slack) {
        try (Longs asked = new Longs()) {
            PiecewiseClock line = clock.pieces().size() > 1 ? null : ClockFit.line(List.of(new EveryOther(bounds(pairs, order, slack), asked)), 0);
            if (line != null) {
                return asked.size() == 0 ? -1 : greatestDifference(line, asked);
            }
        }
        try (Longs asked = new Longs()) {
            ClockFit fit = new ClockFit();
            new EveryOther(bounds(pairs, order, slack), asked).drain(fit);
            PiecewiseClock half = asked.size() == 0 ? null : fit.clock();
            return half == null ? -1 : greatestDifference(half, asked);
        }
    }

    private long greatestDifference(PiecewiseClock half, Longs asked) {
        LongsReader readings = asked.reader();
        boolean isStraight = clock.pieces().size() == 1 && half.pieces().size() == 1;
        long most = 0;
        for (long from = 0; from < asked.size(); from += RUN) {
            long to = Math.min(asked.size(), from + RUN);
            // between two readings the difference of two lines is no more than at both ends, but for what is rounded
            long atEnds = Math.max(difference(half, readings.get(from)), difference(half, readings.get(to - 1)));
            most = Math.max(most, atEnds);
            for (long i = from + 1; (!isStraight || atEnds + 1 > most) && i < to - 1; i++) {
                most = Math.max(most, difference(half, readings.get(i)));
            }
        }
        return most;
    }

    private long difference(PiecewiseClock half, long reading) {
        return Math.abs(half.at(reading) - clock.at(reading));
    }
}
