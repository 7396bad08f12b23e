/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

/**
 * How long a text that others chose may be, in bytes of UTF-8. It is clipped where it is decoded; a clipped text ends with
 * {@value #CLIPPED}. Trace Compass' state systems hold texts of up to 32767 bytes: what is made of a text and some names fits.
 */
public enum TextLimit {
    /** Of threads, machines, functions, modules, levels, devices; the kernel's own limit is 512. */
    NAME(1 << 10),
    /** Why a kernel panics, a line of a console, a mark. */
    TEXT(1 << 14);

    /** How a clipped text ends. */
    public static final String CLIPPED = "…[clipped]";

    /** UTF-8 has no more bytes for a {@code char}: a surrogate is half of four. */
    private static final int MOST_BYTES = 3;
    private static final char REPLACEMENT = '\ufffd';

    private final int fBytes;

    TextLimit(int bytes) {
        fBytes = bytes;
    }

    /** @return the most bytes of UTF-8 that a clipped text has */
    public int bytes() {
        return fBytes;
    }

    /**
     * @param text
     *            of any length, null for none
     * @return the text if it is within the limit, else as many of its first characters as are, {@link #CLIPPED} included;
     *         unpaired surrogates, which UTF-8 cannot keep, are U+FFFD
     */
    public String clip(String text) {
        if (text == null) {
            return null;
        }
        String kept = paired(text);
        if (kept.length() * (long) MOST_BYTES <= fBytes || end(kept, fBytes) == kept.length()) {
            return kept;
        }
        // the ellipsis has three bytes
        return kept.substring(0, end(kept, fBytes - CLIPPED.length() - 2)) + CLIPPED;
    }

    /** Where the characters end that are within so many bytes. */
    private static int end(String text, int most) {
        int bytes = 0;
        for (int at = 0; at < text.length();) {
            int c = text.codePointAt(at);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 3 : 4;
            if (bytes > most) {
                return at;
            }
            at += Character.charCount(c);
        }
        return text.length();
    }

    private static String paired(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                return text.codePoints().map(c -> c <= Character.MAX_VALUE && Character.isSurrogate((char) c) ? REPLACEMENT : c)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
            }
        }
        return text;
    }
}
