/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.describe;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The groups of events that a guest's tracer switches on and off, by the bits of version 1. */
final class TracerGroups {

    private static final List<String> NAMES = List.of("sched", "syscalls", "irq", "softirq", "apic", "timers", "crash", "functions",
            "shutdown", "relay", "levels", "initcalls", "graph");

    /** Whatever a guest reports, as the base has it. */
    private static final long ALL = 0xffffffffL;

    private TracerGroups() {
    }

    /** Their names; a bit without one is shown by its number. */
    static String of(long bits) {
        return bits == 0 ? "none" : bits == ALL ? "all" : IntStream.range(0, Long.SIZE).filter(bit -> (bits >>> bit & 1) != 0)
                .mapToObj(bit -> bit < NAMES.size() ? NAMES.get(bit) : Integer.toString(bit)).collect(Collectors.joining(", "));
    }
}
