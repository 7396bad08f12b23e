/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/** Seconds by the clock and of the processor. */
record Took(double clock, double processor) {

    static Took now() {
        return new Took(System.nanoTime() / 1e9,
                ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9);
    }

    static Took since(Took begin) {
        Took now = now();
        return new Took(now.clock - begin.clock, now.processor - begin.processor);
    }

    Took plus(Took other) {
        return new Took(clock + other.clock, processor + other.processor);
    }

    /** What share of another that is. */
    String of(Took whole) {
        return String.format(Locale.ROOT, "%5.1f %% %5.1f %%", clock / whole.clock * 100, processor / whole.processor * 100);
    }

    static Took lowest(List<Took> all) {
        return new Took(all.stream().mapToDouble(Took::clock).min().orElseThrow(), all.stream().mapToDouble(Took::processor).min().orElseThrow());
    }
}
