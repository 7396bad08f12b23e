/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.ClockQuality.TracerOrder;

/**
 * The events of one processor that a guest recorded itself and reported by hypercall, too. Program order bounds them: what comes before an event on
 * its processor was before it, whichever of both tracers reports it.
 */
final class CpuPairs implements AutoCloseable {

    private static final long NONE = -1;
    private static final long SECOND = 1_000_000_000L;
    private static final long BEFORE = 100_000_000L;
    /** How far after its hypercall an event may seem to be by the coarse offset, ns: as far as a steady clock can be wrong. */
    static final long STEADY = 2_000_000L;
    /** The same of a clock whose rate changes by much. */
    static final long CHANGING = BEFORE;

    private final GuestTimes fGuest;
    private final VcpuTimes fVcpu;
    /** Of each event of the guest's trace: its hypercall; a crossed one as its complement minus 1. */
    private Longs fMatches = new Longs();
    private long fMatched;
    private long fCrossed;

    CpuPairs(GuestTimes guest, VcpuTimes vcpu) {
        fGuest = guest;
        fVcpu = vcpu;
    }

    GuestTimes guest() {
        return fGuest;
    }

    VcpuTimes vcpu() {
        return fVcpu;
    }

    long matched() {
        return fMatched;
    }

    long crossed() {
        return fCrossed;
    }

    private void reset() {
        fMatches.close();
        fMatches = new Longs();
        fMatches.fill(fGuest.size(), NONE);
    }

    /**
     * Pairs those that are the only ones of their key near the offset. Where the clock drifts further than {@code after}, an event's own hypercall is
     * out of reach, and a later one of its key may be the only one.
     */
    void matchUnique(long offset, long after) {
        reset();
        KeyMap guests = new KeyMap();
        KeyMap calls = new KeyMap();
        Longs before = new Longs();
        Longs found = new Longs();
        for (long call = 0; call < fVcpu.hypercalls(); call++) {
            long time = fVcpu.timeOf(call);
            long key = fVcpu.keyOf(call);
            while (before.size() < fGuest.size() && fGuest.reading(before.size()) <= time - offset + after) {
                long event = before.size();
                before.add(fGuest.key(event) == MatchKey.NONE ? NONE
                        : guests.put(fGuest.key(event), event, old -> fGuest.reading(old) >= time - offset - SECOND));
            }
            long previous = calls.put(key, call, old -> fVcpu.timeOf(old) >= time - SECOND);
            if (previous != KeyMap.NONE && found.get(previous) != NONE && time <= fGuest.reading(found.get(previous)) + offset + BEFORE) {
                found.set(previous, NONE);
            }
            long event = guests.get(key);
            boolean only = event != KeyMap.NONE && fGuest.reading(event) >= time - offset - BEFORE
                    && (before.get(event) == NONE || fGuest.reading(before.get(event)) < time - offset - BEFORE)
                    && (previous == KeyMap.NONE || fVcpu.timeOf(previous) < fGuest.reading(event) + offset - after);
            found.add(only ? event : NONE);
        }
        for (long call = 0; call < found.size(); call++) {
            if (found.get(call) != NONE) {
                fMatches.set(found.get(call), call);
            }
        }
        before.close();
        found.close();
        order();
    }

    /** Pairs all by a clock: each hypercall takes the last event of its key before it, or the first one after it. */
    void match(PiecewiseClock clock, boolean hypercallFirst) {
        reset();
        KeyMap free = new KeyMap();
        Longs next = new Longs();
        next.fill(fGuest.size(), NONE);
        long count = fVcpu.hypercalls();
        int step = hypercallFirst ? -1 : 1;
        long event = hypercallFirst ? fGuest.size() : -1;
        long reading = 0;
        long time = 0;
        boolean isNext = true;
        for (long i = 0; i < count; i++) {
            long call = hypercallFirst ? count - 1 - i : i;
            long edge = hypercallFirst ? fVcpu.entryAfter(call) : fVcpu.exitBefore(call);
            if (edge == VcpuTimes.NONE) {
                continue;
            }
            while (true) {
                if (isNext) {
                    event += step;
                    if (event < 0 || event >= fGuest.size()) {
                        event -= step;
                        break;
                    }
                    reading = fGuest.reading(event);
                    time = clock.at(reading);
                    isNext = false;
                }
                if (!clock.isAtMost(reading, step * (time - edge))) {
                    break;
                }
                long key = fGuest.key(event);
                if (key != MatchKey.NONE) {
                    next.set(event, free.put(key, event, old -> step * (edge - clock.at(fGuest.reading(old))) <= SECOND));
                }
                isNext = true;
            }
            long key = fVcpu.keyOf(call);
            long taken = free.get(key);
            if (taken != KeyMap.NONE && step * (edge - clock.at(fGuest.reading(taken))) <= SECOND) {
                fMatches.set(taken, call);
                free.put(key, next.get(taken), old -> true);
            }
        }
        next.close();
        order();
    }

