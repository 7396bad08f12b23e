/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Lengths of system calls, exact in ns. The floor is what they would have taken if each took as long as the shortest ones; what is
 * above it is the disturbance.
 *
 * @param count
 *            how many, more than 0
 * @param total
 *            their sum
 * @param least
 *            the sum of the shortest ones
 * @param of
 *            how many these are: k, or all if there are fewer
 * @param p50
 *            percentiles by nearest rank
 */
public record CallFigures(int count, long total, long least, int of, long p50, long p95, long p99, long max) {

    private static final int ALL = 100;

    static CallFigures of(long[] lengths, int k) {
        long[] sorted = lengths.clone();
        Arrays.sort(sorted);
        int of = Math.min(k, sorted.length);
        return new CallFigures(sorted.length, Arrays.stream(sorted).sum(), Arrays.stream(sorted, 0, of).sum(), of, rank(sorted, 50),
                rank(sorted, 95), rank(sorted, 99), sorted[sorted.length - 1]);
    }

    static long rank(long[] sorted, int percent) {
        return sorted[(int) (((long) sorted.length * percent + ALL - 1) / ALL) - 1];
    }

    /** @return the number of calls times the mean of the shortest ones, rounded down */
    public long floor() {
        return BigInteger.valueOf(least).multiply(BigInteger.valueOf(count)).divide(BigInteger.valueOf(of)).longValueExact();
    }

    /** @return the total less the floor */
    public long disturbance() {
        return total - floor();
    }
}
