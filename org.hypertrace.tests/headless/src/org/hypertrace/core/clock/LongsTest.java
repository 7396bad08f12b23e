/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

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
            for (int rank : new int[] { 0, 1, 300_000, 599_999 }) {
                assertEquals(expected[rank], longs.ofRank(rank));
            }
        }
        try (Longs longs = new Longs()) {
            Arrays.stream(expected).forEach(longs::add);
            assertEquals(1000, longs.firstAfter(expected[999]));
            assertEquals(600_000, longs.firstAfter(Long.MAX_VALUE));
            assertEquals(0, longs.firstAfter(Long.MIN_VALUE));
        }
    }
}
