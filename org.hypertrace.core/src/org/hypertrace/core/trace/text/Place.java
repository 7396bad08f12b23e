/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * Where in a file of lines reading goes on, and what it must know of the lines before.
 *
 * @param offset
 *            where the next line begins, bytes
 * @param base
 *            what is added to the times that lines show from here on, ns
 * @param last
 *            the highest time of an event so far, ns
 */
public record Place(long offset, long base, long last) implements Comparable<Place> {

    /** The beginning of a file. */
    public static final Place START = new Place(0, 0, 0);
    /** How many bytes a place takes where it is kept. */
    static final int BYTES = 3 * Long.BYTES;

    static Place read(ByteBuffer from) {
        return new Place(from.getLong(), from.getLong(), from.getLong());
    }

    void write(ByteBuffer to) {
        to.putLong(offset).putLong(base).putLong(last);
    }

    @Override
    public int compareTo(Place other) {
        return Comparator.comparingLong(Place::offset).thenComparingLong(Place::base).thenComparingLong(Place::last)
                .compare(this, other);
    }
}
