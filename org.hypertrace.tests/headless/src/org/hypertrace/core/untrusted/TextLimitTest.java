/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.untrusted;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

/** How long texts may be, in bytes, and that no character is cut. */
class TextLimitTest {

    private static final String TAIL = "\u2026[clipped]";

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void whatIsWithinTheLimitStays() {
        for (String text : List.of("", "x", "x".repeat(1024), "\u20ac".repeat(341))) {
            assertSame(text, TextLimit.NAME.clip(text));
        }
        assertEquals("\ud83d\udc27".repeat(256), TextLimit.NAME.clip("\ud83d\udc27".repeat(256)));
        assertNull(TextLimit.NAME.clip(null));
    }

    @Test
    void aByteMoreAndItIsClippedAndReportsSo() {
        assertEquals("x".repeat(1024 - 12) + TAIL, TextLimit.NAME.clip("x".repeat(1025)));
        assertEquals("x".repeat(16384 - 12) + TAIL, TextLimit.TEXT.clip("x".repeat(40_000)));
        // 337 of three bytes each are 1011: the 338th would not fit
        assertEquals("\u20ac".repeat(337) + TAIL, TextLimit.NAME.clip("\u20ac".repeat(342)));
    }

    @Test
    void noCharacterIsCut() throws CharacterCodingException {
        Random random = new Random(15);
        int[] kinds = { 'a', 0xe9, 0x20ac, 0x1f427 };
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            while (bytes(text.toString()) <= 1024) {
                text.appendCodePoint(kinds[random.nextInt(4)]);
            }
            String clipped = TextLimit.NAME.clip(text.toString());
            assertTrue(bytes(clipped) <= 1024 && bytes(clipped) > 1024 - 4, Integer.toString(bytes(clipped)));
            assertTrue(clipped.endsWith(TAIL) && text.toString().startsWith(clipped.substring(0, clipped.length() - TAIL.length())));
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(clipped.getBytes(StandardCharsets.UTF_8)));
            assertEquals(clipped, TextLimit.NAME.clip(clipped));
        }
    }

    @Test
    void unpairedSurrogatesAreReplaced() {
        assertEquals("a\ufffdb\ufffd\ud83d\udc27", TextLimit.NAME.clip("a\ud800b\udc00\ud83d\udc27"));
        assertEquals("\ufffd".repeat(337) + TAIL, TextLimit.NAME.clip("\ud800".repeat(5000)));
    }
}
