/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.stream.ring.RingFile;

/**
 * Finds out which records of a VM's rings are also in the host's trace: its hypercalls, or the VM exits that the host has
 * written. The words are the same, within {@link #WAIT}. A guest puts an event into its ring and then makes the hypercall; in
 * between the vCPU may have to wait for a processor, and an interrupt may report events of its own. So a record waits until
 * nothing in the trace can be its own any more.
 */
final class RingEchoes {

    /** Between a record and its event is less, ns. */
    static final long WAIT = 1_000_000_000L;
    /** More records do not wait. */
    private static final int MOST = 1 << 16;
    /** So many in a row are no accident. */
    private static final int ROW = 8;
    private static final long LOW = 0xffffffffL;

    /** What must be the same: five words, of the first the low half, as a ring has no running numbers. */
    record Words(long nr, long a0, long a1, long a2, long a3) {
        Words {
            nr &= LOW;
        }
    }

    private static final class Waiting {
        private final RingFile.Entry fEntry;
        private final Words fWords;
        private final int fRing;
        private final long fOrdinal;
        private boolean fIsEcho;
        /** Once known for good. */
        private Long fTime;

        Waiting(RingFile.Entry entry, Words words, int ring, long ordinal) {
            fEntry = entry;
            fWords = words;
            fRing = ring;
            fOrdinal = ordinal;
        }
    }

    private final ArrayDeque<Waiting> fWaiting = new ArrayDeque<>();
    private final Map<Words, ArrayDeque<Waiting>> fByWords = new HashMap<>();
    private final Map<Integer, long[]> fRows = new HashMap<>();

    boolean hasRoom() {
        return fWaiting.size() < MOST;
    }

    /** The next record of this ring, with its number among those that are compared. */
    void add(RingFile.Entry entry, Words words, int ring, long ordinal) {
        Waiting waiting = new Waiting(entry, words, ring, ordinal);
        fWaiting.add(waiting);
        fByWords.computeIfAbsent(words, key -> new ArrayDeque<>(1)).add(waiting);
    }

    /**
     * The host's trace has this.
     *
     * @param clock
     *            learns when the record was, if this event and those before it follow each other as in the ring
     * @return whether it is a record's
     */
    boolean hypercall(long time, Words words, RingClock clock) {
        ArrayDeque<Waiting> same = fByWords.get(words);
        if (same == null) {
            return false;
        }
        boolean isOnly = same.size() == 1;
        Waiting first = same.poll();
        if (same.isEmpty()) {
            fByWords.remove(words);
        }
        first.fIsEcho = true;
        long[] row = fRows.computeIfAbsent(first.fRing, ring -> new long[2]);
        row[1] = row[0] + 1 == first.fOrdinal ? row[1] + 1 : 0;
        row[0] = first.fOrdinal;
        // of a loop it is not clear which turn it is
        if (row[1] >= ROW && isOnly) {
            clock.tieRecord(first.fEntry.tsc(), time);
        }
        return true;
    }

    /** @return the oldest record that waits, null if none does */
    RingFile.Entry peek() {
        while (!fWaiting.isEmpty() && fWaiting.peek().fIsEcho) {
            fWaiting.poll();
        }
        return fWaiting.isEmpty() ? null : fWaiting.peek().fEntry;
    }

    /** When the oldest record was, ns since the epoch. */
    long time(RingClock clock) {
        Waiting first = fWaiting.peek();
        return first.fTime != null ? first.fTime : clock.timeOf(first.fEntry.tsc());
    }

    /** The TSC changes now: what was before was when the clock still reports. */
    void settleTimes(RingClock clock, long now) {
        for (Waiting waiting : fWaiting) {
            long time = clock.timeOf(waiting.fEntry.tsc());
            waiting.fTime = waiting.fTime == null && time <= now ? Long.valueOf(time) : waiting.fTime;
        }
    }

    /** Nothing was its own. */
    void poll() {
        Waiting first = fWaiting.poll();
        ArrayDeque<Waiting> same = fByWords.get(first.fWords);
        same.remove(first);
        if (same.isEmpty()) {
            fByWords.remove(first.fWords);
        }
    }
}
