/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.KeyMap;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsEditor;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.PiecewiseClock;

/**
 * Pairs all events of a processor by a clock: each hypercall takes the last event of its key before it, or the first one after it.
 * <p>
 * If only a sample of the bounds of that clock is known, events count as before a hypercall that may be so by any clock that keeps these bounds, and a
 * clock of more bounds. See {@link PairRounds}.
 */
final class ClockPairs {

    private static final long NONE = -1;
    private static final long SECOND = 1_000_000_000L;
    /** Of a key: the last event that is free. */
    private static final int EVENT = 2;
    /** By how much two lines that keep the bounds of a sample may differ, ns. */
    static final long UNSURE = 1_000_000;
    /** How far the clock of more bounds may reach, in uncertainties of that of the sample; and what is rounded, in ns. */
    private static final long WIDER = 3;
    private static final long ROUNDED = 2;
    /** In so many stretches of readings the uncertainty of a sample's clock counts as the same. */
    private static final long STRETCHES = 64;

    private final GuestTimes fGuest;
    private final PiecewiseClock fClock;
    /** Forward, or from the end. */
    private final int fStep;
    private final KeyMap fFree = new KeyMap(EVENT + 1, NONE);
    private final LongsReader fEdges;
    private final LongsReader fKeys;
    private final LongsReader fReadings;
    private final LongsReader fGuestKeys;
    private final LongsEditor fMatches;
    /** What the pairs of the first round would be; null if all bounds of the clock are known. */
    private final UniquePairs.Single fUnique;
    private boolean fIsSure = true;
    /** How far events after a hypercall may be before it, ns, up to this reading. */
    private long fReach;
    private long fTo = Long.MIN_VALUE;
    private final long fStretch;
    /** The event that the last hypercall took, by its reading. */
    private long fTaken;
    private final long fCalls;
    private final long fEvents;
    private long fEvent;
    private long fReading;
    private long fTime;
    /** The last event that came: nearly always it is the one that the next hypercall reports. */
    private long fLast = NONE;
    private long fLastKey = MatchKey.NONE;
    private long fLastTime;
    private long fLastReading;

    private ClockPairs(GuestTimes guest, VcpuTimes vcpu, PiecewiseClock clock, boolean hypercallFirst, Longs matches, UniquePairs.Single unique) {
        fGuest = guest;
        fClock = clock;
        fStep = hypercallFirst ? -1 : 1;
        fEdges = hypercallFirst ? vcpu.entries() : vcpu.exits();
        fKeys = vcpu.keys();
        fReadings = guest.readings();
        fGuestKeys = guest.keys();
        fCalls = vcpu.hypercalls();
        fEvents = guest.size();
        fUnique = unique;
        fStretch = unique == null || guest.size() == 0 ? 0 : (guest.reading(guest.size() - 1) - guest.reading(0)) / STRETCHES + 1;
        fMatches = new LongsEditor(matches, fEvents, NONE, !hypercallFirst);
        fEvent = hypercallFirst ? fEvents - 1 : 0;
        look();
    }

    /** Gives each event its hypercall, -1 without; less than {@link CpuPairs#FREE} is without, too. */
    static void find(GuestTimes guest, VcpuTimes vcpu, PiecewiseClock clock, boolean hypercallFirst, Longs matches) {
        ClockPairs pairs = new ClockPairs(guest, vcpu, clock, hypercallFirst, matches, null);
        Blocks.of(pairs.fCalls, pairs::hypercalls);
        pairs.fMatches.finish();
    }

    /**
     * The same by the clock of the first round, of which only a sample is known; the stamp comes first.
     *
     * @return whether the pairs of the first round are among these; if not, nothing is known
     */
    static boolean findBySample(GuestTimes guest, VcpuTimes vcpu, PiecewiseClock sample, long offset, Longs matches) {
        ClockPairs pairs = new ClockPairs(guest, vcpu, sample, false, matches, new UniquePairs.Single(guest, vcpu, offset));
        Blocks.of(pairs.fCalls, (from, to) -> {
            if (pairs.fIsSure) {
                pairs.hypercalls(from, to);
            }
        });
        pairs.fMatches.finish();
        return pairs.fIsSure;
    }

