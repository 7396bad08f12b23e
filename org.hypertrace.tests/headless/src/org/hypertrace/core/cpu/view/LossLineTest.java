/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;

import org.hypertrace.core.machine.HostLosses.Stretch;
import org.junit.jupiter.api.Test;

/** How much of the time packets are missing: stretches of several processors count once. */
class LossLineTest {

    private static final double EXACT = 0;

    @Test
    void stretchesThatOverlapCountOnce() {
        LossLine line = new LossLine("packets missing", List.of(new Stretch(100, 130, 0, 1), new Stretch(110, 120, 1, 1),
                new Stretch(120, 160, 1, 2)), 100, 300);
        assertArrayEquals(new double[] { 100, 20, 0 }, line.values(null, new long[] { 100, 150, 200 }, null), EXACT);
    }

    @Test
    void onlyTimeOfTheTraceCounts() {
        LossLine line = new LossLine("packets missing", List.of(new Stretch(50, 150, 0, 1), new Stretch(280, 400, 0, 1)), 100, 300);
        assertArrayEquals(new double[] { 0, 50, 20 }, line.values(null, new long[] { 0, 100, 200 }, null), EXACT);
    }
}
