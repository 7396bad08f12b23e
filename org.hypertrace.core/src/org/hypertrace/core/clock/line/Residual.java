/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

/**
 * How much room a bound leaves to a clock, or by how much an event contradicts it.
 *
 * @param reading
 *            of the clock, ns
 * @param time
 *            when that was by the clock, ns on the reference clock
 * @param ns
 *            the bound minus that: an upper bound that is kept is not less than 0, a lower one not more
 */
public record Residual(long reading, long time, long ns) { }
