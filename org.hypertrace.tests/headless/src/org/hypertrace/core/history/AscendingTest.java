/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;

import org.junit.jupiter.api.Test;

class AscendingTest {

    /** As defined: the first place from there on whose time is not before. */
    private static int oneByOne(long[] times, int from, long time) {
        int at = from;
        while (at < times.length && times[at] < time) {
            at++;
        }
        return at;
    }

    @Test
    void findsWhatALoopFinds() {
        Random random = new Random(4);
        for (int turn = 0; turn < 2000; turn++) {
            long[] times = random.longs(random.nextInt(70), 0, 40).sorted().toArray();
            for (int from = 0; from <= times.length + 1; from++) {
                long time = random.nextInt(44) - 2;
                assertEquals(oneByOne(times, from, time), Ascending.first(times, from, time));
            }
        }
    }

    @Test
    void farOnesAreFoundInFewSteps() {
        int[] asked = new int[1];
        assertEquals(1 << 30, Ascending.first(3, Integer.MAX_VALUE, place -> {
            asked[0]++;
            return place >= 1 << 30;
        }));
        assertTrue(asked[0] <= 64, () -> asked[0] + " places were looked at");
    }
}
