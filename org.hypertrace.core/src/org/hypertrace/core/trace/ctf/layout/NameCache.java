/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The names of threads, which come with every switch: the same few again and again. */
final class NameCache {

    /** How many bytes the kernel has for a name. */
    static final int LENGTH = 2 * Long.BYTES;

    private static final int SIZE = 1 << 8;

    private final long[] fFirst = new long[SIZE];
    private final long[] fSecond = new long[SIZE];
    private final String[] fNames = new String[SIZE];

    /** The name that these bytes are, in little endian order; clipped. */
    String of(long first, long second) {
        long hash = (first * 31 + second) * 0x9e3779b97f4a7c15L;
        int at = (int) (hash >>> Long.SIZE - 8);
        if (fNames[at] == null || fFirst[at] != first || fSecond[at] != second) {
            fFirst[at] = first;
            fSecond[at] = second;
            fNames[at] = EventBytes.upToZero(ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN).putLong(first).putLong(second).array());
        }
        return fNames[at];
    }
}
