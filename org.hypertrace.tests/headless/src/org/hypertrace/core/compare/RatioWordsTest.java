/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Percentages of almost nothing are factors, or no ratios at all. */
@Tag("plain")
class RatioWordsTest {

    private static String of(long a, long b) {
        Ratio speedUp = SpeedUp.of(a, b).ratio();
        return RatioWords.speedUp(speedUp) + ", " + RatioWords.gain(speedUp) + ", " + RatioWords.saving(speedUp);
    }

    @Test
    void nineTimesIsAPercentageAndTenAFactor() {
        assertEquals("1.250, +25.00 %, +20.00 %", of(5, 4));
        assertEquals("9.000, +800.00 %, +88.89 %", of(9_000, 1_000));
        assertEquals("10.000, 10.0 × as much, +90.00 %", of(10_000, 1_000));
        assertEquals("0.111, -88.89 %, -800.00 %", of(1_000, 9_000));
        assertEquals("1/10.0, -90.00 %, 10.0 × as long", of(1_000, 10_000));
        assertEquals("1/26514, -100.00 %, 26514 × as long", of(7, 185_597));
        assertEquals("26513.857, 26514 × as much, +100.00 %", of(185_597, 7));
    }

    /** What is tenfold and begins below the resolution has begun; less than tenfold, or more than the resolution, it was there. */
    @Test
    void almostNothingIsNoBase() {
        assertEquals("new gone", RatioWords.presence(0, 1) + ' ' + RatioWords.presence(1, 0));
        assertEquals("new gone", RatioWords.presence(7, 185_597) + ' ' + RatioWords.presence(185_597, 7));
        assertEquals("new ", RatioWords.presence(RatioWords.RESOLUTION - 1, 9_990) + ' ' + RatioWords.presence(RatioWords.RESOLUTION - 1, 9_989));
        assertEquals(" ", RatioWords.presence(RatioWords.RESOLUTION, Long.MAX_VALUE) + ' ' + RatioWords.presence(Long.MAX_VALUE, RatioWords.RESOLUTION));
        assertEquals(" ", RatioWords.presence(0, 0) + ' ' + RatioWords.presence(7, 8));
    }

    @Test
    void aHoverHasOneWord() {
        assertEquals("+12.5 %", RatioWords.change(8_000, 9_000));
        assertEquals("-12.5 %", RatioWords.change(8_000, 7_000));
        assertEquals("37.0 ×", RatioWords.change(1_000, 37_000));
        assertEquals("-97.3 %", RatioWords.change(37_000, 1_000));
        assertEquals("new gone ", RatioWords.change(5, 5_000) + ' ' + RatioWords.change(5_000, 999 / 2) + ' ' + RatioWords.change(0, 0));
    }
}
