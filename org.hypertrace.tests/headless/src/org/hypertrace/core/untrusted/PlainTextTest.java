/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hypertrace.testing.story.HostileNames;
import org.junit.jupiter.api.Test;

/** What is only seen, and what is made of the rest. */
class PlainTextTest {

    @Test
    void lineEndsAreBlanks() {
        assertEquals("a ok 1 b c d e f", PlainText.line("a\nok 1\r\nb\tc\rd\u2028e\u0085f"));
    }

    @Test
    void whatTerminalsObeyIsReplaced() {
        assertEquals("\ufffd[31mred\ufffd]0;x\ufffd\ufffd1m\ufffd", PlainText.line("\u001b[31mred\u001b]0;x\u0007\u009b1m\u007f"));
    }

    @Test
    void whatHidesOrTurnsRoundIsReplaced() {
        String marks = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u200c\u200d\u2060\ufeff\u00ad";
        assertEquals("\ufffd".repeat(marks.length()), PlainText.line(marks));
    }

    @Test
    void whatIsNoCharacterIsReplaced() {
        assertEquals("\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd", PlainText.line("\ufffe\uffff\ufdd0\ufdef\ud83f\udffe\ud800"));
        assertEquals("\ufffda\ufffd", PlainText.line("\udc00a\ud800"));
    }

    @Test
    void wordsOfAllLanguagesStay() {
        for (String text : new String[] { "", " ", "do_one_initcall+0x4c [virtio]", "M\u00fcller", "\u6f22\u5b57", "\u05d0\u05d1",
                "\u0627\u0644", "\ud83d\udc27", "e\u0301", "\ufffd", "a\u00a0b" }) {
            assertSame(text, PlainText.line(text));
        }
        assertNull(PlainText.line(null));
    }

    @Test
    void everyCodePointIsPlainOrNot() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            assertEquals(!HostileNames.isHarmful(c), PlainText.isPlain(c), Integer.toHexString(c));
        }
        assertTrue(PlainText.isPlain("x") && !PlainText.isPlain("x\n"));
        HostileNames.LIST.forEach(name -> assertTrue(PlainText.isPlain(PlainText.line(name)), name));
        assertFalse(PlainText.isPlain(HostileNames.LONE));
    }
}
