/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.ArrayDeque;

/**
 * When a timer of a guest is due: by the frequency of the guest's time-stamp counter, and by the pairs of its value and the host's
 * time that the guest's words are. A word is always seen later than it was stamped, so the earliest time counts.
 */
final class GuestClock {

    private static final long NEAR = 10_000_000_000L;
    /** A guest may report the time without end. */
    static final int MAX_PAIRS = 1 << 10;

    private long fKhz;
    /** Pairs in this boot that are near to a time for which they may still be asked. */
    private final ArrayDeque<long[]> fPairs = new ArrayDeque<>();
    /** The one of all pairs of this boot by which times are the earliest. */
    private long[] fEarliest;

    /**
     * @param armedAt
     *            when the deadline was written, {@link Long#MIN_VALUE} if it never was
     * @param deadline
     *            by the guest's counter
     * @param injected
     *            when its interrupt was injected, ns since the epoch
     * @return when the timer was due, ns since the epoch; {@link Long#MIN_VALUE} if it is unknown, or it was not yet
     */
    long due(long armedAt, long deadline, long injected) {
        if (armedAt == Long.MIN_VALUE || fKhz <= 0 || fEarliest == null) {
            return Long.MIN_VALUE;
        }
        long due = Long.MAX_VALUE;
        for (long[] pair : fPairs) {
            if (Math.abs(pair[1] - armedAt) <= NEAR) {
                due = Math.min(due, at(pair, deadline));
            }
        }
        due = Math.max(due == Long.MAX_VALUE ? at(fEarliest, deadline) : due, armedAt);
        return due > injected ? Long.MIN_VALUE : due;
    }

    private long at(long[] pair, long tsc) {
        long cycles = tsc - pair[0];
        return pair[1] + Math.floorDiv(cycles, fKhz) * 1_000_000 + Math.floorDiv(Math.floorMod(cycles, fKhz) * 1_000_000, fKhz);
    }

    void khz(long khz) {
        if (khz > 0) {
            fKhz = khz;
        }
    }

    /** The guest read {@code tsc}, which was seen at {@code time}; of times long before {@code oldest} nobody asks any more. */
    void pair(long tsc, long time, long oldest) {
        if (tsc == 0) {
            return;
        }
        while (!fPairs.isEmpty() && fPairs.peekFirst()[1] < oldest - NEAR) {
            fPairs.removeFirst();
        }
        if (fPairs.size() >= MAX_PAIRS) {
            fPairs.removeFirst();
        }
        long[] pair = { tsc, time };
        fPairs.addLast(pair);
        fEarliest = fEarliest == null || fKhz > 0 && at(pair, fEarliest[0]) < fEarliest[1] ? pair : fEarliest;
    }

    int pairs() {
        return fPairs.size();
    }

    void boots() {
        fPairs.clear();
        fEarliest = null;
    }
}
