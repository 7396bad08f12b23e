/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
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
            Longs.Reader reader = longs.reader();
            for (int i = 0; i < expected.length; i += 997) {
                assertEquals(expected[i], longs.get(i));
                assertEquals(expected[expected.length - 1 - i], reader.get(expected.length - 1 - i));
            }
            Arrays.sort(expected);
            long[] found = Longs.ofRanks(List.of(longs), 0, 1, 299_999, 300_000, 300_000, 599_999);
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
    void numbersInTheFileAreChanged() {
        try (Longs longs = new Longs()) {
            longs.fill(600_000, 3);
            for (long at : new long[] { 0, 65_535, 523_000, 524_288, 590_000, 599_999 }) {
                longs.set(at, at + 10);
                assertEquals(at + 10, longs.get(at));
                assertEquals(at + 10, longs.reader().get(at));
            }
            longs.clear(-1);
            Longs.Reader reader = longs.reader();
            for (long i = 0; i < 600_000; i++) {
                assertEquals(-1, reader.get(i));
            }
            longs.add(5);
            assertEquals(5, longs.get(600_000));
        }
    }

    @Test
    void ranksAmongEqualAndNearNumbers() {
        for (long base : new long[] { 0, -70_000, Long.MIN_VALUE, Long.MAX_VALUE - 200_000 }) {
            try (Longs longs = new Longs(); Longs others = new Longs()) {
                Random random = new Random(base);
                long[] expected = random.longs(3000, 0, 66_000).map(value -> base + value / 3 * 3).toArray();
                longs.fill(7, base);
                Arrays.stream(expected, 0, 2000).forEach(longs::add);
                Arrays.stream(expected, 2000, 3000).forEach(others::add);
                long[] sorted = Arrays.copyOf(expected, 3007);
                Arrays.fill(sorted, 3000, 3007, base);
                Arrays.sort(sorted);
                long[] ranks = new Random(1).longs(200, 0, 3007).sorted().toArray();
                assertArrayEquals(Arrays.stream(ranks).map(rank -> sorted[(int) rank]).toArray(), Longs.ofRanks(List.of(longs, others), ranks));
            }
        }
        try (Longs one = new Longs()) {
            one.add(5);
            assertArrayEquals(new long[] { 5, 5 }, Longs.ofRanks(List.of(one), 0, 0));
        }
    }
}
