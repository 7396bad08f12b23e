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
 * <p>
 * Only events are looked up by their keys: a hypercall marks the latest event of its key that is near. Let <i>t</i> be a hypercall and <i>g</i> the latest
 * event of its key that is near. An earlier hypercall of that key is near to <i>g</i> exactly if it has marked <i>g</i>: it reached <i>g</i>, so it found it,
 * and none after <i>g</i>. So the marks are all that has to be known of earlier hypercalls. The event after the last one that was found is nearly always the
 * one of the next hypercall, so nearly none of these looks for it.
 */
final class UniquePairs {

    private static final long NONE = -1;
    /** How far before its hypercall an event may seem to be by the coarse offset, ns. */
    static final long BEFORE = 100_000_000L;
    /** Of a mark: whether the hypercall is the only one; its number from 1 is in the other bits. */
    private static final long ONLY = 1;

    private final CoarseOffset fOffset;
    private final long fAfter;
    private final VcpuTimes fVcpu;
    /** Numbered from 1. */
    private final RecentKeys fRecent = new RecentKeys();
    private final LongsReader fTimes;
    private final LongsReader fKeys;
    private final LongsReader fReadings;
    private final LongsReader fGuestKeys;
    private final LongsEditor fMatches;
    private final long fEvents;
    private long fNext;
    /** The event that the next hypercall is expected to report. */
    private long fExpected = 1;

    private UniquePairs(GuestTimes guest, VcpuTimes vcpu, CoarseOffset offset, long after, Longs matches) {
        fOffset = offset;
        fAfter = after;
        fVcpu = vcpu;
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
            long event = fRecent.isLatest(fExpected, key) ? fExpected : fRecent.latest(key);
            if (event > 0 && fRecent.time(event) >= earliest) {
                boolean isOnly = !isOfSeveral(event, fRecent.time(event) + offset - fAfter) && isFirst(event, earliest);
                if (isOnly) {
                    fMatches.set(event - 1, call);
                }
                fRecent.mark(event, call + 1 << 1 | (isOnly ? ONLY : 0));
                fExpected = event + 1;
            }
        }
    }

    /** Whether no other event of its key is near before it; if there is one, the hypercall before is not the only one. */
    private boolean isFirst(long event, long earliest) {
        long before = fRecent.before(event);
        if (before == 0 || fRecent.time(before) < earliest) {
            return true;
        }
        if (fRecent.mark(event) == 0) {
            while (before > 0 && fRecent.time(before) >= earliest && fRecent.mark(before) == 0) {
                before = fRecent.before(before);
            }
            if (before > 0 && fRecent.time(before) >= earliest) {
                letGo(before);
            }
        }
        return false;
    }

    /** Whether a hypercall not before that time found the same event. */
    private boolean isOfSeveral(long event, long from) {
        long mark = fRecent.mark(event);
        letGo(event);
        return mark != 0 && fVcpu.timeOf((mark >> 1) - 1) >= from;
    }

    private void letGo(long event) {
        if ((fRecent.mark(event) & ONLY) != 0) {
            fMatches.set(event - 1, NONE);
        }
    }

    /**
     * Asks of single hypercalls of an ordered vCPU whether they have a pair, by the definition. Nearly all of them have none: so only few are to be asked.
     */
    static final class Single {

        /** So many looks per event there are; then it is not known. */
        private static final long LOOKS = 4;
        /** What finding the first event takes. */
        private static final long FIRST = 32;

        private final GuestTimes fGuest;
        private final VcpuTimes fVcpu;
        private final long fOffset;
        private final LongsReader fTimes;
        private final LongsReader fKeys;
        private final LongsReader fReadings;
        private final LongsReader fGuestKeys;
        private long fLooks;

        Single(GuestTimes guest, VcpuTimes vcpu, long offset) {
            fGuest = guest;
            fVcpu = vcpu;
            fOffset = offset;
            fTimes = vcpu.times();
            fKeys = vcpu.keys();
            fReadings = guest.readings();
            fGuestKeys = guest.keys();
            fLooks = LOOKS * guest.size();
        }

        /**
         * Whether a hypercall may have another event than the one that it took, by its reading; {@link VcpuTimes#NONE} if it took none. Events before
         * {@code next} are not its own: they are too old, or an earlier hypercall that is near took them.
         */
        boolean mayHaveOther(long call, long reading, long next) {
            long time = fTimes.get(call) - fOffset;
            if (reading != VcpuTimes.NONE && time - reading <= BEFORE) {
                return false;
            }
            long key = fKeys.get(call);
            return fGuest.hasKindOf(key) && comes(key, next, time + CpuPairs.STEADY) && mayHave(call, key, time);
        }

        /** Whether an event of a key comes until then, or that is not known. */
        private boolean comes(long key, long next, long until) {
            for (long event = next; event < fGuest.size() && fReadings.get(event) <= until; event++) {
                if (--fLooks < 0 || fGuestKeys.get(event) == key) {
                    return true;
                }
            }
            return false;
        }

        private boolean mayHave(long call, long key, long time) {
            long found = VcpuTimes.NONE;
            fLooks -= FIRST;
            long reading;
            for (long event = fGuest.firstFrom(time - BEFORE); event < fGuest.size()
                    && (reading = fReadings.get(event)) <= time + CpuPairs.STEADY; event++) {
                if (--fLooks < 0) {
                    return true;
                }
                if (fGuestKeys.get(event) == key) {
                    if (found != VcpuTimes.NONE) {
                        return false;
                    }
                    found = reading;
                }
            }
            return found != VcpuTimes.NONE && !hasOther(call, key, found, -1) && !hasOther(call, key, found, 1);
        }

        /** Whether another hypercall of that key is near to that reading. */
        private boolean hasOther(long call, long key, long reading, int step) {
            for (long other = call + step; other >= 0 && other < fVcpu.hypercalls(); other += step) {
                long ahead = fVcpu.timeOf(other) - fOffset - reading;
                if (ahead > BEFORE || ahead < -CpuPairs.STEADY || --fLooks < 0) {
                    return false;
                }
                if (fVcpu.keyOf(other) == key) {
                    return true;
                }
            }
            return false;
        }
    }

    /** What the guest recorded until then. */
    private void events(long until, long oldest) {
        for (long reading; fNext < fEvents && (reading = fReadings.get(fNext)) <= until; fNext++) {
            fRecent.add(fGuestKeys.get(fNext), reading, oldest);
        }
        if (fNext > 0) {
            fMatches.advance(fNext - 1);
        }
    }
}
