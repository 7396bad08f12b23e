/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.hypertrace.core.event.HostEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever happens to the thread that reads or to the one that handles, the other does not wait for it. */
@Tag("plain")
@Timeout(60)
class EventHandlerTest {

    private static final int MANY = 100_000;
    private static final int BATCH = 300;

    private final List<HostEvent> fHandled = new ArrayList<>();
    private final List<Throwable> fFailures = new ArrayList<>();

    private static HostEvent event(int time) {
        return new HostEvent.Other(time, 0, 0);
    }

    private static HostEvent[] batch(int from, int count) {
        return IntStream.range(from, from + count).mapToObj(EventHandlerTest::event).toArray(HostEvent[]::new);
    }

    /** At the time -1 if all were handled, else at -2. */
    private void end(boolean whole) {
        fHandled.add(event(whole ? -1 : -2));
    }

    private EventHandler<HostEvent> handler(Consumer<Boolean> end) {
        return new EventHandler<>("handler", fHandled::add, end, fFailures::add);
    }

    @Test
    void allAreHandledInTheirOrder() {
        EventHandler<HostEvent> handler = handler(this::end);
        handler.start();
        for (int time = 0; time <= MANY; time += BATCH) {
            handler.accept(batch(time, Math.min(BATCH, MANY + 1 - time)));
        }
        handler.finish();
        assertEquals(IntStream.concat(IntStream.range(0, MANY + 1), IntStream.of(-1)).mapToObj(EventHandlerTest::event).toList(), fHandled);
        assertEquals(MANY, handler.handled());
        assertEquals(List.of(), fFailures);
    }

    @Test
    void withoutEventsItEnds() {
        EventHandler<HostEvent> handler = handler(this::end);
        handler.start();
        handler.finish();
        assertEquals(List.of(event(-1)), fHandled);
        assertEquals(Long.MIN_VALUE, handler.handled());
    }

    @Test
    void whatHandlingThrowsEndsReading() {
        Error death = new StackOverflowError("injected");
        EventHandler<HostEvent> handler = new EventHandler<>("handler", event -> {
            throw death;
        }, this::end, fFailures::add);
        handler.start();
        assertThrows(IllegalStateException.class, () -> IntStream.range(0, Integer.MAX_VALUE).forEach(time -> handler.accept(batch(time, 1))));
        handler.finish();
        assertEquals(1, fFailures.size());
        assertSame(death, fFailures.get(0));
        assertEquals(List.of(event(-2)), fHandled);
    }

    @Test
    void whatTheEndThrowsIsAFailure() {
        EventHandler<HostEvent> handler = handler(whole -> {
            throw new IllegalStateException("injected");
        });
        handler.start();
        handler.finish();
        assertEquals("injected", fFailures.get(0).getMessage());
    }

    /** It may wait for what will never be. */
    @Test
    void aHandlerThatWaitsForEverIsInterrupted() throws InterruptedException {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        EventHandler<HostEvent> handler = new EventHandler<>("handler", event -> {
            waits.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }, this::end, fFailures::add);
        handler.start();
        handler.accept(batch(0, 2));
        waits.await();
        handler.fail();
        handler.finish();
        assertThrows(IllegalStateException.class, () -> handler.accept(batch(1, 1)));
        assertEquals(List.of(event(-2)), fHandled);
        assertEquals(List.of(), fFailures);
    }

    /** As when the trace is closed while the handler waits for events. */
    @Test
    void whoStopsItIsNoFailure() {
        EventHandler<HostEvent> handler = handler(this::end);
        handler.start();
        handler.fail();
        handler.finish();
        assertEquals(List.of(event(-2)), fHandled);
        assertEquals(List.of(), fFailures);
    }
}
