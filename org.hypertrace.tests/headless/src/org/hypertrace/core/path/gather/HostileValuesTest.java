/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.path.PathQuery;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values that a guest reports without end are kept within limits. */
@Tag("plain")
class HostileValuesTest {

    @Test
    void timesThatAGuestReportsWithoutEnd() {
        GuestClock clock = new GuestClock();
        clock.khz(1_000_000);
        for (int i = 0; i < 10 * GuestClock.MAX_PAIRS; i++) {
            clock.pair(1 + i, i, 0);
        }
        assertEquals(GuestClock.MAX_PAIRS, clock.pairs());
        assertEquals(9_999, clock.due(5_000, 10_000, 20_000));
    }

    @Test
    void namesAndReasonsOfExitsWithoutEnd() {
        Participants participants = new Participants(HostilePathsTest.FEW);
        for (int i = 0; i < 100; i++) {
            participants.name("g" + i);
        }
        assertEquals(30, participants.names());
        assertEquals(29, participants.name("g29"));
        assertEquals(PathRows.NONE, participants.name("g99"));
        int first = participants.exit(2, 7);
        for (int i = 0; i < 2 * Participants.MAX_REASONS; i++) {
            participants.exit(2, i);
        }
        assertEquals(Participants.MAX_REASONS, participants.exits());
        assertEquals(first, participants.exit(2, 7));
        assertEquals(PathRows.NONE, participants.exit(2, 1L << 31));
    }
}
