/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;

import org.hypertrace.core.cpu.TimeBuckets;
import org.hypertrace.core.machine.HostLosses.Stretch;
import org.junit.jupiter.api.Test;

/** How much of the time packets are missing: stretches of several processors count once. */
class LossLineTest {

    private static final double EXACT = 0;

    @Test
    void stretchesThatOverlapCountOnce() {
        LossLine line = new LossLine("packets missing", List.of(new Stretch(100, 130, 0, 1), new Stretch(110, 120, 1, 1),
                new Stretch(120, 160, 1, 2)), 100, 300);
        assertArrayEquals(new double[] { 100, 20, 0 }, percent(line, new long[] { 100, 150, 200 }), EXACT);
    }

    @Test
    void onlyTimeOfTheTraceCounts() {
        LossLine line = new LossLine("packets missing", List.of(new Stretch(50, 150, 0, 1), new Stretch(280, 400, 0, 1)), 100, 300);
        assertArrayEquals(new double[] { 0, 50, 20 }, percent(line, new long[] { 0, 100, 200 }), EXACT);
    }

    private static double[] percent(LossLine line, long... times) {
        TimeBuckets sum = new TimeBuckets(times);
        TimeBuckets whole = new TimeBuckets(times);
        line.count(sum, whole);
        return sum.percentOf(whole);
    }
}
