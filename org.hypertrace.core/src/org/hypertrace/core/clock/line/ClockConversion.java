/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

/** Converts what a clock shows to the reference clock. */
@FunctionalInterface
public interface ClockConversion {

    /**
     * @param reading
     *            of the clock: ns, or ticks
     * @return when that was, rounded down, ns on the reference clock
     */
    long at(long reading);
}
