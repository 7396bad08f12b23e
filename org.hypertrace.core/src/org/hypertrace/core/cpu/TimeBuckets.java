/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.Arrays;

/** Stretches of time that follow each other, as the pixels of a chart, and in each a sum of time, exact in ns. */
public final class TimeBuckets {

    private final long[] fBegins;
    private final long fEnd;
    private final long[] fSums;

    /** @param begins of the stretches, ascending; each lasts until the next begins, the last one as long as that before it */
    public TimeBuckets(long[] begins) {
        fBegins = begins;
        int last = begins.length - 1;
        fEnd = begins[last] + Math.max(1, last == 0 ? 1 : begins[last] - begins[last - 1]);
        fSums = new long[begins.length];
    }

    public long begin() {
        return fBegins[0];
    }

    /** When the last stretch ends (exclusive). */
    public long end() {
        return fEnd;
    }

    /** Counts the time between the two, {@code weight} times, where it is in the stretches. */
    public void add(long begin, long end, long weight) {
        int found = Arrays.binarySearch(fBegins, begin);
        for (int i = Math.max(0, found >= 0 ? found : -found - 2); i < fBegins.length && fBegins[i] < end; i++) {
            long until = i + 1 < fBegins.length ? fBegins[i + 1] : fEnd;
            fSums[i] += weight * Math.max(0, Math.min(end, until) - Math.max(begin, fBegins[i]));
        }
    }

    /** The sums in percent of those of {@code whole}, 0 where that is 0. */
    public double[] percentOf(TimeBuckets whole) {
        double[] percent = new double[fSums.length];
        for (int i = 0; i < percent.length; i++) {
            percent[i] = whole.fSums[i] == 0 ? 0 : 100.0 * fSums[i] / whole.fSums[i];
        }
        return percent;
    }
}
