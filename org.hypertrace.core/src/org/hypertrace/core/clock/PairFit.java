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
        if (CLEARLY * fewer.fFit.pieces() <= more.fFit.pieces()) {
            return fewer.result();
        }
        Trial either = new Trial(TracerOrder.EITHER, pairs, slack);
        while (!either.fIsOver) {
            either.advance();
        }
        return either.result();
    }

    private static BoundCursor bounds(List<CpuPairs> pairs, TracerOrder order, long slack) {
        return BoundCursor.merge(pairs.stream().map(cpu -> cpu.bounds(order)).toList(), slack);
    }

    /**
     * @return the greatest difference from the clock that every other run of 64 bounds decides, at the bounds of the others; -1 if there are too few
     */
    long crossCheck(List<CpuPairs> pairs, long slack) {
        ClockFit halfOfThem = new ClockFit();
        BoundCursor deciding = bounds(pairs, order, slack);
        long count = 0;
        for (; deciding.next(); count++) {
            if (count / RUN % 2 == 0) {
                halfOfThem.bound(deciding.reading(), deciding.low(), deciding.high());
            }
        }
        PiecewiseClock half = count <= RUN ? null : halfOfThem.clock();
        if (half == null) {
            return -1;
        }
        BoundCursor all = bounds(pairs, order, slack);
        long most = 0;
        for (long i = 0; all.next(); i++) {
            if (i / RUN % 2 == 1) {
                most = Math.max(most, Math.abs(half.at(all.reading()) - clock.at(all.reading())));
            }
        }
        return most;
    }
}
