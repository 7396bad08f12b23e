/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.hypertrace.testing.Garbage;
import org.junit.jupiter.api.Test;

/** The threads of an analysis. */
class ThreadsTest {

    @Test
    void whatAThreadOfItDiesOfIsReported() {
        AtomicReference<Throwable> death = new AtomicReference<>();
        Error error = new AssertionError("injected");
        assertTrue(Threads.run("analysis", () -> {
            Thread other = new Thread(() -> {
                throw error;
            });
            other.start();
            other.join();
            return true;
        }, death::set));
        assertEquals(error, death.get());
    }

    @Test
    void whatItThrowsIsReported() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Error error = new AssertionError("injected");
        assertFalse(Threads.run("analysis", () -> {
            throw error;
        }, thrown::set));
        assertEquals(error, thrown.get());
    }

    /** An analysis has a trace and a history: they must not stay in memory for ever. */
    @Test
    void nothingOfItIsKept() {
        List<byte[]> analysis = new ArrayList<>(List.of(new byte[1 << 20]));
        WeakReference<List<byte[]>> kept = new WeakReference<>(analysis);
        assertTrue(Threads.run("analysis", () -> true, reportTo(analysis)));
        analysis = null;
        for (int i = 0; i < 100 && kept.get() != null; i++) {
            Garbage.collect();
        }
        assertNull(kept.get());
    }

    private static Consumer<Throwable> reportTo(List<byte[]> analysis) {
        return death -> analysis.clear();
    }
}
