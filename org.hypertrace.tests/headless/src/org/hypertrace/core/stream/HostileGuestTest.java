/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Random;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.dialect.DialectDetector;
import org.hypertrace.core.timeline.order.Reordering;
import org.hypertrace.testing.Garbage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Any guest may report anything. With {@code -Dhypertrace.random=5000000} and a heap of 256 MiB this is the test of issue 3;
 * without, it is a short one. Isolated: it looks at what all keep in memory.
 */
@Isolated
class HostileGuestTest {

    private static final int COUNT = Integer.getInteger("hypertrace.random", 300_000);

    /** Random words, but such that most get past the first look. */
    private static Hypercall random(Random random, int i) {
        long nr = switch (random.nextInt(4)) {
        case 0 -> random.nextLong();
        case 1 -> random.nextInt(13_000);
        default -> 0x60 + random.nextInt(0x48) | (long) random.nextInt(1 << 20) << 32
                | (random.nextBoolean() ? (long) random.nextInt(1 << 16) << 16 : 0);
        };
        return new Hypercall(i * 1000L, random.nextInt(100) == 0 ? random.nextInt() : random.nextInt(8),
                Origin.values()[random.nextInt(4)], nr, word(random), word(random), word(random), word(random));
    }

    private static long word(Random random) {
        return switch (random.nextInt(4)) {
        case 0 -> random.nextLong();
        case 1 -> random.nextInt(8);
        case 2 -> (long) random.nextInt(8) << 32 | random.nextInt(1 << 16);
        default -> -1L >>> random.nextInt(64);
        };
    }

    @Test
    @Tag("long")
    void nothingIsThrownAndTheOrderIsKept() {
        for (String name : Dialect.BUILT_IN) {
            Random random = new Random(42);
            GuestTasks tasks = new GuestTasks();
            long[] last = { 0 };
            try (Reordering<GuestEvent.Mark> order = new Reordering<>(0, 1000, mark -> {
                assertTrue(mark.time() >= last[0]);
                last[0] = mark.time();
            })) {
                GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(name), event -> {
                    tasks.accept(event);
                    order.accept(new GuestEvent.Mark(event.time(), event.from(), 0, 0), Math.max(event.time(), last[0]));
                });
                DialectDetector detector = new DialectDetector();
                for (int i = 0; i < COUNT; i++) {
                    Hypercall h = random(random, i);
                    detector.accept(h);
                    decoder.accept(h);
                }
                decoder.finish();
                order.flush();
                assertTrue(decoder.losses().forged() > COUNT / 10, decoder.losses().toString());
                assertTrue(decoder.losses().malformed() > 0, decoder.losses().toString());
            }
        }
    }

    @Test
    @Tag("long")
    void whatOneDecoderKeepsIsBounded() {
        long before = used();
        Random random = new Random(43);
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> { });
        for (int i = 0; i < COUNT; i++) {
            // every nested guest that can be, and gaps without end
            decoder.accept(new Hypercall(i, i & 7, Origin.KERNEL,
                    0x70 | (long) (i & 0xffff) << 16 | (long) (1 + i / 2 * 900 % 0x7fffffff) << 32, (long) (i & 0xffff) << 32, 0, 0, 0));
            decoder.accept(random(random, i));
        }
        long kept = used() - before;
        assertTrue(kept < 64 << 20, "kept " + kept + " bytes: " + decoder.losses());
        assertTrue(decoder.losses().malformed() > 0);
    }

    @Test
    void whatIsIgnoredCostsNoMemory() throws ReflectiveOperationException {
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> { });
        Hypercall[] ignored = {
            new Hypercall(1, 0, Origin.KERNEL, 0x70, 0, 0, 0, 0),
            new Hypercall(1, 0, Origin.USER, 0x66, 1, 0, 0, 0), new Hypercall(1, 0, Origin.USER, 0x77777, 1, 0, 0, 0),
            new Hypercall(1, 0, Origin.KERNEL, 0x85, 99, 0, 0, 0), new Hypercall(1, 0, Origin.KERNEL, 0x81, -1, 0, 0, 0) };
        long allocated = 0;
        // the first round warms up
        for (int round = 0; round < 2; round++) {
            long before = allocated();
            for (int i = 0; i < 100_000; i++) {
                decoder.accept(ignored[1 + i % 4]);
            }
            allocated = allocated() - before;
        }
        assertTrue(allocated < 100_000, "allocated " + allocated);
        assertEquals(100_000, decoder.losses().forged());
        assertEquals(100_000, decoder.losses().malformed());
    }

    /** By this thread so far. The type that reports it is none of Java SE's, so a bundle cannot name it. */
    private static long allocated() throws ReflectiveOperationException {
        Class<?> type = Class.forName("com.sun.management.ThreadMXBean", true, ClassLoader.getPlatformClassLoader());
        return (long) type.getMethod("getThreadAllocatedBytes", long.class).invoke(ManagementFactory.getThreadMXBean(),
                Thread.currentThread().getId());
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            Garbage.collect();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