    /** Which pairs are in the same order in both streams. */
    private void order() {
        fMatched = 0;
        fCrossed = 0;
        long least = Long.MAX_VALUE;
        for (long i = fMatches.size() - 1; i >= 0; i--) {
            long call = fMatches.get(i);
            if (call >= 0) {
                long time = fVcpu.timeOf(call);
                fMatched++;
                fMatches.set(i, time < least ? call : crossed(call));
                least = Math.min(least, time);
            }
        }
        long most = Long.MIN_VALUE;
        for (long i = 0; i < fMatches.size(); i++) {
            long call = fMatches.get(i);
            if (call != NONE) {
                long time = fVcpu.timeOf(plain(call));
                if (call >= 0 && time <= most) {
                    fMatches.set(i, crossed(call));
                }
                fCrossed += fMatches.get(i) < 0 ? 1 : 0;
                most = Math.max(most, time);
            }
        }
    }

    private static long crossed(long call) {
        return -2 - call;
    }

    private static long plain(long match) {
        return match >= 0 ? match : -2 - match;
    }

    /** Gives, for each pair, by how much the exit of the hypercall was after the time that a clock makes of the stamp. */
    void delays(ClockConversion clock, Longs to) {
        for (long i = 0; i < fMatches.size(); i++) {
            if (fMatches.get(i) != NONE) {
                to.add(fVcpu.exitBefore(plain(fMatches.get(i))) - clock.at(fGuest.reading(i)));
            }
        }
    }

    /** @return the bounds of the pairs, in order of their stamps */
    BoundCursor bounds(TracerOrder order) {
        return new Bounds(order);
    }

    @Override
    public void close() {
        fMatches.close();
    }

    /** What program order bounds of the events of one processor, in order of their stamps. Crossed pairs have no bounds and give none. */
    private final class Bounds implements BoundCursor {

        private final TracerOrder fOrder;
        /** The hypercalls of this pair and its neighbours; negative if there is none, or it is crossed. */
        private long fBefore = NONE;
        private long fThis = NONE;
        private long fAfter = NONE;
        /** The events of the guest that this pair and the next one have. */
        private long fEvent = NONE;
        private long fNextEvent = NONE;
        private long fLow;
        private long fHigh;

        Bounds(TracerOrder order) {
            fOrder = order;
            follow();
        }

        private void follow() {
            long event = fNextEvent + 1;
            long match = NONE;
            while (event < fMatches.size() && (match = fMatches.get(event)) == NONE) {
                event++;
            }
            fNextEvent = event;
            fAfter = event < fMatches.size() ? match : NONE;
        }

        @Override
        public boolean next() {
            while (fNextEvent < fMatches.size()) {
                fBefore = fThis;
                fThis = fAfter;
                fEvent = fNextEvent;
                follow();
                if (fThis >= 0) {
                    long low = fOrder == TracerOrder.HYPERCALL_FIRST ? fThis : fBefore;
                    long high = fOrder == TracerOrder.STAMP_FIRST ? fThis : fAfter;
                    long entry = low < 0 ? VcpuTimes.NONE : fVcpu.entryAfter(low);
                    fLow = entry == VcpuTimes.NONE ? BoundSink.NO_LOW : entry;
                    fHigh = high < 0 ? BoundSink.NO_HIGH : fVcpu.exitBefore(high);
                    if (fLow != BoundSink.NO_LOW || fHigh != BoundSink.NO_HIGH) {
                        return true;
                    }
                }
            }
            return false;
        }

        @Override
        public long reading() {
            return fGuest.reading(fEvent);
        }

        @Override
        public long low() {
            return fLow;
        }

        @Override
        public long high() {
            return fHigh;
        }
    }
}
