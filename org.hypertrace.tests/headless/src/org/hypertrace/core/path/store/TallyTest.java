/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Sums of stays. */
class TallyTest {

    @Test
    void theFirstOfTheLongestStaysIsKept() {
        Tally tally = new Tally();
        tally.add(5, 10, 100);
        tally.add(5, 30, 200);
        tally.add(5, 20, 300);
        tally.add(5, 30, 400);
        tally.add(1000, 0, 500);
        tally.add(1000, 0, 600);
        assertEquals("90 ns in 4, longest 30 at 200", words(tally, 5));
        assertEquals("0 ns in 2, longest 0 at 500", words(tally, 1000));
    }

    @Test
    void whatNeverStayedHasNothing() {
        Tally tally = new Tally();
        tally.add(3, 7, -100);
        assertEquals("7 ns in 1, longest 7 at -100", words(tally, 3));
        assertEquals("0 ns in 0, longest 0 at 0", words(tally, 2));
        assertEquals("0 ns in 0, longest 0 at 0", words(tally, 1 << 20));
    }

    private static String words(Tally tally, int number) {
        return tally.ns(number) + " ns in " + tally.times(number) + ", longest " + tally.longest(number) + " at " + tally.longestBegin(number);
    }
}
