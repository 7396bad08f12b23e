/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.hypertrace.core.exit.track.LongIndex;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Percentiles by nearest rank, and the tables they and other figures are made with. */
@Tag("plain")
class RanksTest {

    @Test
    void thePlaceOfAPercentile() {
        assertEquals(0, Ranks.rank(1, 999));
        assertEquals(0, Ranks.rank(2, 500));
        assertEquals(1, Ranks.rank(2, 501));
        assertEquals(49, Ranks.rank(100, 500));
        assertEquals(98, Ranks.rank(100, 990));
        assertEquals(99, Ranks.rank(100, 991));
        assertEquals(99, Ranks.rank(100, 1000));
        assertEquals(0, Ranks.rank(100, 0));
        // more than an int when multiplied
        assertEquals(998_999_999, Ranks.rank(1_000_000_000, 999));
    }

    /** What is at a place after a sort, smaller ones before it, greater ones behind; what is not in the stretch stays. */
    @Test
    void selectingIsLikeSorting() {
        Random random = new Random(4);
        for (int round = 0; round < 400; round++) {
            int length = round < 200 ? 60 + round % 10 : 200 + random.nextInt(300);
            int different = 1 + random.nextInt(round % 2 == 0 ? 5 : 100_000);
            long[] values = random.longs(length + 20L, -different, different).toArray();
            long[] before = values.clone();
            int from = 10;
            int to = from + length;
            int k = from + random.nextInt(length);
            long[] sorted = Arrays.copyOfRange(values, from, to);
            Arrays.sort(sorted);
            long found = Ranks.select(values, from, to, k);
            assertEquals(sorted[k - from], found);
            assertEquals(found, values[k]);
            assertTrue(Arrays.stream(values, from, k).allMatch(value -> value <= found));
            assertTrue(Arrays.stream(values, k, to).allMatch(value -> value >= found));
            assertArrayEquals(Arrays.copyOf(before, from), Arrays.copyOf(values, from));
            assertArrayEquals(Arrays.copyOfRange(before, to, to + 10), Arrays.copyOfRange(values, to, to + 10));
            Arrays.sort(values, from, to);
            assertArrayEquals(sorted, Arrays.copyOfRange(values, from, to));
        }
    }

    @Test
    void sortedAndReversedOnes() {
        long[] values = LongStream.range(0, 5_000).toArray();
        assertEquals(4_321, Ranks.select(values, 0, values.length, 4_321));
        long[] reversed = LongStream.range(0, 5_000).map(i -> 4_999 - i).toArray();
        assertEquals(17, Ranks.select(reversed, 0, reversed.length, 17));
        // organ pipes
        long[] pipes = LongStream.range(0, 5_000).map(i -> Math.min(i, 4_999 - i)).toArray();
        assertEquals(1_000, Ranks.select(pipes, 0, pipes.length, 2_000));
    }

    /** A group of up to 32 768 lengths is kept, a larger one is counted first and then asked for again. */
    @Test
    void largeGroupsAreCountedFirst() {
        Percentiles small = new Percentiles(new int[] { 1 << 15 }, 500);
        LongStream.range(0, 1 << 15).forEach(length -> small.add(0, length));
        assertFalse(small.isCounted(0));
        assertFalse(small.needsThemAgain());
        assertArrayEquals(new long[] { (1 << 14) - 1 }, small.of(0));
        Percentiles large = new Percentiles(new int[] { 3, (1 << 15) + 1 }, 500, 1000);
        for (int round = 0; round < 2; round++) {
            if (round == 0) {
                LongStream.of(7, 5, 6).forEach(length -> large.add(0, length));
            }
            LongStream.rangeClosed(0, 1 << 15).forEach(length -> large.add(1, length));
            assertEquals(round == 0, round == 0 && large.needsThemAgain());
        }
        assertTrue(large.isCounted(1));
        assertFalse(large.isCounted(0));
        assertArrayEquals(new long[] { 1 << 14, 1 << 15 }, large.of(1));
        assertArrayEquals(new long[] { 6, 7 }, large.of(0));
    }

    /** Lengths around the powers of two, where the buckets of counted ones change. */
    @Test
    void lengthsOfAllSizes() {
        for (int shift = 0; shift < 63; shift += 3) {
            long base = 1L << shift;
            int count = 40_000;
            long[] lengths = new long[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = Math.max(0, base - 20 + i % 41);
            }
            Percentiles percentiles = new Percentiles(new int[] { count }, 10, 250, 500, 750, 1000);
            LongStream.of(lengths).forEach(length -> percentiles.add(0, length));
            assertTrue(percentiles.needsThemAgain());
            LongStream.of(lengths).forEach(length -> percentiles.add(0, length));
            Arrays.sort(lengths);
            assertArrayEquals(new long[] { lengths[399], lengths[9_999], lengths[19_999], lengths[29_999], lengths[39_999] },
                    percentiles.of(0));
        }
    }

    @Test
    void squaresOfHowFarTheyAreFromANumber() {
        Percentiles percentiles = new Percentiles(new int[] { 2, 3 }, 500);
        percentiles.add(0, 10);
        percentiles.add(1, 1);
        percentiles.add(1, 4);
        percentiles.add(0, 14);
        percentiles.add(1, 9);
        assertEquals(2 * 2 + 2 * 2, percentiles.squares(0, 12));
        assertEquals(16 + 1 + 16, percentiles.squares(1, 5));
        assertEquals(12.25 + 0.25 + 20.25, percentiles.squares(1, 4.5));
    }

    @Test
    void figuresOfSomeNumbers() {
        Distribution.Growing growing = new Distribution.Growing();
        for (int i = 100; i > 0; i--) {
            growing.add(3 * i);
        }
        Distribution figures = growing.figures();
        assertEquals(new Distribution(100, 3 * 5_050, 3, 300, 150, 270, 297), figures);
        // 151.5
        assertEquals(152, figures.mean());
        Distribution.Growing single = new Distribution.Growing();
        single.add(7);
        assertEquals(new Distribution(1, 7, 7, 7, 7, 7, 7), single.figures());
    }

    /** A table while there are few groups, a lookup when there may be many. */
    @Test
    void numbersOfGroups() {
        for (long keys : List.of(3L, 1L << 22, (1L << 21) - 1, 1L << 40)) {
            GroupNumbers numbers = new GroupNumbers(2, keys);
            assertEquals(-1, numbers.find(0, 2));
            assertEquals(0, numbers.of(0, 2));
            assertEquals(1, numbers.of(1, 2));
            assertEquals(2, numbers.of(1, 0));
            assertEquals("0 1 2", numbers.of(0, 2) + " " + numbers.of(1, 2) + " " + numbers.of(1, 0));
            assertEquals("0 1 2 -1", numbers.find(0, 2) + " " + numbers.find(1, 2) + " " + numbers.find(1, 0) + " " + numbers.find(0, 0));
            assertEquals(3, numbers.of(0, 1));
        }
    }

    @Test
    void numbersOfAnything() {
        LongIndex index = new LongIndex();
        Random random = new Random(2);
        long[] keys = random.longs(10_000).distinct().toArray();
        keys[7] = 0;
        keys[8] = -1;
        for (int i = 0; i < keys.length; i++) {
            assertEquals(-1, index.find(keys[i]));
            assertEquals(i, index.size());
            assertEquals(i, index.numberOf(keys[i]));
            assertEquals(i, index.numberOf(keys[i]));
        }
        for (int i = 0; i < keys.length; i++) {
            assertEquals(i, index.find(keys[i]));
            assertEquals(keys[i], index.key(i));
        }
        assertEquals(keys.length, index.size());
    }
}
