/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes as they are put together. What was put is never changed, so that others may read it meanwhile. */
public final class ByteWriter {

    private static final int FIRST = 16;
    /** The bytes of the largest number. */
    private static final int LONGEST = 10;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] fBytes;
    private int fLength;

    /** Without bytes. */
    public ByteWriter() {
        this(FIRST);
    }

    /** Without bytes, and with room for so many. */
    ByteWriter(int room) {
        fBytes = new byte[Math.max(FIRST, room)];
    }

    /** @return the bytes, {@link #length()} of them */
    public byte[] bytes() {
        return fBytes;
    }

    /** @return how many bytes there are */
    public int length() {
        return fLength;
    }

    private void ensure(int more) {
        if (fLength + more > fBytes.length) {
            fBytes = Arrays.copyOf(fBytes, Math.max(2 * fBytes.length, fLength + more));
        }
    }

    /** @param value of which the lowest eight bits are put */
    public void put(int value) {
        ensure(1);
        fBytes[fLength++] = (byte) value;
    }

    void put(byte[] bytes) {
        put(bytes, bytes.length);
    }

    /** Puts the first of some bytes. */
    void put(byte[] bytes, int count) {
        ensure(count);
        System.arraycopy(bytes, 0, fBytes, fLength, count);
        fLength += count;
    }

    void putShort(int value) {
        put(value);
        put(value >>> Byte.SIZE);
    }

    void putInt(int value) {
        putShort(value);
        putShort(value >>> Short.SIZE);
    }

    /** @param value is put as eight bytes, the lowest first */
    public void putLong(long value) {
        putInt((int) value);
        putInt((int) (value >>> Integer.SIZE));
    }

    /** @param value is put as seven bits a byte, the lowest first */
    public void putVarint(long value) {
        ensure(LONGEST);
        byte[] bytes = fBytes;
        int at = fLength;
        if (value >>> 28 == 0) {
            // of most numbers the bytes are made at once: how many there are cannot be foreseen, so a loop would often be guessed wrong
            int number = (int) value;
            int spread = number & 0x7f | (number & 0x7f << 7) << 1 | (number & 0x7f << 14) << 2 | (number & 0x7f << 21) << 3;
            int more = (31 - Integer.numberOfLeadingZeros(number | 1)) / 7;
            INT.set(bytes, at, spread | 0x80808080 & (1 << more * Byte.SIZE) - 1);
            fLength = at + 1 + more;
            return;
        }
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
            bytes[at++] = (byte) (rest | 0x80);
        }
        bytes[at++] = (byte) rest;
        fLength = at;
    }

    /** Puts how many bytes of UTF-8 a text has, and they. */
    void putText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putVarint(bytes.length);
        put(bytes);
    }
}
