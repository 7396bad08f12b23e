/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.history;

import java.util.function.IntPredicate;

/** Search in what ascends, from a place on: near ones are found at once, far ones in few steps. */
public final class Ascending {

    private Ascending() { }

    /**
     * @param from
     *            the first place that may be meant, not negative
     * @param count
     *            of all places
     * @param isReached
     *            whether a place is the one that is searched, or behind it
     * @return the first place that is; {@code count}, or {@code from} if that is more, if there is none
     */
    public static int first(int from, int count, IntPredicate isReached) {
        int low = from;
        int high = from;
        for (int step = 1; high < count && !isReached.test(high); step <<= 1) {
            low = high + 1;
            // a step that became negative is too long, too
            high = step > 0 && step < count - high ? high + step : count;
        }
        while (low < high) {
            int middle = low + high >>> 1;
            if (isReached.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * @param times
     *            ascending
     * @param from
     *            the first place that may be meant, not negative
     * @param time
     *            a time
     * @return the place of the first one that is not before that time; how many there are if there is none
     */
    public static int first(long[] times, int from, long time) {
        return first(from, times.length, i -> times[i] >= time);
    }
}
