/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream.dialect;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.core.stream.Hypercall;

/**
 * Where a number is in the five words: {@code a1}, {@code a1[48-63]}, {@code a1[63]}, {@code a0[0-31] signed}. Bit 0 is
 * the lowest.
 *
 * @param word
 *            0 for {@code nr}, 1-4 for {@code a0}-{@code a3}
 * @param low
 *            the lowest bit
 * @param width
 *            how many bits
 * @param signed
 *            whether the highest of them is a sign; a field of 64 bits reads the same either way
 */
public record Bits(int word, int low, int width, boolean signed) {

    private static final Pattern SYNTAX = Pattern.compile("(nr|a[0-3])(?:\\[(\\d{1,2})(?:-(\\d{1,2}))?])?( signed)?");

    /**
     * @throws IllegalArgumentException
     *             reporting what is wrong, as an end of a sentence
     */
    static Bits parse(String text) {
        Matcher m = SYNTAX.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException('"' + text + "\" is not a place in a word, such as \"a0\" or \"a1[32-63]\"");
        }
        int low = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
        int high = m.group(3) != null ? Integer.parseInt(m.group(3)) : m.group(2) != null ? low : 63;
        if (high > 63 || low > high) {
            throw new IllegalArgumentException('"' + text + "\" names bits that a word of 64 bits does not have");
        }
        int word = m.group(1).equals("nr") ? 0 : 1 + m.group(1).charAt(1) - '0';
        return new Bits(word, low, high - low + 1, m.group(4) != null);
    }

    public long of(Hypercall h) {
        long shifted = h.word(word) << (64 - low - width);
        return signed ? shifted >> (64 - width) : shifted >>> (64 - width);
    }
}
