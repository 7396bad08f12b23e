/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;

import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.read.EventOrder.Place;
import org.hypertrace.core.trace.ctf.DamagedTrace;
import org.hypertrace.core.trace.ctf.PacketTimes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events behind later ones and outside their packets are left out or believed within bounds, beyond these the trace is refused. */
@Tag("plain")
class EventOrderTest {

    private static final long NOON = 10 * EventOrder.MAX_REACH;

    private final ITmfTrace fTrace = new LttngKernelTrace();

    private static EventOrder order() {
        return new EventOrder(Set.of());
    }

    private Place place(EventOrder order, long time) {
        return order.place(fTrace, null, null, 0, time);
    }

    private void assertWrong(int behind, int outside) {
        assertEquals(new EventTimes(behind, outside), EventTimes.of(fTrace));
    }

    @Test
    void eventsOfOneTimeAreInOrder() {
        EventOrder order = order();
        assertEquals(Place.RIGHT, place(order, NOON));
        assertEquals(Place.RIGHT, place(order, NOON));
        assertEquals(NOON, order.now());
        assertWrong(0, 0);
    }

    @Test
    void aLittleBehindIsLeftOut() {
        EventOrder order = order();
        place(order, NOON);
        assertEquals(Place.WRONG, place(order, NOON - 1));
        assertEquals(Place.WRONG, place(order, NOON - EventOrder.MAX_REACH));
        assertEquals(NOON, order.now());
        assertWrong(2, 0);
    }

    @Test
    void farBehindIsRefused() {
        EventOrder order = order();
        place(order, NOON);
        DamagedTrace damaged = assertThrows(DamagedTrace.class, () -> place(order, NOON - EventOrder.MAX_REACH - 1));
        assertTrue(damaged.getMessage().startsWith("an event stands behind later ones, at "), damaged.getMessage());
        assertTrue(damaged.getMessage().endsWith(": its time stamps are wrong"), damaged.getMessage());
    }

    @Test
    void soManyBehindAreRefused() {
        EventOrder order = order();
        place(order, NOON);
        for (int i = 0; i < EventOrder.MAX_COUNT; i++) {
            assertEquals(Place.WRONG, place(order, NOON - 1));
        }
        DamagedTrace damaged = assertThrows(DamagedTrace.class, () -> place(order, NOON - 1));
        assertTrue(damaged.getMessage().startsWith("1001 events stand behind later ones"), damaged.getMessage());
    }

    /** Some tracers close a packet a little before its last event. */
    @Test
    void outsideItsPacketALittleIsBelieved() {
        EventOrder order = order();
        PacketTimes packet = new PacketTimes(1, 100, 200, false);
        assertEquals(Place.RIGHT, order.place(fTrace, "c0_0", packet, 200, NOON));
        assertWrong(0, 0);
        assertEquals(Place.RIGHT, order.place(fTrace, "c0_0", packet, 200 + EventOrder.MAX_REACH, NOON + 1));
        assertWrong(0, 1);
        DamagedTrace damaged = assertThrows(DamagedTrace.class,
                () -> order.place(fTrace, "c0_0", packet, 201 + EventOrder.MAX_REACH, NOON + 2));
        assertTrue(damaged.getMessage().startsWith("in c0_0 an event stands outside the times of its packet, at "), damaged.getMessage());
    }

    @Test
    void whatAPacketHoldsAgainWasReadBefore() {
        EventOrder order = new EventOrder(Set.of(new EventOrder.StreamOf(fTrace, "c0_0")));
        PacketTimes again = new PacketTimes(1, 100, 200, true);
        assertEquals(Place.READ_BEFORE, order.place(fTrace, "c0_0", again, 150, NOON));
        assertEquals(Long.MIN_VALUE, order.now());
        assertEquals(Place.RIGHT, order.place(fTrace, "c0_1", again, 150, NOON));
        assertEquals(Place.RIGHT, order.place(fTrace, "c0_0", new PacketTimes(2, 100, 200, false), 150, NOON));
    }
}
