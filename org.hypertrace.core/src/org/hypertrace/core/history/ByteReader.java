/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.Arrays;

/** Bytes from a place on, as {@link ByteWriter} puts them together. */
final class ByteReader {

    private byte[] fBytes;
    private int fAt;

    void set(byte[] bytes, int at) {
        fBytes = bytes;
        fAt = at;
    }

    int at() {
        return fAt;
    }

    int get() {
        return fBytes[fAt++] & 0xff;
    }

    byte[] get(int count) {
        fAt += count;
        return Arrays.copyOfRange(fBytes, fAt - count, fAt);
    }

    void skip(int count) {
        fAt += count;
    }

    int getShort() {
        return get() | get() << Byte.SIZE;
    }

    int getInt() {
        return getShort() | getShort() << Short.SIZE;
    }

    long getLong() {
        return getInt() & 0xffffffffL | (long) getInt() << Integer.SIZE;
    }

    long getVarint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = get();
            value |= (next & 0x7fL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalStateException("the history is damaged");
    }
}
