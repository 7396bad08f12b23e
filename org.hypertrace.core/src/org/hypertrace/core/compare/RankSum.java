/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Whether two groups of measurements differ by more than chance: the rank-sum test of Mann, Whitney and Wilcoxon, two-sided and exact.
 * Every way to deal the ranks to the groups is counted: with few repetitions an approximation reports nothing.
 * Equal measurements share the mean of their ranks.
 */
public final class RankSum {

    /** With fewer repetitions of each even the clearest difference could be chance: 2 of 20 ways, not 2 of 70. */
    public static final int ENOUGH = 4;
    /** What is less likely than this by chance alone is no chance. */
    public static final double LEVEL = 0.05;
    /** Repetitions further than these of each are not looked at: the ways to count grow with their cube. */
    static final int MOST = 30;

    /** One of so many is left out at each end of an interval. */
    private static final BigInteger TAIL = BigInteger.valueOf(40);

    private RankSum() {
    }

    /**
     * @param a
     *            measurements
     * @param b
     *            others
     * @return how likely such a difference of ranks, or a greater one, is by chance alone: (0, 1]; NaN if there are fewer than
     *         {@value #ENOUGH} of either
     */
    public static double pValue(long[] a, long[] b) {
        if (a.length < ENOUGH || b.length < ENOUGH) {
            return Double.NaN;
        }
        return exact(Arrays.copyOf(a, Math.min(a.length, MOST)), Arrays.copyOf(b, Math.min(b.length, MOST)));
    }

    /**
     * Of the ratios of all pairs, sorted, the c-th and the c-th from the end enclose the true one with at least 95 %. Distinct ranks are
     * assumed, and c is as great as that allows.
     *
     * @param a
     *            how many measurements there are of one
     * @param b
     *            how many of the other, at most {@value #MOST} each
     * @return c, from 1; 0 if there are too few for any
     */
    static int cut(int a, int b) {
        // ways to have i of a and j of b with u pairs in order: the last is of either; a row per j
        BigInteger[][] ways = new BigInteger[b + 1][];
        for (int i = 0; i <= a; i++) {
            for (int j = 0; j <= b; j++) {
                BigInteger[] next = new BigInteger[a * b + 1];
                Arrays.fill(next, BigInteger.ZERO);
                if (i == 0 || j == 0) {
                    next[0] = BigInteger.ONE;
                } else {
                    for (int u = 0; u <= i * j; u++) {
                        next[u] = ways[j][u];
                        next[u] = u < i ? next[u] : next[u].add(ways[j - 1][u - i]);
                    }
                }
                ways[j] = next;
            }
        }
        BigInteger all = Arrays.stream(ways[b]).reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger below = BigInteger.ZERO;
        int c = 0;
        while (true) {
            below = below.add(ways[b][c]);
            if (below.multiply(TAIL).compareTo(all) > 0) {
                return c;
            }
            c++;
        }
    }

    private static double exact(long[] a, long[] b) {
        long[] all = new long[a.length + b.length];
        System.arraycopy(a, 0, all, 0, a.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        Arrays.sort(all);
        int[] ranks = new int[all.length]; // doubled: shared ones may be halves
        for (int i = 0; i < all.length;) {
            int next = i;
            while (next < all.length && all[next] == all[i]) {
                next++;
            }
            Arrays.fill(ranks, i, next, i + 1 + next);
            i = next;
        }
        int sum = 0;
        for (long measured : a) {
            sum += ranks[Arrays.binarySearch(all, measured)];
        }
        return beyond(ways(ranks, a.length), sum, a.length * (all.length + 1));
    }

    /** How many ways there are to choose so many of the ranks, by their sum. */
    private static double[] ways(int[] ranks, int chosen) {
        int most = Arrays.stream(ranks).sum();
        double[][] ways = new double[chosen + 1][most + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            for (int n = chosen; n > 0; n--) {
                for (int sum = most; sum >= rank; sum--) {
                    ways[n][sum] += ways[n - 1][sum - rank];
                }
            }
        }
        return ways[chosen];
    }

    private static double beyond(double[] ways, int sum, int expected) {
        double all = 0;
        double beyond = 0;
        for (int i = 0; i < ways.length; i++) {
            all += ways[i];
            beyond += Math.abs(i - expected) >= Math.abs(sum - expected) ? ways[i] : 0;
        }
        return beyond / all;
    }
}
