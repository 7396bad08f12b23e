/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Numbers beyond those in memory are in a file. */
@Tag("plain")
class LongsTest {

    @Test
    void manyNumbersAreFoundAgainByPlaceAndByRank() {
        long[] expected = new Random(5).longs(600_000).toArray();
        try (Longs longs = new Longs()) {
            Arrays.stream(expected).forEach(longs::add);
            for (int i = 0; i < expected.length; i += 997) {
                assertEquals(expected[i], longs.get(i));
            }
            Arrays.sort(expected);
            long[] found = longs.ofRanks(0, 1, 299_999, 300_000, 300_000, 599_999);
            assertArrayEquals(new long[] { expected[0], expected[1], expected[299_999], expected[300_000], expected[300_000],
                    expected[599_999] }, found);
        }
        try (Longs longs = new Longs()) {
            Arrays.stream(expected).forEach(longs::add);
            assertEquals(1000, longs.firstAfter(expected[999]));
            assertEquals(600_000, longs.firstAfter(Long.MAX_VALUE));
            assertEquals(0, longs.firstAfter(Long.MIN_VALUE));
        }
    }

    @Test
    void ranksAmongEqualAndNearNumbers() {
        for (long base : new long[] { 0, -70_000, Long.MIN_VALUE, Long.MAX_VALUE - 200_000 }) {
            try (Longs longs = new Longs()) {
                Random random = new Random(base);
                long[] expected = random.longs(3000, 0, 66_000).map(value -> base + value / 3 * 3).toArray();
                longs.fill(7, base);
                Arrays.stream(expected).forEach(longs::add);
                long[] sorted = Arrays.copyOf(expected, 3007);
                Arrays.fill(sorted, 3000, 3007, base);
                Arrays.sort(sorted);
                long[] ranks = new Random(1).longs(200, 0, 3007).sorted().toArray();
                assertArrayEquals(Arrays.stream(ranks).map(rank -> sorted[(int) rank]).toArray(), longs.ofRanks(ranks));
            }
        }
        try (Longs one = new Longs()) {
            one.add(5);
            assertArrayEquals(new long[] { 5, 5 }, one.ofRanks(0, 0));
        }
    }
}
