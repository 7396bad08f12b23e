/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf.layout;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.hypertrace.core.untrusted.TextLimit;

/**
 * The bytes of a packet, and what is kept of its current event: numbers, and where texts stand. Places are in bits from the first
 * byte.
 */
public final class EventBytes {

    /**
     * An event does not end within its packet, or is of no form that is known here. Has no stack trace: who reads catches it at once,
     * and asks Trace Compass' reader.
     */
    public static final class Undecodable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private Undecodable() {
            super("an event cannot be decoded", null, false, false);
        }
    }

    /** The only one. */
    public static final Undecodable UNDECODABLE = new Undecodable();

    private static final int SLOTS = 16;

    private ByteBuffer fBytes;
    private long fEnd;
    private long[] fNumbers = new long[SLOTS];
    private int[] fAt = new int[SLOTS];
    private int[] fLengths = new int[SLOTS];

    /**
     * @param bytes
     *            in little endian order
     * @param end
     *            the place behind the last event
     */
    public void set(ByteBuffer bytes, long end) {
        fBytes = bytes;
        fEnd = end;
    }

    /** @return the place behind the last event */
    public long end() {
        return fEnd;
    }

    /** In little endian order. */
    ByteBuffer bytes() {
        return fBytes;
    }

    /** From now on so many numbers can be kept. */
    void ensure(int slots) {
        if (slots > fNumbers.length) {
            fNumbers = new long[slots];
            fAt = new int[slots];
            fLengths = new int[slots];
        }
    }

    long number(int slot) {
        return fNumbers[slot];
    }

    void keep(int slot, long number) {
        fNumbers[slot] = number;
    }

    void keepText(int slot, long at, int length) {
        fAt[slot] = (int) (at / Byte.SIZE);
        fLengths[slot] = length;
    }

    /** The integer that stands at a place: a sign is kept. */
    long integer(long at, int size, boolean signed, boolean bigEndian) {
        if ((at & 7) == 0) {
            int place = (int) (at >>> 3);
            switch (size) {
            case Byte.SIZE:
                return signed ? fBytes.get(place) : fBytes.get(place) & 0xffL;
            case Short.SIZE:
                short two = bigEndian ? Short.reverseBytes(fBytes.getShort(place)) : fBytes.getShort(place);
                return signed ? two : two & 0xffffL;
            case Integer.SIZE:
                int four = bigEndian ? Integer.reverseBytes(fBytes.getInt(place)) : fBytes.getInt(place);
                return signed ? four : four & 0xffffffffL;
            case Long.SIZE:
                return bigEndian ? Long.reverseBytes(fBytes.getLong(place)) : fBytes.getLong(place);
            default:
                break;
            }
        }
        long bits = bits(at, size, bigEndian);
        return signed && size < Long.SIZE ? bits << Long.SIZE - size >> Long.SIZE - size : bits;
    }

    private long bits(long at, int size, boolean bigEndian) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            long place = at + i;
            int of = fBytes.get((int) (place >>> 3));
            // a field begins at the lowest bit of a byte, in big endian order at the highest
            if (bigEndian) {
                value = value << 1 | of >>> 7 - (place & 7) & 1;
            } else {
                value |= (of >>> (place & 7) & 1L) << i;
            }
        }
        return value;
    }

    /** The bits of an event's header: at most 57, in little endian order. */
    long low(long at, int size) {
        int place = (int) (at >>> 3);
        if (place + Long.BYTES > fBytes.limit()) {
            return bits(at, size, false);
        }
        return fBytes.getLong(place) >>> (at & 7) & (1L << size) - 1;
    }

    /** Where the zero stands that ends the text at a place. */
    long zero(long at) {
        for (int place = (int) (at >>> 3); place < fEnd >>> 3; place++) {
            if (fBytes.get(place) == 0) {
                return (long) place << 3;
            }
        }
        throw UNDECODABLE;
    }

    /** The text that was kept, as Trace Compass reads an array of characters: up to a zero. Clipped as a name. */
    String characters(int slot, NameCache names) {
        int at = fAt[slot];
        int length = fLengths[slot];
        if (length == NameCache.LENGTH) {
            return names.of(fBytes.getLong(at), fBytes.getLong(at + Long.BYTES));
        }
        byte[] bytes = new byte[length];
        fBytes.get(at, bytes);
        return upToZero(bytes);
    }

    static String upToZero(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return TextLimit.NAME.clip(new String(bytes, 0, end, Charset.defaultCharset()));
    }

    /** The text that was kept, as Trace Compass reads one that ends with a zero: a character a byte. Clipped as a name. */
    String text(int slot) {
        byte[] bytes = new byte[fLengths[slot]];
        fBytes.get(fAt[slot], bytes);
        return TextLimit.NAME.clip(new String(bytes, StandardCharsets.ISO_8859_1));
    }
}
