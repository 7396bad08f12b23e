/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * A place among the records of all rings of a file, which are in the order of these: a record, or a mark of records that are lost.
 *
 * @param ticks
 *            its time, see {@link org.hypertrace.core.ring.RingTicks}
 * @param ring
 *            the ring's number in the file
 * @param number
 *            of the record, or of the first record that is lost; -1: events that were never written
 */
record RingPlace(long ticks, int ring, long number) implements Comparable<RingPlace> {

    static final RingPlace START = new RingPlace(-1, 0, 0);
    static final RingPlace END = new RingPlace(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final Comparator<RingPlace> ORDER = Comparator.comparingLong(RingPlace::ticks).thenComparingInt(RingPlace::ring)
            .thenComparingLong(RingPlace::number);

    void write(ByteBuffer to) {
        to.putLong(ticks).putInt(ring).putLong(number);
    }

    @Override
    public int compareTo(RingPlace other) {
        return ORDER.compare(this, other);
    }
}
