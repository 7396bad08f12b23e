/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.column;

import java.util.Arrays;
import java.util.List;

/** Numbers of lists by their ranks. */
public final class Ranks {

    private static final int DIGIT = 16;

    private Ranks() {
    }

    /**
     * @param lists
     *            at least one number
     * @param ranks
     *            from 0, in order, less than all sizes together
     * @return the values of these ranks among all numbers: by counting 16 bits at a time, in constant memory
     */
    public static long[] of(List<Longs> lists, long... ranks) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (Longs list : lists) {
            LongsReader values = list.reader();
            for (long i = 0; i < list.size(); i++) {
                long value = values.get(i);
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        int digits = (Long.SIZE - Long.numberOfLeadingZeros(most - least) + DIGIT - 1) / DIGIT;
        long[] prefixes = new long[ranks.length];
        long[] left = ranks.clone();
        for (int shift = Math.max(0, digits - 1) * DIGIT; shift >= 0; shift -= DIGIT) {
            find(lists, least, shift, prefixes, left);
        }
        for (int i = 0; i < prefixes.length; i++) {
            prefixes[i] += least;
        }
        return prefixes;
    }

    /** One digit more of all: ranks are among the numbers that begin with their prefix. */
    private static void find(List<Longs> lists, long least, int shift, long[] prefixes, long[] ranks) {
        long[] different = Arrays.stream(prefixes).distinct().toArray();
        long[][] counts = new long[different.length][1 << DIGIT];
        for (Longs list : lists) {
            LongsReader values = list.reader();
            for (long i = 0; i < list.size(); i++) {
                long above = values.get(i) - least >>> shift;
                for (int group = 0; group < different.length; group++) {
                    if (above >>> DIGIT == different[group]) {
                        counts[group][(int) above & (1 << DIGIT) - 1]++;
                    }
                }
            }
        }
        for (int i = 0; i < ranks.length; i++) {
            int group = 0;
            while (different[group] != prefixes[i]) {
                group++;
            }
            int digit = 0;
            while (ranks[i] >= counts[group][digit]) {
                ranks[i] -= counts[group][digit++];
            }
            prefixes[i] = prefixes[i] << DIGIT | digit;
        }
    }
}
