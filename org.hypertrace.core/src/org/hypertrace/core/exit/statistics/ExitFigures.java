/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import org.hypertrace.core.vcpu.VcpuState;

/**
 * Exact figures of some exits that have something in common. All are of exits that begin in the stretch of time asked for, with
 * their whole lengths; durations in ns.
 *
 * @param example
 *            the number of one of the exits, which reports what they have in common
 * @param count
 *            of the exits, at least 1
 * @param inRange
 *            how much of the time asked for was spent in such exits, also in those that began before it
 * @param p50
 *            the median; percentiles are by nearest rank, so each is the length of an exit
 * @param deviation
 *            the standard deviation of the lengths as a sample, {@code NaN} of a single one
 * @param longest
 *            the number of the (first) longest exit
 * @param parts
 *            the total by state
 */
public record ExitFigures(int example, int count, long total, long inRange, long min, long max, long p50, long p90, long p99,
        long p999, double deviation, int longest, long[] parts) {

    /** @return the mean length, rounded */
    public long mean() {
        return Math.round((double) total / count);
    }

    /** @return the total without what vCPUs were idle, ns: what the exits cost */
    public long cost() {
        return total - ns(VcpuState.HALTED);
    }

    /** @return ns of the total */
    public long ns(VcpuState state) {
        return parts[state.ordinal()];
    }
}
