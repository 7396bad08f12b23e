/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is of use is known, whatever is forgotten; compared with a map that forgets nothing. */
@Tag("plain")
class KeyMapTest {

    private static final int WIDTH = 4;
    private static final int MINE = 2;
    private static final int NEVER = -7;

    @Test
    void whatWasOfUseLatelyIsKnown() {
        for (int seed = 0; seed < 12; seed++) {
            Random random = new Random(seed);
            KeyMap map = new KeyMap(WIDTH, NEVER);
            // of each key: when it was of use, and a number
            Map<Long, long[]> all = new HashMap<>();
            int keys = new int[] { 40, 3_000, 1_000_000 }[seed % 3];
            long reach = new long[] { 50, 2_000, 20_000, 0 }[seed % 4];
            int forgotten = 0;
            for (long now = 1; now < 40_000; now++) {
                long key = (1 + random.nextInt(keys)) * (seed % 2 == 0 ? 1L : 1L << 32);
                long[] expected = all.get(key);
                int of = map.add(key, now - reach);
                boolean isKnown = map.get(of, MINE) != NEVER;
                if (expected != null && (expected[0] >= now - reach || isKnown)) {
                    assertEquals(expected[1], map.get(of, MINE));
                }
                forgotten += expected != null && !isKnown ? 1 : 0;
                map.set(of, KeyMap.USED, now);
                map.set(of, MINE, now * 3);
                all.put(key, new long[] { now, now * 3 });
                assertEquals(of, map.find(key));
                assertEquals(NEVER, map.get(of, MINE + 1));
            }
            assertTrue(keys > 100 || forgotten == 0, forgotten + " of few keys");
            assertTrue(keys != 3_000 || reach > 50 || forgotten > 100, "seed " + seed + ": only " + forgotten);
            assertEquals(-1, map.find(-5));
        }
    }
}
