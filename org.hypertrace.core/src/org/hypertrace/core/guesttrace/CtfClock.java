/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guesttrace;

import java.util.UUID;

/**
 * The clock of a trace. It ticks in nanoseconds; a time stamp {@code t} is the instant
 * {@code offset + t} nanoseconds after the epoch.
 *
 * @param name a C identifier; LTTng reports {@code monotonic}
 * @param uuid whose clock it is: Trace Compass takes traces with the same clock uuid for traces of one machine
 * @param description a sentence for readers
 * @param offset nanoseconds from the epoch (1970-01-01 UTC) to time stamp 0
 */
public record CtfClock(String name, UUID uuid, String description, long offset) {

    /**
     * @throws IllegalArgumentException if the name is no C identifier
     */
    public CtfClock {
        CtfField.requireIdentifier(name);
    }

    /** LTTng's clock of a machine, its time stamp 0 at {@code offset} nanoseconds after the epoch. */
    public static CtfClock monotonic(UUID uuid, long offset) {
        return new CtfClock("monotonic", uuid, "Monotonic Clock", offset);
    }
}
