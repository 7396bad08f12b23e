/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fuzz;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Collectors;

import com.sun.management.OperatingSystemMXBean;

/**
 * When an answer is waited for no longer: when it took this Java machine its limit of processor time, or when it took that long by
 * the clock and nothing goes on any more. A busy machine alone makes nothing hang.
 */
final class Patience {

    private static final long NS = 1_000_000_000L;
    /** Processor time within some seconds in which nothing goes on: of timers and the like. */
    private static final long NOTHING = NS / 20;
    private static final int SECONDS = 5;

    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final long fLimit;
    private final long fBegin = System.nanoTime();
    private final long fProcessor = SYSTEM.getProcessCpuTime();
    private long fLookedAt = fBegin;
    private long fThen = fProcessor;

    /** @param limit in seconds */
    Patience(int limit) {
        fLimit = limit * NS;
    }

    /** To be asked about once a second. */
    boolean isOver() {
        long now = System.nanoTime();
        long processor = SYSTEM.getProcessCpuTime();
        boolean over = processor - fProcessor > fLimit;
        if (now - fLookedAt > SECONDS * NS) {
            over |= now - fBegin > fLimit && processor - fThen < NOTHING;
            fLookedAt = now;
            fThen = processor;
        }
        return over;
    }

    /** What the threads do that are in our code. */
    static String stacks() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey() != Thread.currentThread() && Arrays.stream(thread.getValue()).anyMatch(Patience::isOurs))
                .map(thread -> '\n' + thread.getKey().getName() + Arrays.stream(thread.getValue()).map(at -> "\n\tat " + at)
                        .collect(Collectors.joining())).sorted().collect(Collectors.joining());
    }

    private static boolean isOurs(StackTraceElement at) {
        return at.getClassName().startsWith("org.hypertrace.core.");
    }
}
