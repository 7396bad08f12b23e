/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.statistics;

import java.util.Arrays;

/**
 * Exact figures of some numbers; percentiles are by nearest rank, so each is one of the numbers.
 *
 * @param count
 *            of the numbers, at least 1
 * @param p50
 *            the median
 */
public record Distribution(int count, long total, long min, long max, long p50, long p90, long p99) {

    /** Numbers that are still being collected. */
    static final class Growing {
        private long[] fValues = new long[8];
        private int fCount;

        void add(long value) {
            if (fCount == fValues.length) {
                fValues = Arrays.copyOf(fValues, 2 * fCount);
            }
            fValues[fCount++] = value;
        }

        Distribution figures() {
            Arrays.sort(fValues, 0, fCount);
            return new Distribution(fCount, Arrays.stream(fValues, 0, fCount).sum(), fValues[0], fValues[fCount - 1], at(500),
                    at(900), at(990));
        }

        private long at(int perMille) {
            return fValues[Ranks.rank(fCount, perMille)];
        }
    }

    /** @return the mean, rounded */
    public long mean() {
        return Math.round((double) total / count);
    }
}
