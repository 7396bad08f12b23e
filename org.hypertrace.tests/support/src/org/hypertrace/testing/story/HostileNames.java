/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.story;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Names that somebody chose to do harm: to a terminal, to who reads a line, to who parses a format, to a file system. All differ
 * from each other, and all but {@link #LONE} fit into the 16 bytes that a kernel has for the name of a thread.
 */
public final class HostileNames {

    /** An unpaired surrogate: UTF-8 has none, JSON can have one. */
    public static final String LONE = "lone\ud800";

    /** All that UTF-8 can carry. */
    public static final List<String> LIST = List.of(
            // terminals: colours, titles, the same in one character, backspaces, a bell
            "\u001b[31mred", "Tapper-x: y", "\u001b]0;own\u0007", "\u009b31mC1", "b\b\b\bell\u007f",
            // lines of their own
            "a\nok 1 - ok", "a\r\nBail out!", "a\nnot ok 2", "ok 1", "Bail out!", "x # SKIP y", "# TODO z", "1..0", "...", "---",
            "a\u2028b\u2029c", "a\u0085b\u000bc\f",
            // directions, and what is not seen
            "\u202evil\u202c", "\u2066iso\u2069\u2067", "\u200elrm\u200f", "\u061calm", "ze\u200bro\ufeff", "s\u00adhy\u2060",
            // not for XML
            "a\ufffeb\uffff", "b\ufdd0c", "c\ud83f\udffed", "\u0001\u0002\u001f",
            // formulas
            "=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=2+2", "\r=3+3", " =4+4", "\uff1d5+5", "\uff20x",
            // markup, quotes, separators
            "<script>x", "</title><b>", "</style>", "</svg><a>", "]]>", "<!--", "&lt;&amp;&#0;", "\" x='y", "a\"b,c", "a;b c;d 5",
            "'; --", "`code`", "%s%n%d", "$1\\1", "\\", "{\"a\":1}",
            // folders
            "../../x", "..", ".", "/", "*", "~", "-rf", "a/../b", "hypertrace.json", "kernel", "CON",
            // harmless, and not to be harmed
            "M\u00fcller", "\u6f22\u5b57", "\ud83d\udc27");

    /** Harmless names, each of as many bytes as that of {@link #LIST} at its place. */
    public static final List<String> HARMLESS = harmless();

    private HostileNames() {
    }

    private static List<String> harmless() {
        List<String> names = new ArrayList<>();
        for (String hostile : LIST) {
            int length = hostile.getBytes(StandardCharsets.UTF_8).length;
            String begin = length == 1 ? Character.toString('A' + names.size() % 26) : "%02d".formatted(names.size());
            names.add(begin + "x".repeat(length - begin.length()));
        }
        return List.copyOf(names);
    }

    /**
     * @param codePoint
     *            a character of a report
     * @return whether no report may have it: it does something instead of being seen, or is none at all
     */
    public static boolean isHarmful(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.FORMAT || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR || type == Character.SURROGATE || (codePoint & 0xfffe) == 0xfffe
                || codePoint >= 0xfdd0 && codePoint <= 0xfdef;
    }
}
