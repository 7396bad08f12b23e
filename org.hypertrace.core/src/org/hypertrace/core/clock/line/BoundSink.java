/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

/** Gets bounds: what one clock shows, and between which times of the other clock that was. */
@FunctionalInterface
public interface BoundSink {

    /** Stands for no lower bound. */
    long NO_LOW = Long.MIN_VALUE;
    /** Stands for no upper bound. */
    long NO_HIGH = Long.MAX_VALUE;
    /** Readings and times beyond this have differences that a long cannot hold: they decide nothing. */
    long LIMIT = 1L << 61;

    /**
     * @param reading
     *            what the clock shows: ns, or ticks; not less than the one before
     * @param low
     *            it was not before this, ns on the reference clock; {@link #NO_LOW} if that is not known
     * @param high
     *            it was not after this; {@link #NO_HIGH} if that is not known
     */
    void bound(long reading, long low, long high);

    /** @return whether all of it is small enough to be computed with */
    static boolean isUsable(long reading, long low, long high) {
        return isSmall(reading) && (low == NO_LOW || isSmall(low)) && (high == NO_HIGH || isSmall(high))
                && (low != NO_LOW || high != NO_HIGH);
    }

    private static boolean isSmall(long value) {
        return value > -LIMIT && value < LIMIT;
    }
}
