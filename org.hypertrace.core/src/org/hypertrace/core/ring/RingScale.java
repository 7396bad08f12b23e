/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

/**
 * Makes ns of ticks. A duration is the difference of two times, so that parts sum to the whole.
 *
 * @param khz
 *            thousands of ticks per second, from 1 to {@link #MAX_KHZ}
 */
public record RingScale(long khz) {

    /** No clock of a processor is faster. */
    public static final long MAX_KHZ = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;
    /** Some 73 years: what is beyond is no time of a machine, and is shown as this. */
    private static final long MOST = Long.MAX_VALUE / 4;

    /**
     * @param ticks
     *            0 or more
     * @return {@code ticks} * 10^6 / {@code khz} ns, rounded down; at most a quarter of {@link Long#MAX_VALUE}
     */
    public long ns(long ticks) {
        long ms = ticks / khz;
        // the rest is below 10^9, so its product fits
        return ms > MOST / NS_PER_MS - 1 ? MOST : ms * NS_PER_MS + ticks % khz * NS_PER_MS / khz;
    }
}
