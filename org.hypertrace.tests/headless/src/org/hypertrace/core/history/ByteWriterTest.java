/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

/** Numbers as bytes: seven bits each, the lowest first, as the definition in ByteWriter's Javadoc has them. */
class ByteWriterTest {

    private static void sevenBits(long value, ByteArrayOutputStream to) {
        String bits = Long.toBinaryString(value);
        bits = "0".repeat((7 - bits.length() % 7) % 7) + bits;
        for (int end = bits.length(); end > 0; end -= 7) {
            to.write((end > 7 ? 0x80 : 0) + Integer.parseInt(bits.substring(end - 7, end), 2));
        }
    }

    @Test
    void numbersOfAnyLengthAreWrittenAndRead() {
        List<Long> numbers = new ArrayList<>();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            numbers.addAll(List.of(1L << bit, (1L << bit) - 1, (1L << bit) + 1, -1L << bit));
        }
        new Random(7).longs(10_000).forEach(number -> numbers.add(number >>> (number & 63)));
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        ByteWriter writer = new ByteWriter();
        for (long number : numbers) {
            sevenBits(number, expected);
            writer.putVarint(number);
        }
        assertArrayEquals(expected.toByteArray(), Arrays.copyOf(writer.bytes(), writer.length()));
        ByteReader reader = new ByteReader();
        reader.set(writer.bytes(), 0);
        for (long number : numbers) {
            assertEquals(number, reader.getVarint());
        }
    }
}
