/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Blocks;
import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsEditor;
import org.hypertrace.core.clock.column.LongsReader;
import org.hypertrace.core.clock.column.RecentKeys;

/**
 * Pairs events of a processor with hypercalls that are the only ones of their key near the offset. Where the clock drifts further than {@code after},
 * an event's own hypercall is out of reach, and a later one of its key may be the only one.
 */
final class UniquePairs {

    private static final long NONE = -1;
    /** How far before its hypercall an event may seem to be by the coarse offset, ns. */
    static final long BEFORE = 100_000_000L;
    private final CoarseOffset fOffset;
    private final long fAfter;
    /** Events, numbered from 1, and hypercalls with the event that was found for each. */
    private final RecentKeys fRecentEvents = new RecentKeys();
    private final RecentKeys fRecentCalls = new RecentKeys();
    private final LongsReader fTimes;
    private final LongsReader fKeys;
    private final LongsReader fReadings;
    private final LongsReader fGuestKeys;
    private final LongsEditor fMatches;
    private final long fEvents;
    private long fNext;

    private UniquePairs(GuestTimes guest, VcpuTimes vcpu, CoarseOffset offset, long after, Longs matches) {
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
    static void find(GuestTimes guest, VcpuTimes vcpu, CoarseOffset offset, long after, Longs matches) {
        UniquePairs pairs = new UniquePairs(guest, vcpu, offset, after, matches);
        Blocks.of(vcpu.hypercalls(), pairs::hypercalls);
        pairs.fMatches.finish();
    }

    private void hypercalls(long from, long to) {
        for (long call = from; call < to; call++) {
            long time = fTimes.get(call);
            long key = fKeys.get(call);
            long offset = fOffset.at(time);
            long earliest = time - offset - BEFORE;
            events(time - offset + fAfter, earliest);
            // what hypercalls of that key were before does not matter any more
            long oldest = time - BEFORE - fAfter;
            long last = fRecentCalls.latest(key, oldest);
            if (last > 0 && fRecentEvents.isSince(fRecentCalls.value(last), earliest)) {
                fMatches.set(fRecentCalls.value(last) - 1, NONE);
            }
            long event = fRecentEvents.latest(key, earliest);
            boolean only = event > 0 && fRecentEvents.before(event, earliest) == 0
                    && (last == 0 || fRecentCalls.time(last) < fRecentEvents.time(event) + offset - fAfter);
            if (only) {
                fMatches.set(event - 1, call);
            }
            fRecentCalls.add(key, time, only ? event : 0, oldest);
        }
    }

    /** What the guest recorded until then. */
    private void events(long until, long oldest) {
        for (long reading; fNext < fEvents && (reading = fReadings.get(fNext)) <= until; fNext++) {
            fRecentEvents.add(fGuestKeys.get(fNext), reading, 0, oldest);
        }
        if (fNext > 0) {
            fMatches.advance(fNext - 1);
        }
    }
}
