/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import java.nio.charset.StandardCharsets;

/** Text that a guest sent: whatever its bytes are, the result can be shown. */
public final class GuestText {

    private static final char REPLACEMENT = '\ufffd';

    private GuestText() {
    }

    /** @return the UTF-8 text up to the first NUL; control characters but line feed and tab are replaced by U+FFFD */
    public static String of(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != 0) {
            end++;
        }
        String text = new String(bytes, from, end - from, StandardCharsets.UTF_8);
        for (int i = 0; i < text.length(); i++) {
            if (isControl(text.charAt(i))) {
                return text.codePoints().map(c -> isControl(c) ? REPLACEMENT : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
            }
        }
        return text;
    }

    /** Puts the {@code count} lowest bytes of a word, the first character lowest. */
    public static void put(byte[] bytes, int at, long word, int count) {
        for (int i = 0; i < count; i++) {
            bytes[at + i] = (byte) (word >>> (8 * i));
        }
    }

    private static boolean isControl(int c) {
        return Character.isISOControl(c) && c != '\n' && c != '\t';
    }
}
