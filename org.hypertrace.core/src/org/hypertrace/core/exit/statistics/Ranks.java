/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.Arrays;

/** Exact percentiles by nearest rank, without sorting everything. */
public final class Ranks {

    /** Shorter stretches are sorted. */
    private static final int SHORT = 64;

    private Ranks() {
    }

    /**
     * @param count
     *            of sorted values
     * @param perMille
     *            a percentile times ten; 1000 is the last
     * @return its place among them, from 0
     */
    public static int rank(int count, int perMille) {
        return (int) Math.max(0, ((long) count * perMille + 999) / 1000 - 1);
    }

    /**
     * Brings the value that would stand at place {@code k} of the sorted stretch there, smaller ones before and greater ones
     * after it. Takes time in proportion to the length, and never more than sorting.
     *
     * @param from
     *            where the stretch begins
     * @param to
     *            where it ends, exclusive
     * @param k
     *            a place in it
     * @return the value
     */
    public static long select(long[] values, int from, int to, int k) {
        int low = from;
        int high = to;
        for (int rounds = 64; high - low > SHORT && rounds > 0; rounds--) {
            long pivot = median(values[low], values[low + high >>> 1], values[high - 1]);
            // less | equal | greater
            int less = low;
            int greater = high;
            for (int i = low; i < greater;) {
                long value = values[i];
                if (value < pivot) {
                    values[i++] = values[less];
                    values[less++] = value;
                } else if (value > pivot) {
                    values[i] = values[--greater];
                    values[greater] = value;
                } else {
                    i++;
                }
            }
            if (k < less) {
                high = less;
            } else if (k >= greater) {
                low = greater;
            } else {
                return pivot;
            }
        }
        Arrays.sort(values, low, high);
        return values[k];
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
