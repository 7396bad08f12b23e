/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

/** How likely a difference is by chance, counted by hand. */
class RankSumTest {

    private static double pValue(long[] a, long... b) {
        return RankSum.pValue(a, b);
    }

    private static long[] of(long... values) {
        return values;
    }

    @Test
    void threeRepetitionsAreNotEnough() {
        assertTrue(Double.isNaN(pValue(of(1, 2, 3), 10, 11, 12, 13)));
        assertTrue(Double.isNaN(pValue(of(1, 2, 3, 4), 10, 11, 12)));
    }

    /** Of the 70 ways to deal eight ranks to four and four, two are as far apart. */
    @Test
    void fourAndFourApart() {
        assertEquals(2 / 70.0, pValue(of(1, 2, 3, 4), 10, 11, 12, 13), 1e-12);
        assertEquals(2 / 70.0, pValue(of(13, 10, 12, 11), 4, 2, 3, 1), 1e-12);
    }

    /** Sums of ranks 10 and 11 on one side, as many on the other: 4 of 70. */
    @Test
    void oneOverlaps() {
        assertEquals(4 / 70.0, pValue(of(1, 2, 3, 11), 10, 12, 13, 14), 1e-12);
    }

    @Test
    void theSameIsNoDifference() {
        assertEquals(1, pValue(of(5, 5, 5, 5), 5, 5, 5, 5), 1e-12);
        assertEquals(1, pValue(of(1, 4, 5, 8), 2, 3, 6, 7), 1e-12);
    }

    /** Ranks 1, 2.5, 2.5, 4 and 5 to 8: that is as far apart as without ties, in 2 of 70 ways. */
    @Test
    void equalValuesShareTheirRank() {
        assertEquals(2 / 70.0, pValue(of(1, 2, 2, 3), 4, 5, 6, 7), 1e-12);
        // two more ways have the same sums, for it does not matter which of the equal ones is on which side
        assertEquals(4 / 70.0, pValue(of(1, 2, 3, 4), 4, 5, 6, 7), 1e-12);
    }

    @Test
    void manyRepetitionsAreBounded() {
        long[] a = LongStream.range(0, 5_000).toArray();
        assertTrue(RankSum.pValue(a, LongStream.range(10_000, 15_000).toArray()) < 1e-9);
    }
}
