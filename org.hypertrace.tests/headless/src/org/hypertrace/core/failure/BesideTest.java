/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

/** Something that is found on a thread of its own. */
class BesideTest {

    @Test
    void itIsFoundOnAnotherThread() {
        try (Beside<Thread> beside = Beside.of("beside", Thread::currentThread)) {
            Thread thread = beside.get(RuntimeException.class);
            assertNotSame(Thread.currentThread(), thread);
            assertEquals("beside", thread.getName());
        }
    }

    @Test
    void whateverItFailsOfIsThrownWhereItIsAskedFor() {
        assertSame(OutOfMemoryError.class, thrown(() -> {
            throw new OutOfMemoryError("injected");
        }).getClass());
        assertSame(ArithmeticException.class, thrown(() -> {
            throw new ArithmeticException("injected");
        }).getClass());
        assertSame(IOException.class, thrown(() -> {
            throw new IOException("injected");
        }).getClass());
        // not declared by who asks
        assertSame(InstantiationException.class, thrown(() -> {
            throw new InstantiationException("injected");
        }).getCause().getClass());
    }

    private static Throwable thrown(Callable<Integer> what) {
        return assertThrows(Throwable.class, () -> {
            try (Beside<Integer> beside = Beside.of("beside", what)) {
                beside.get(IOException.class);
            }
        });
    }

    @Test
    void nothingGoesOnWhenItIsClosed() {
        AtomicBoolean over = new AtomicBoolean();
        Thread user = Thread.currentThread();
        assertThrows(IllegalStateException.class, () -> {
            try (Beside<Boolean> beside = Beside.of("beside", () -> {
                awaitWaiting(user);
                over.set(true);
                return true;
            })) {
                throw new IllegalStateException("its user fails");
            }
        });
        assertTrue(over.get());
    }

    @Test
    void whoIsInterruptedWaitsAndKnowsIt() {
        Thread user = Thread.currentThread();
        try (Beside<Integer> beside = Beside.of("beside", () -> {
            awaitWaiting(user);
            user.interrupt();
            awaitWaiting(user);
            return 7;
        })) {
            assertEquals(7, beside.get(RuntimeException.class));
            assertTrue(Thread.interrupted());
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }
}
