/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hypertrace.core.clock.TscClock.Method;
import org.hypertrace.core.clock.exit.ExitTimes;
import org.hypertrace.core.event.TscTimes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The TSC of a guest on its host's clock: two ticks a nanosecond here, and 0 at 1000. */
@Tag("plain")
class TscClockTest {

    private static final long KHZ = 2_000_000;
    private static final long ZERO = 1000;

    private static long tsc(long time) {
        return 2 * (time - ZERO);
    }

    /** Exits of that many kinds at these times; the trace has each 3 ns before the ring, and the next event 4 ns after that. */
    private static ExitTimes trace(long... times) {
        ExitTimes exits = new ExitTimes();
        for (long time : times) {
            exits.exit(time - 3, kind(time), time);
            exits.happens(time + 4);
        }
        return exits;
    }

    private static ExitTimes ring(long... times) {
        ExitTimes exits = new ExitTimes();
        for (long time : times) {
            exits.exit(tsc(time), kind(time), time);
        }
        return exits;
    }

    private static long kind(long time) {
        return time / 100 % 7;
    }

    private static long[] times(int count) {
        long[] times = new long[count];
        for (int i = 0; i < count; i++) {
            times[i] = 2_000 + 100L * i + i * i % 11;
        }
        return times;
    }

    @Test
    void exitsDecideFromBothSides() {
        try (TscClock clock = new TscClock(KHZ)) {
            // late by half a millisecond: what was reported by hypercall is only an upper bound
            clock.tie(tsc(5_000), 505_000);
            clock.exits(trace(times(40)), ring(times(40)));
            clock.decide();
            assertEquals("EXITS 40", clock.method() + " " + clock.matched());
            assertTrue(Math.abs(clock.at(tsc(4_000), 0) - 4_000) <= 4, "between 3 before and 4 behind");
            assertEquals(1, clock.line().pieces().size());
        }
    }

    @Test
    void withoutExitsTheTightestHypercallCounts() {
        TscClock clock = new TscClock(KHZ);
        clock.tie(tsc(5_000), 5_900);
        clock.tie(tsc(3_000), 3_020);
        clock.tie(tsc(7_000), 7_400);
        clock.decide();
        assertEquals("HYPERCALLS 4020", clock.method() + " " + clock.at(tsc(4_000), 0));
        assertNull(clock.line());
    }

    @Test
    void whatIsNewIsOnlyAGuess() {
        TscClock clock = new TscClock(KHZ);
        clock.isNew(900);
        clock.decide();
        assertEquals("NEW_TSC 1900", clock.method() + " " + clock.at(2_000, 0));
        TscClock better = new TscClock(KHZ);
        better.isNew(900);
        better.tie(tsc(5_000), 5_001);
        better.decide();
        assertEquals("HYPERCALLS 2001", better.method() + " " + better.at(tsc(2_000), 0));
    }

    @Test
    void eachSettingBeginsAClockOfItsOwn() {
        TscClock clock = new TscClock(KHZ);
        clock.shift(6_000, 500);
        clock.tie(tsc(5_000), 5_000);
        clock.decide();
        assertEquals("5500 6500", clock.at(tsc(5_500), 0) + " " + clock.at(tsc(6_500) + 500, 0));
        // nothing is known of the first but by what follows
        TscClock later = new TscClock(KHZ);
        later.shift(6_000, 500);
        later.tie(tsc(7_000) + 500, 7_000);
        later.decide();
        assertEquals(5_500, later.at(tsc(5_500), 0));
        assertEquals(TscTimes.UNKNOWN, later.at(tsc(5_500), 2));
    }

    @Test
    void theGuestsOwnClockIsTheLast() {
        TscClock clock = new TscClock(KHZ);
        clock.guestReports(tsc(2_000), 9_000);
        clock.decide();
        assertTrue(clock.isGuests());
        assertEquals(9_500, clock.at(tsc(2_500), 0));
    }

    @Test
    void noValueIsTooLarge() {
        TscClock clock = new TscClock(KHZ);
        clock.tie(Long.MAX_VALUE, Long.MAX_VALUE);
        clock.decide();
        assertEquals(TscTimes.UNKNOWN, clock.at(5, 0));
        TscClock still = new TscClock(0);
        still.tie(1, 2);
        still.decide();
        assertEquals(TscTimes.UNKNOWN, still.at(1, 0));
        TscClock far = new TscClock(KHZ);
        far.tie(0, 1_000);
        far.decide();
        assertTrue(far.at(Long.MAX_VALUE, 0) > 1_000);
        assertTrue(far.at(Long.MIN_VALUE, 0) < 1_000);
    }
}
