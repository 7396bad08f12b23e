/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.KeyMap;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsEditor;
import org.hypertrace.core.clock.column.LongsReader;

/**
 * Pairs events of a processor with hypercalls that are the only ones of their key near the offset. Where the clock drifts further than {@code after},
 * an event's own hypercall is out of reach, and a later one of its key may be the only one.
 */
final class UniquePairs {

    private static final long NONE = -1;
    /** How far before its hypercall an event may seem to be by the coarse offset, ns. */
    static final long BEFORE = 100_000_000L;
    /** What is known of a key: its last event, the readings of that and of the one before, its last hypercall, and what that was found to be. */
    private static final int EVENT = 2;
    private static final int READING = 3;
    private static final int READING_BEFORE = 4;
    private static final int TIME = 5;
    private static final int FOUND = 6;
    private static final int READING_FOUND = 7;
    private static final int ALL = 8;
    private static final long NEVER = Long.MIN_VALUE;

    private final long fOffset;
    private final long fAfter;
    private final KeyMap fKnown = new KeyMap(ALL, NEVER);
    private final LongsReader fTimes;
    private final LongsReader fKeys;
    private final LongsReader fReadings;
    private final LongsReader fGuestKeys;
    private final LongsEditor fMatches;
    private final long fEvents;
    private long fNext;

    private UniquePairs(GuestTimes guest, VcpuTimes vcpu, long offset, long after, Longs matches) {
        fOffset = offset;
        fAfter = after;
        fTimes = vcpu.times();
        fKeys = vcpu.keys();
        fReadings = guest.readings();
        fGuestKeys = guest.keys();
        fEvents = guest.size();
        fMatches = new LongsEditor(matches, fEvents, NONE, true);
    }

    /** Gives each event its hypercall, -1 without. */
    static void find(GuestTimes guest, VcpuTimes vcpu, long offset, long after, Longs matches) {
        UniquePairs pairs = new UniquePairs(guest, vcpu, offset, after, matches);
        Blocks.of(vcpu.hypercalls(), pairs::hypercalls);
        pairs.fMatches.finish();
    }

    private void hypercalls(long from, long to) {
        for (long call = from; call < to; call++) {
            long time = fTimes.get(call);
            // of a key that was not of use for so long nothing matters any more
            long oldest = time - BEFORE - fAfter;
            events(time - fOffset + fAfter, oldest);
            int of = fKnown.add(fKeys.get(call), oldest);
            if (fKnown.get(of, FOUND) >= 0 && time <= fKnown.get(of, READING_FOUND) + fOffset + BEFORE) {
                fMatches.set(fKnown.get(of, FOUND), NONE);
            }
            long reading = fKnown.get(of, READING);
            long event = fKnown.get(of, EVENT);
            long earliest = time - fOffset - BEFORE;
            boolean only = event >= 0 && reading >= earliest && fKnown.get(of, READING_BEFORE) < earliest && fKnown.get(of, TIME) < reading + fOffset - fAfter;
            if (only) {
                fMatches.set(event, call);
            }
            fKnown.set(of, FOUND, only ? event : NEVER);
            fKnown.set(of, READING_FOUND, reading);
            fKnown.set(of, TIME, time);
            fKnown.set(of, KeyMap.USED, Math.max(fKnown.get(of, KeyMap.USED), time));
        }
    }

    /** What the guest recorded until then. */
    private void events(long until, long oldest) {
        for (long reading; fNext < fEvents && (reading = fReadings.get(fNext)) <= until; fNext++) {
            long key = fGuestKeys.get(fNext);
            if (key != MatchKey.NONE) {
                fMatches.advance(fNext);
                int of = fKnown.add(key, oldest);
                fKnown.set(of, READING_BEFORE, fKnown.get(of, READING));
                fKnown.set(of, READING, reading);
                fKnown.set(of, EVENT, fNext);
                fKnown.set(of, KeyMap.USED, Math.max(fKnown.get(of, KeyMap.USED), reading + fOffset));
            }
        }
    }
}
