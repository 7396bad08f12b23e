/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.Timed;
import org.hypertrace.testing.story.RandomGuestEvents;
import org.junit.jupiter.api.Test;

/** Events that come up to a known span after their time go on in order. */
class ReorderingTest {

    private static final long MS = 1_000_000;
    private static final GuestCpu VCPU_0 = new GuestCpu(0, 0, 0, 0);

    private enum Color { RED, GREEN }

    private record Vm(String name) { }

    /** As a model may have it: of which VM an event is. */
    private record OfVm(Vm vm, Object shared, Color color, GuestEvent event) implements Timed {
        @Override
        public long time() {
            return event.time();
        }
    }

    private static GuestEvent.Mark mark(long time, long value) {
        return new GuestEvent.Mark(time, VCPU_0, 1, value);
    }

    @Test
    void withoutASpanNothingWaits() {
        List<Long> passed = new ArrayList<>();
        Reordering<GuestEvent.Mark> r = new Reordering<>(0, 10, mark -> passed.add(mark.value()));
        assertTrue(r.accept(mark(5, 1), 5));
        assertTrue(r.accept(mark(5, 2), 5));
        assertTrue(r.accept(mark(7, 3), 7));
        assertEquals(List.of(1L, 2L, 3L), passed);
        assertFalse(r.accept(mark(6, 4), 8));
    }

    @Test
    void aBatchOf4200MsStaysInOrder() {
        List<Long> passed = new ArrayList<>();
        Reordering<GuestEvent.Mark> r = new Reordering<>(0, 10, mark -> passed.add(mark.value()));
        r.span(4200 * MS);
        for (int second = 1; second < 10; second++) {
            assertTrue(r.accept(mark(second * 1000 * MS, second * 10), second * 1000 * MS));
        }
        assertEquals(List.of(10L, 20L, 30L, 40L), passed);
        assertTrue(r.accept(mark(5500 * MS, 55), 9700 * MS));
        assertTrue(r.accept(mark(9700 * MS, 97), 9700 * MS));
        r.flush();
        assertEquals(List.of(10L, 20L, 30L, 40L, 50L, 55L, 60L, 70L, 80L, 90L, 97L), passed);
        r.close();
    }

    @Test
    void anEventBeforeTheTraceIsTooLate() {
        Reordering<GuestEvent.Mark> r = new Reordering<>(1000, 10, mark -> { });
        r.span(4200 * MS);
        assertFalse(r.accept(mark(999, 1), 1001));
        assertTrue(r.accept(mark(1000, 1), 1001));
    }

    @Test
    void aSpanThatIsNotBelieved() {
        List<Long> passed = new ArrayList<>();
        Reordering<GuestEvent.Mark> r = new Reordering<>(0, 10, mark -> passed.add(mark.value()));
        r.span(Long.MAX_VALUE);
        r.accept(mark(1, 1), 1);
        r.accept(mark(5000 * MS, 2), 5000 * MS);
        assertEquals(List.of(1L), passed);
    }

    @Test
    void whatDoesNotFitIntoMemoryGoesThroughFilesUnchanged() {
        RandomGuestEvents random = new RandomGuestEvents(7);
        Object shared = new Object();
        Vm vm = new Vm("web-1");
        List<OfVm> passed = new ArrayList<>();
        List<OfVm> expected = new ArrayList<>();
        try (Reordering<OfVm> r = new Reordering<>(0, 100, passed::add)) {
            r.span(2000 * MS);
            long now = 0;
            for (int i = 0; i < 20_000; i++) {
                now += random.upTo((int) MS);
                long time = Math.max(0, now - (i % 3 == 0 ? 0 : random.upTo(2000) * MS));
                EventKind kind = RandomGuestEvents.KINDS.get(i % RandomGuestEvents.KINDS.size());
                OfVm event = new OfVm(vm, shared, Color.values()[i % 2], random.event(kind, time, VCPU_0));
                assertTrue(r.accept(event, now));
                expected.add(event);
            }
            r.flush();
            assertTrue(r.spilled() > 10_000, "spilled " + r.spilled());
        }
        expected.sort(Comparator.comparingLong(OfVm::time));
        assertEquals(expected, passed);
    }

    @Test
    void aGuestCannotFillTheMemoryByBatchesThatReachToOneTime() {
        int[] passed = { 0 };
        try (Reordering<GuestEvent.Mark> r = new Reordering<>(0, 1000, mark -> passed[0]++)) {
            r.span(4200 * MS);
            int refused = 0;
            for (int i = 0; i < Reordering.MAX_SLICE + 10; i++) {
                refused += r.accept(mark(5, i), 1000) ? 0 : 1;
            }
            assertEquals(10, refused);
            assertTrue(r.accept(mark(1000, 1), 1000), "what is not back in time is never refused");
            r.flush();
            assertEquals(Reordering.MAX_SLICE + 1, passed[0]);
        }
    }
}
