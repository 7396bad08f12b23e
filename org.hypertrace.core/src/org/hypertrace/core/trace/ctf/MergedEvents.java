/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

import org.hypertrace.core.trace.ctf.layout.EventBytes;

/**
 * The events of several streams by time; at equal times those of the stream that was added first come first. That is the order in
 * which Trace Compass has them, if the streams of a trace are added by the names of their files.
 *
 * @param <T>
 *            what belongs to a stream
 */
public final class MergedEvents<T> {

    /** A stream whose next event waits. */
    private static final class Head<T> {
        private final StreamEvents fEvents;
        private final T fOf;
        private final LongUnaryOperator fClock;
        private final int fRank;
        private long fTime;

        Head(StreamEvents events, T of, LongUnaryOperator clock, int rank) {
            fEvents = events;
            fOf = of;
            fClock = clock;
            fRank = rank;
        }

        boolean isBefore(Head<T> other) {
            return fTime < other.fTime || fTime == other.fTime && fRank < other.fRank;
        }

        boolean next() throws IOException {
            if (!fEvents.next()) {
                return false;
            }
            fTime = fClock.applyAsLong(fEvents.time());
            if (fTime < 0) {
                throw EventBytes.UNDECODABLE;
            }
            return true;
        }
    }

    /** A heap: each before the two at twice its place. */
    private final List<Head<T>> fHeads = new ArrayList<>();
    /** The first of the heap; null before there is one. */
    private Head<T> fTop;
    private int fAdded;
    private boolean fIsRead = true;

    /**
     * Adds a stream.
     *
     * @param events
     *            of it, none read yet
     * @param of
     *            what belongs to it
     * @param clock
     *            makes a stream's times such since the epoch, ns, in their order
     * @throws IOException
     *             if it cannot be read
     * @throws EventBytes.Undecodable
     *             if its first event cannot be decoded
     */
    public void add(StreamEvents events, T of, LongUnaryOperator clock) throws IOException {
        Head<T> head = new Head<>(events, of, clock, fAdded++);
        if (head.next()) {
            fHeads.add(head);
            for (int at = fHeads.size() - 1; at > 0 && head.isBefore(fHeads.get((at - 1) / 2)); at = (at - 1) / 2) {
                fHeads.set(at, fHeads.get((at - 1) / 2));
                fHeads.set((at - 1) / 2, head);
            }
            fTop = fHeads.get(0);
        }
    }

    /**
     * Goes to the next event.
     *
     * @return false if there is none
     * @throws IOException
     *             if a file cannot be read
     * @throws EventBytes.Undecodable
     *             if the event behind the current one in its stream cannot be decoded
     */
    public boolean next() throws IOException {
        if (fIsRead) {
            fIsRead = false;
            return !fHeads.isEmpty();
        }
        Head<T> head = fTop;
        if (!head.next()) {
            head = fHeads.remove(fHeads.size() - 1);
            if (fHeads.isEmpty()) {
                return false;
            }
        }
        if (head != fTop || fHeads.size() > 1) {
            sink(head);
            fTop = fHeads.get(0);
        }
        return true;
    }

    private void sink(Head<T> head) {
        int size = fHeads.size();
        int at = 0;
        for (int below = 1; below < size; below = 2 * at + 1) {
            if (below + 1 < size && fHeads.get(below + 1).isBefore(fHeads.get(below))) {
                below++;
            }
            if (!fHeads.get(below).isBefore(head)) {
                break;
            }
            fHeads.set(at, fHeads.get(below));
            at = below;
        }
        fHeads.set(at, head);
    }

    /** @return the stream whose event is the current one */
    public StreamEvents events() {
        return fTop.fEvents;
    }

    /** @return what belongs to the stream */
    public T of() {
        return fTop.fOf;
    }

    /** @return the time of the current event, ns since the epoch */
    public long time() {
        return fTop.fTime;
    }
}
