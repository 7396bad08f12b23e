/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import org.hypertrace.core.clock.column.Longs;
import org.hypertrace.core.clock.column.LongsReader;

/** What a guest's own trace has of one processor: when events were by the guest's clock, in this order, and their keys. */
public final class GuestTimes implements AutoCloseable {

    private final Longs fReadings = new Longs();
    private final Longs fKeys = new Longs();
    private long fLast = Long.MIN_VALUE;
    private long fMisplaced;
    /** A bit per kind of event. */
    private long fKinds;

    /**
     * @param reading
     *            when an event was by the guest's clock, ns
     * @param key
     *            see {@link MatchKey}
     */
    public void event(long reading, long key) {
        if (reading < fLast) {
            fMisplaced++;
            return;
        }
        fLast = reading;
        fReadings.add(reading);
        fKeys.add(key);
        fKinds |= 1L << MatchKey.kind(key);
    }

    /** @return events whose time is before that of the one before them: they decide nothing */
    public long misplaced() {
        return fMisplaced;
    }

    long size() {
        return fReadings.size();
    }

    long reading(long event) {
        return fReadings.get(event);
    }

    /** The first event that is not before this reading. */
    long firstFrom(long reading) {
        return fReadings.firstAfter(reading - 1);
    }

    /** Whether there is any event of the kind that a key is of. */
    boolean hasKindOf(long key) {
        return (fKinds & 1L << MatchKey.kind(key)) != 0;
    }

    LongsReader readings() {
        return fReadings.reader();
    }

    LongsReader keys() {
        return fKeys.reader();
    }

    @Override
    public void close() {
        fReadings.close();
        fKeys.close();
    }
}
