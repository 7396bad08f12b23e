/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline.order;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.hypertrace.core.event.Timed;
import org.hypertrace.core.stream.decode.GuestEventDecoder;

/**
 * Puts events in time order, of which some come up to a known span after their time: batched guest events. Each event waits
 * until none before it can come any more; with no span (most traces) none waits. Events of the same time keep the order in
 * which they came. What is still too late is refused.
 * <p>
 * At most {@code limit} events wait in memory, the others in temporary files, and of these those of 2^24
 * ns are read back at once. Where no file can be written, the first events go on early.
 *
 * @param <E>
 *            what is ordered: records, see {@link RecordCodec} - guest events, host events, or a record that reports about which
 *            VM a guest event is
 */
public final class Reordering<E extends Timed> implements AutoCloseable {

    /**
     * Takes events. Its parameter is no Object, of which each caller would have to see again that it is a {@link Timed}. Processors that
     * ask one class for different interfaces take its last answer from each other's cache.
     *
     * @param <E>
     *            what is ordered
     */
    @FunctionalInterface
    public interface Next<E extends Timed> {
        /** @param event the next one in time order */
        void pass(E event);
    }

    /** Enough for a second of most hosts, and less than 32 MiB. */
    public static final int DEFAULT_LIMIT = 1 << 17;

    /** Events wait in slices of 2^24 ns. */
    private static final int SLICE_BITS = 24;
    /** No more events may come back to one slice: a guest could send all its batches to the same time. */
    public static final int MAX_SLICE = 1 << 19;

    private final Next<E> fNext;
    private final int fLimit;
    private final TreeMap<Long, ReorderingSlice<E>> fSlices = new TreeMap<>();
    private final RecordCodec fCodec = new RecordCodec();
    private long fSpan;
    private long fPassed;
    private int fInMemory;
    private boolean fCannotSpill;
    private long fSpilled;

    /**
     * @param begin
     *            of the trace: an event before it is too late
     * @param limit
     *            how many events may wait in memory
     * @param next
     *            gets the events in time order
     */
    public Reordering(long begin, int limit, Next<E> next) {
        fPassed = begin;
        fLimit = limit;
        fNext = next;
    }

    /**
     * @param span
     *            how far back events may come from now on, ns, as a decoder's {@link GuestEventDecoder#batchSpan()}; more than
     *            {@link GuestEventDecoder#MAX_BATCH_SPAN} is not believed. It only grows.
     */
    public void span(long span) {
        fSpan = Math.max(fSpan, Math.min(span, GuestEventDecoder.MAX_BATCH_SPAN));
    }

    /** @return whether no event waits */
    public boolean isEmpty() {
        return fSlices.isEmpty();
    }

    /**
     * @param event
     *            an event
     * @param now
     *            the time of the trace's event that reported it: not less than before
     * @return false if it is refused: it is too late to be in order, or comes back to a time to which too many do
     */
    public boolean accept(E event, long now) {
        return accept(event, event.time(), now);
    }

    /**
     * The same for who knows the event's time already.
     *
     * @param event
     *            an event
     * @param time
     *            its time
     * @param now
     *            the time of the trace's event that reported it: not less than before
     * @return false if it is refused
     */
    public boolean accept(E event, long time, long now) {
        release(now - fSpan);
        if (time < fPassed) {
            return false;
        }
        if (fSpan == 0 && fSlices.isEmpty() && time <= now) {
            pass(event, time);
            return true;
        }
        ReorderingSlice<E> slice = fSlices.computeIfAbsent(time >> SLICE_BITS, key -> new ReorderingSlice<>(fCodec));
        if (time < now && slice.size() >= MAX_SLICE) {
            return false;
        }
        slice.add(event);
        fInMemory++;
        if (fInMemory > fLimit) {
            makeRoom();
        }
        return true;
    }

    /** Lets everything go on that still waits: nothing more will come. */
    public void flush() {
        while (!fSlices.isEmpty()) {
            passFirst();
        }
    }

    /** @return the time of the oldest event that may still come, ns: nothing before it will */
    public long passed() {
        return fPassed;
    }

    /** @return how many events had to wait in a file so far */
    public long spilled() {
        return fSpilled;
    }

    /** Removes the files. */
    @Override
    public void close() {
        fSlices.values().forEach(ReorderingSlice::close);
        fSlices.clear();
        fInMemory = 0;
    }

    private void release(long horizon) {
        while (!fSlices.isEmpty() && fSlices.firstKey() < horizon >> SLICE_BITS) {
            passFirst();
        }
    }

    private void passFirst() {
        ReorderingSlice<E> slice = fSlices.pollFirstEntry().getValue();
        fInMemory -= slice.inMemory();
        List<E> events = new ArrayList<>();
        slice.takeAll(events);
        events.sort(Comparator.comparingLong(Timed::time));
        events.forEach(event -> pass(event, event.time()));
    }

    private void pass(E event, long time) {
        fPassed = time;
        fNext.pass(event);
    }

    private void makeRoom() {
        if (!fCannotSpill) {
            for (ReorderingSlice<E> slice : fSlices.values()) {
                int count = slice.inMemory();
                if (!slice.spill()) {
                    fCannotSpill = true;
                    break;
                }
                fInMemory -= count;
                fSpilled += count;
            }
        }
        while (fCannotSpill && fInMemory > fLimit) {
            passFirst();
        }
    }
}
