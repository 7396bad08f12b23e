/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes from a place on, as {@link ByteWriter} puts them together. */
public final class ByteReader {

    private byte[] fBytes;
    private int fAt;

    /**
     * @param bytes
     *            what is read
     * @param at
     *            from where on
     */
    public void set(byte[] bytes, int at) {
        fBytes = bytes;
        fAt = at;
    }

    /** @return the place of the next byte */
    public int at() {
        return fAt;
    }

    /** @return the next byte, 0 to 255 */
    public int get() {
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

    /** @return the next eight bytes, the lowest first */
    public long getLong() {
        return getInt() & 0xffffffffL | (long) getInt() << Integer.SIZE;
    }

    /** @return the next number of seven bits a byte, the lowest first */
    public long getVarint() {
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

    /** @return the next text: how many bytes of UTF-8, and they */
    public String getText() {
        return new String(get((int) getVarint()), StandardCharsets.UTF_8);
    }
}
