/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.KeyMap;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsEditor;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.line.PiecewiseClock;

/** Pairs all events of a processor by a clock: each hypercall takes the last event of its key before it, or the first one after it. */
final class ClockPairs {

    private static final long NONE = -1;
    private static final long SECOND = 1_000_000_000L;
    /** Of a key: the last event that is free. */
    private static final int EVENT = 2;

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
    private final long fCalls;
    private final long fEvents;
    private long fEvent;
    private long fReading;
    private long fTime;
    /** The last event that came: nearly always it is the one that the next hypercall reports. */
    private long fLast = NONE;
    private long fLastKey = MatchKey.NONE;
    private long fLastTime;

    private ClockPairs(GuestTimes guest, VcpuTimes vcpu, PiecewiseClock clock, boolean hypercallFirst, Longs matches) {
        fGuest = guest;
        fClock = clock;
        fStep = hypercallFirst ? -1 : 1;
        fEdges = hypercallFirst ? vcpu.entries() : vcpu.exits();
        fKeys = vcpu.keys();
        fReadings = guest.readings();
        fGuestKeys = guest.keys();
        fCalls = vcpu.hypercalls();
        fEvents = guest.size();
        fMatches = new LongsEditor(matches, fEvents, NONE, !hypercallFirst);
        fEvent = hypercallFirst ? fEvents - 1 : 0;
        look();
    }

    /** Gives each event its hypercall, -1 without; less than {@link CpuPairs#FREE} is without, too. */
    static void find(GuestTimes guest, VcpuTimes vcpu, PiecewiseClock clock, boolean hypercallFirst, Longs matches) {
        ClockPairs pairs = new ClockPairs(guest, vcpu, clock, hypercallFirst, matches);
        Blocks.of(pairs.fCalls, pairs::hypercalls);
        pairs.fMatches.finish();
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
            while (isThere() && fClock.isAtMost(fReading, fStep * (fTime - edge))) {
                comes(fStep * edge - SECOND);
            }
            if (fLast == NONE || fLastKey != fKeys.get(call)) {
                takeFree(call, edge);
            } else if (fStep * (edge - fLastTime) <= SECOND) {
                fMatches.set(fLast, call);
                fLast = NONE;
            }
        }
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

    private void takeFree(long call, long edge) {
        int of = fFree.find(fKeys.get(call));
        long taken = of < 0 ? NONE : fFree.get(of, EVENT);
        if (taken != NONE && fStep * (edge - fClock.at(fGuest.reading(taken))) <= SECOND) {
            fFree.set(of, EVENT, fMatches.get(taken) - Long.MIN_VALUE + NONE);
            fMatches.set(taken, call);
        }
    }
}
