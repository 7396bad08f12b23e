/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a packet in the making: grows by what is put at its end, little-endian. */
final class CtfBuffer {

    private byte[] bytes = new byte[4096];
    private int size;

    int size() {
        return size;
    }

    /** Forgets what stands from {@code newSize} on. */
    void truncate(int newSize) {
        size = newSize;
    }

    /** The lowest {@code bits} bits (a multiple of 8) of {@code value}. */
    void integer(long value, int bits) {
        int count = bits / 8;
        reserve(count);
        set(size, value, count);
        size += count;
    }

    /** Overwrites {@code count} bytes at {@code position}, which are already there. */
    void set(int position, long value, int count) {
        for (int i = 0; i < count; i++) {
            bytes[position + i] = (byte) (value >>> (8 * i));
        }
    }

    /** {@code count} NUL bytes. */
    void zeros(int count) {
        reserve(count);
        Arrays.fill(bytes, size, size + count, (byte) 0);
        size += count;
    }

    /** The text up to its first NUL, as UTF-8, and a NUL. */
    void string(CharSequence text) {
        append(utf8(text), Integer.MAX_VALUE);
        zeros(1);
    }

    /** The text up to its first NUL in exactly {@code length} bytes: cut between characters, and NUL at least at the end. */
    void text(CharSequence text, int length) {
        byte[] encoded = utf8(text);
        int fits = Math.min(encoded.length, length - 1);
        while (fits > 0 && fits < encoded.length && (encoded[fits] & 0xC0) == 0x80) {
            fits--;
        }
        append(encoded, fits);
        zeros(length - fits);
    }

    void writeTo(OutputStream file) throws IOException {
        file.write(bytes, 0, size);
    }

    /** Keeps the first {@code head} bytes and those from {@code from} on; what is between goes. */
    void keepTail(int head, int from) {
        System.arraycopy(bytes, from, bytes, head, size - from);
        size = head + size - from;
    }

    private static byte[] utf8(CharSequence text) {
        String all = text.toString();
        int end = all.indexOf(0);
        return (end < 0 ? all : all.substring(0, end)).getBytes(StandardCharsets.UTF_8);
    }

    private void append(byte[] more, int atMost) {
        int count = Math.min(more.length, atMost);
        reserve(count);
        System.arraycopy(more, 0, bytes, size, count);
        size += count;
    }

    private void reserve(int count) {
        if (size + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
        }
    }
}
