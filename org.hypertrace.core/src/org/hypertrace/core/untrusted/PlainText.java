/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

/**
 * Text that others chose, made to be only seen: by a terminal, by a reader of lines, in a view. Line ends and tabs become blanks.
 * What is not seen itself becomes U+FFFD: control characters, which terminals obey; format characters, which hide or turn
 * round what stands beside them; and code points that are no characters, which neither UTF-8 nor XML has.
 */
public final class PlainText {

    private static final int REPLACEMENT = 0xfffd;

    private PlainText() {
    }

    /**
     * @param codePoint
     *            a code point, also an unpaired surrogate
     * @return whether it is only seen
     */
    public static boolean isPlain(int codePoint) {
        if (codePoint >= ' ' && codePoint < 0x7f) {
            return true;
        }
        return switch (Character.getType(codePoint)) {
        case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> false;
        default -> (codePoint & 0xfffe) != 0xfffe && (codePoint < 0xfdd0 || codePoint > 0xfdef);
        };
    }

    /**
     * @param text
     *            any text
     * @return whether all of it is only seen
     */
    public static boolean isPlain(String text) {
        return text.codePoints().allMatch(PlainText::isPlain);
    }

    /**
     * @param text
     *            any text, null for none
     * @return it in one line, the same if it is plain
     */
    public static String line(String text) {
        if (text == null || isPlain(text)) {
            return text;
        }
        StringBuilder line = new StringBuilder(text.length());
        text.replace("\r\n", "\n").codePoints().map(PlainText::shown).forEach(line::appendCodePoint);
        return line.toString();
    }

    private static int shown(int codePoint) {
        return switch (codePoint) {
        case '\n', '\r', '\t', 0x85, 0x2028, 0x2029 -> ' ';
        default -> isPlain(codePoint) ? codePoint : REPLACEMENT;
        };
    }
}