    private boolean isThere() {
        return fEvent >= 0 && fEvent < fEvents;
    }

    private void look() {
        if (isThere()) {
            fReading = fReadings.get(fEvent);
            fTime = fClock.at(fReading);
        }
    }

    private void hypercalls(long from, long to) {
        for (long i = from; i < to; i++) {
            long call = fStep < 0 ? fCalls - 1 - i : i;
            long edge = fEdges.get(call);
            if (edge == VcpuTimes.NONE) {
                continue;
            }
            long key = fKeys.get(call);
            while (isThere() && fStep * (fTime - edge) <= 0) {
                comes(fStep * edge - SECOND - UNSURE);
            }
            if (isThere() && isBefore(fReading, fTime, edge)) {
                own(key, edge);
            }
            fTaken = VcpuTimes.NONE;
            if (fLast == NONE || fLastKey != key) {
                takeFree(call, key, edge);
            } else if (isNear(fStep * (edge - fLastTime))) {
                fMatches.set(fLast, call);
                fTaken = fLastReading;
                fLast = NONE;
            }
            fIsSure &= fUnique == null || !fUnique.mayHaveOther(call, fTaken, fEvent);
        }
    }

    /** Whether an event may be before a hypercall. */
    private boolean isBefore(long reading, long time, long edge) {
        long distance = fStep * (time - edge);
        return fUnique == null ? fClock.isAtMost(reading, distance) : distance <= reach(reading);
    }

    /** Of the next events that are after a hypercall by the clock, but may be before it, only those of its own key matter: the last one comes. */
    private void own(long key, long edge) {
        long own = NONE;
        long event = fEvent;
        long reading = fReading;
        do {
            own = fGuestKeys.get(event) == key ? event : own;
            event += fStep;
            reading = event >= 0 && event < fEvents ? fReadings.get(event) : reading;
        } while (event >= 0 && event < fEvents && isBefore(reading, fClock.at(reading), edge));
        while (own != NONE && fStep * (own - fEvent) >= 0) {
            comes(fStep * edge - SECOND - UNSURE);
        }
    }

    /** By a clock of more bounds. The uncertainty is least in the middle, so between two readings it is no more than at one of them. */
    private long reach(long reading) {
        if (reading > fTo) {
            fTo = reading + fStretch;
            fReach = WIDER * (Math.max(fClock.uncertainty(reading), fClock.uncertainty(fTo)) + ROUNDED);
        }
        return fReach;
    }

    private boolean isNear(long distance) {
        fIsSure &= fUnique == null || Math.abs(distance - SECOND) > UNSURE;
        return distance <= SECOND;
    }

    private void comes(long oldest) {
        long key = fGuestKeys.get(fEvent);
        if (key != MatchKey.NONE) {
            if (fLast != NONE) {
                free(oldest);
            }
            fMatches.advance(fEvent);
            fLast = fEvent;
            fLastKey = key;
            fLastTime = fTime;
            fLastReading = fReading;
        }
        fEvent += fStep;
        look();
    }

    /** Keeps the last event for a later hypercall, in front of those of its key that are free. */
    private void free(long oldest) {
        int of = fFree.add(fLastKey, oldest);
        fMatches.set(fLast, Long.MIN_VALUE - NONE + fFree.get(of, EVENT));
        fFree.set(of, EVENT, fLast);
        fFree.set(of, KeyMap.USED, fStep * fLastTime);
    }

    private void takeFree(long call, long key, long edge) {
        int of = fFree.find(key);
        long taken = of < 0 ? NONE : fFree.get(of, EVENT);
        long reading = taken == NONE ? VcpuTimes.NONE : fGuest.reading(taken);
        if (taken != NONE && isNear(fStep * (edge - fClock.at(reading)))) {
            fTaken = reading;
            fFree.set(of, EVENT, fMatches.get(taken) - Long.MIN_VALUE + NONE);
            fMatches.set(taken, call);
        }
    }
}
