/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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
            LongsReader reader = longs.reader();
            for (int i = 0; i < expected.length; i += 997) {
                assertEquals(expected[i], longs.get(i));
                assertEquals(expected[expected.length - 1 - i], reader.get(expected.length - 1 - i));
            }
            Arrays.sort(expected);
            long[] found = Ranks.of(List.of(longs), 0, 1, 299_999, 300_000, 300_000, 599_999);
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

    /** Times that are near each other, a gap of some seconds, times that go back: all are as they were. */
    @Test
    void timesThatAreNearEachOtherAndThoseThatAreNot() {
        Random random = new Random(9);
        long[] expected = new long[1_200_000];
        long now = Long.MAX_VALUE - (1L << 50);
        for (int i = 0; i < expected.length; i++) {
            now += random.nextInt(2_000_000) + (i % 300_000 == 299_999 ? 9_000_000_000L : 0) - (i == 700_123 ? 5_000_000 : 0);
            expected[i] = now;
        }
        try (Longs longs = new Longs()) {
            Arrays.stream(expected).forEach(longs::add);
            LongsReader reader = longs.reader();
            for (int i = 0; i < expected.length; i++) {
                assertEquals(expected[i], reader.get(i));
                assertEquals(expected[i], longs.get(i));
            }
        }
    }

    /** However many there are: what is in memory is no more than 5 MB. */
    @Test
    void onlyTheFirstAndTheLastNumbersAreInMemory() {
        try (Longs longs = new Longs()) {
            longs.fill(4_000_000, 1);
            long blocks = 0;
            for (long block = 0; block <= (longs.size() - 1) / Longs.BLOCK; block++) {
                blocks += longs.block(block) == null ? 0 : 1;
            }
            assertTrue(blocks * Longs.BLOCK * Long.BYTES < 5_000_000, blocks + " blocks");
        }
    }

    @Test
    void numbersInTheFileAreChanged() {
        try (Longs longs = new Longs(true)) {
            longs.fill(600_000, 3);
            for (long at : new long[] { 0, 65_535, 523_000, 524_288, 590_000, 599_999 }) {
                longs.set(at, at + 10);
                assertEquals(at + 10, longs.get(at));
                assertEquals(at + 10, longs.reader().get(at));
            }
            longs.add(5);
            assertEquals(5, longs.get(600_000));
        }
    }

    /** Those that it came to are changed near it and far behind it; all others have the first value, also if they had another one before. */
    @Test
    void anEditorGivesEachNumberAValue() {
        int count = 600_001;
        try (Longs longs = new Longs(true)) {
            for (boolean upwards : new boolean[] { true, false, true }) {
                Random random = new Random(4);
                long[] expected = new long[count];
                Arrays.fill(expected, -1);
                LongsEditor editor = new LongsEditor(longs, count, -1, upwards);
                for (int i = 0; i < count / 2; i += 1 + random.nextInt(9)) {
                    editor.advance(upwards ? i : count - 1 - i);
                    int behind = random.nextInt(20) == 0 ? random.nextInt(i + 1) : i;
                    int at = upwards ? behind : count - 1 - behind;
                    assertEquals(expected[at], editor.get(at));
                    editor.set(at, i);
                    expected[at] = i;
                }
                editor.finish();
                assertEquals(count, longs.size());
                LongsReader reader = longs.reader();
                for (int i = 0; i < count; i++) {
                    assertEquals(expected[i], reader.get(i), i + " upwards " + upwards);
                }
            }
        }
    }

    /** By nearest rank, of several sources, some of them without a number. */
    @Test
    void percentilesAreThoseOfTheSortedNumbers() {
        Random random = new Random(2);
        for (int round = 0; round < 60; round++) {
            int bits = 1 + random.nextInt(63);
            long base = random.nextInt(3) == 0 ? -random.nextInt(1000) : random.nextInt(3) == 0 ? Long.MIN_VALUE : 0;
            List<long[]> numbers = new ArrayList<>();
            for (int source = 0; source < 3; source++) {
                numbers.add(random.longs(random.nextInt(4) == 0 ? 0 : random.nextInt(3000), 0, bits == 63 ? Long.MAX_VALUE : 1L << bits).map(value -> value + base).toArray());
            }
            long[] sorted = numbers.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            // a sample that is empty, one that misleads, and one of all
            for (long[] sample : new long[][] { {}, numbers.get(0), Arrays.copyOf(sorted, sorted.length / 3), sorted }) {
                assertArrayEquals(expected(sorted), percentiles(numbers, sample), "round " + round);
            }
        }
    }

    private static long[] expected(long[] sorted) {
        return sorted.length == 0 ? null
                : new long[] { sorted[0], nearest(sorted, 1), nearest(sorted, 50), nearest(sorted, 90), nearest(sorted, 99), sorted[sorted.length - 1],
                        sorted[sorted.length - 1] };
    }

    private static long[] percentiles(List<long[]> numbers, long[] sample) {
        Percentiles found = new Percentiles(sample, 1, 50, 90, 99, 100);
        for (Percentiles next = found; next != null; next = found.again()) {
            found = next;
            for (long[] values : numbers) {
                found.part().add(values, values.length);
            }
        }
        try (Percentiles closed = found) {
            return closed.found();
        }
    }

    private static long nearest(long[] sorted, int percent) {
        return sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1];
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
                assertArrayEquals(Arrays.stream(ranks).map(rank -> sorted[(int) rank]).toArray(), Ranks.of(List.of(longs, others), ranks));
            }
        }
        try (Longs one = new Longs()) {
            one.add(5);
            assertArrayEquals(new long[] { 5, 5 }, Ranks.of(List.of(one), 0, 0));
        }
    }
}
