/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** When it was that a TSC of two ticks per ns had a value. */
class RingClockTest {

    private final RingClock fClock = new RingClock(2_000_000);

    @Test
    void anEarlierTieIsBetterAndALaterOneCountsAsFarAsClocksDrift() {
        fClock.tie(2_000, 5_000);
        assertEquals(5_500, fClock.timeOf(3_000));
        fClock.tie(3_000, 5_480);
        assertEquals(4_980, fClock.timeOf(2_000));
        // 200 000 ns later, of which no more than 100 are drift, not the 9 000 for which the vCPU had to wait
        fClock.tie(403_000, 205_480 + 9_000);
        assertEquals(205_480 + 104, fClock.timeOf(403_000));
    }

    @Test
    void whatTheGuestReportsCountsOnlyWithoutTheHost() {
        assertFalse(fClock.isSet());
        fClock.guestReports(0, 1_000);
        assertTrue(fClock.isGuests());
        fClock.tie(0, 7_000_000_000L);
        fClock.guestReports(0, 1_000);
        assertFalse(fClock.isGuests());
        assertEquals(7_000_000_005L, fClock.timeOf(10));
    }

    @Test
    void noValueIsTooLarge() {
        fClock.tie(0, Long.MAX_VALUE / 2);
        assertTrue(fClock.timeOf(Long.MAX_VALUE) > Long.MAX_VALUE / 2);
        assertTrue(fClock.timeOf(Long.MIN_VALUE) > 0);
        RingClock still = new RingClock(0);
        still.tie(1, 2);
        assertFalse(still.isSet());
    }
}
