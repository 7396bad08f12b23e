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
        private final long fTime;
        private boolean fIsEcho;

        Waiting(RingFile.Entry entry, Words words, long time) {
            fEntry = entry;
            fWords = words;
            fTime = time;
        }
    }

    private final ArrayDeque<Waiting> fWaiting = new ArrayDeque<>();
    private final Map<Words, ArrayDeque<Waiting>> fByWords = new HashMap<>();

    boolean hasRoom() {
        return fWaiting.size() < MOST;
    }

    /** The next record of the rings, and when it was, ns since the epoch. */
    void add(RingFile.Entry entry, Words words, long time) {
        Waiting waiting = new Waiting(entry, words, time);
        fWaiting.add(waiting);
        fByWords.computeIfAbsent(words, key -> new ArrayDeque<>(1)).add(waiting);
    }

    /**
     * The host's trace has this.
     *
     * @return whether it is a record's
     */
    boolean hypercall(Words words) {
        ArrayDeque<Waiting> same = fByWords.get(words);
        if (same == null) {
            return false;
        }
        same.poll().fIsEcho = true;
        if (same.isEmpty()) {
            fByWords.remove(words);
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
    long time() {
        return fWaiting.peek().fTime;
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
