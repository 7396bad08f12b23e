/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

import org.hypertrace.core.path.Hops;
import org.hypertrace.core.path.Segments;

/** The hops of a path between rows, by time. */
final class PathHops {

    /** More arrows cannot be distinguished. */
    static final int MOST = 300;

    private final long[] fTimes;
    private final int[] fFrom;
    private final int[] fTo;
    private final byte[] fHow;
    private final int fSize;

    /**
     * @param path
     *            a path
     * @param rows
     *            the row of a participant or run of a handler, less than 0 if it has none
     */
    PathHops(Segments path, IntUnaryOperator rows) {
        Hops hops = path.hops();
        int count = hops.size();
        fTimes = new long[count];
        fFrom = new int[count];
        fTo = new int[count];
        fHow = new byte[count];
        Map<Integer, Integer> known = new HashMap<>();
        int size = 0;
        for (int i = 0; i < count; i++) {
            int from = known.computeIfAbsent(hops.from(i), rows::applyAsInt);
            int to = known.computeIfAbsent(hops.to(i), rows::applyAsInt);
            // what comes later explains the end of the window and has no place in it
            if (from >= 0 && to >= 0 && hops.time(i) <= path.end()) {
                fTimes[size] = hops.time(i);
                fFrom[size] = from;
                fTo[size] = to;
                fHow[size++] = (byte) hops.how(i).ordinal();
            }
        }
        fSize = size;
    }

    int size() {
        return fSize;
    }

    long time(int hop) {
        return fTimes[hop];
    }

    int from(int hop) {
        return fFrom[hop];
    }

    int to(int hop) {
        return fTo[hop];
    }

    Hops.How how(int hop) {
        return Hops.How.values()[fHow[hop]];
    }

    /** The first hop at a time or later; {@link #size} if there is none. */
    int first(long time) {
        int low = 0;
        int high = fSize;
        while (low < high) {
            int middle = low + high >>> 1;
            if (fTimes[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Those to be shown of a time: all, or if they are more than {@value #MOST}, in each of so many parts of the time the first, so
     * that something is to be seen wherever something is.
     *
     * @param begin
     *            ns since the epoch
     * @param end
     *            inclusively
     * @return their numbers
     */
    int[] shown(long begin, long end) {
        int first = first(begin);
        int after = end == Long.MAX_VALUE ? fSize : first(end + 1);
        if (after - first <= MOST) {
            int[] all = new int[after - first];
            for (int i = 0; i < all.length; i++) {
                all[i] = first + i;
            }
            return all;
        }
        int[] some = new int[MOST];
        int size = 0;
        double part = (end - begin + 1) / (double) MOST;
        for (int i = 0; i < MOST; i++) {
            int hop = first(begin + (long) (i * part));
            if (hop < after && fTimes[hop] < begin + (long) ((i + 1) * part)) {
                some[size++] = hop;
            }
        }
        return Arrays.copyOf(some, size);
    }
}
