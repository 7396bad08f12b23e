/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.List;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;

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

    /**
     * @return the greatest difference from the clock that every other run of 64 bounds decides, at the bounds of the others; -1 if there are too few
     */
    long crossCheck(List<CpuPairs> pairs, long slack) {
        try (Longs asked = new Longs()) {
            ClockFit halfOfThem = new ClockFit();
            BoundCursor all = bounds(pairs, order, slack);
            for (long i = 0; all.next(); i++) {
                if (i / RUN % 2 == 0) {
                    halfOfThem.bound(all.reading(), all.low(), all.high());
                } else {
                    asked.add(all.reading());
                }
            }
            PiecewiseClock half = asked.size() == 0 ? null : halfOfThem.clock();
            if (half == null) {
                return -1;
            }
            Longs.Reader readings = asked.reader();
            long most = 0;
            for (long i = 0; i < asked.size(); i++) {
                long reading = readings.get(i);
                most = Math.max(most, Math.abs(half.at(reading) - clock.at(reading)));
            }
            return most;
        }
    }
}
