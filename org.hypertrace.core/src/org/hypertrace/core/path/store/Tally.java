/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.store;

import java.util.Arrays;

/** Sums of stays by small numbers, without an object for any of them. */
public final class Tally {

    private static final int WORDS = 4;
    private static final int TIMES = 1;
    private static final int LONGEST = 2;
    private static final int LONGEST_BEGIN = 3;

    private long[] fSums = new long[WORDS << 6];

    /**
     * One more stay.
     *
     * @param number
     *            of what it is, from 0
     * @param ns
     *            how long it is
     * @param begin
     *            its begin, ns since the epoch
     */
    public void add(int number, long ns, long begin) {
        int at = number * WORDS;
        if (at >= fSums.length) {
            fSums = Arrays.copyOf(fSums, Math.max(2 * fSums.length, at + WORDS));
        }
        fSums[at] += ns;
        if (fSums[at + TIMES]++ == 0 || ns > fSums[at + LONGEST]) {
            fSums[at + LONGEST] = ns;
            fSums[at + LONGEST_BEGIN] = begin;
        }
    }

    private long get(int number, int word) {
        int at = number * WORDS + word;
        return at < fSums.length ? fSums[at] : 0;
    }

    /** @return all stays together, ns */
    public long ns(int number) {
        return get(number, 0);
    }

    /** @return how many stays there were */
    public long times(int number) {
        return get(number, TIMES);
    }

    /** @return the longest stay, ns */
    public long longest(int number) {
        return get(number, LONGEST);
    }

    /** @return the begin of the first of the longest stays, ns since the epoch */
    public long longestBegin(int number) {
        return get(number, LONGEST_BEGIN);
    }
}
