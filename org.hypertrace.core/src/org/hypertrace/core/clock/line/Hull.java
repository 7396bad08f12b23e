/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.util.Arrays;

/** The upper or lower convex hull of points that come from left to right: of any number of points, only its vertices are kept. */
public final class Hull {

    private final int fSign;
    private long[] fX = new long[16];
    private long[] fY = new long[16];
    private int fSize;

    private Hull(int sign) {
        fSign = sign;
    }

    /** @return the upper hull of no points yet */
    public static Hull upper() {
        return new Hull(1);
    }

    /** @return the lower hull of no points yet */
    public static Hull lower() {
        return new Hull(-1);
    }

    int size() {
        return fSize;
    }

    long x(int vertex) {
        return fX[vertex];
    }

    long y(int vertex) {
        return fY[vertex];
    }

    /**
     * Adds a point.
     *
     * @param x
     *            greater than that of all before it
     * @param y
     *            any number
     */
    public void add(long x, long y) {
        while (fSize > 1 && fSign * Ratio.compareProducts(fY[fSize - 1] - fY[fSize - 2], x - fX[fSize - 1], y - fY[fSize - 1],
                fX[fSize - 1] - fX[fSize - 2]) <= 0) {
            fSize--;
        }
        if (fSize == fX.length) {
            fX = Arrays.copyOf(fX, 2 * fSize);
            fY = Arrays.copyOf(fY, 2 * fSize);
        }
        fX[fSize] = x;
        fY[fSize++] = y;
    }

    /** @return the vertex at which a line from a point right of all vertices touches the hull; of two the left one; -1 if there is none */
    int touchedFrom(long x, long y) {
        int from = 0;
        int to = fSize - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            // the slopes to the vertices fall (upper hull) until the touched one, and rise behind it
            if (fSign * Ratio.compareProducts(y - fY[middle], x - fX[middle + 1], y - fY[middle + 1], x - fX[middle]) <= 0) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return to;
    }

    /** @return the greatest (upper hull) or least value of y - slope * x of all points */
    Ratio outermost(Ratio slope) {
        Ratio found = null;
        for (int i = 0; i < fSize; i++) {
            Ratio value = Ratio.of(fY[i]).minus(slope.times(Ratio.of(fX[i])));
            found = found == null || fSign * value.compareTo(found) > 0 ? value : found;
        }
        return found;
    }

    /**
     * Leaves out nearly all points that are no vertices: those that are not beyond the line between a point before and one after them. These two are
     * the outermost ones of a block each, as seen along a slope of 1.
     */
    static final class Filter {

        private static final int BLOCK = 64;
        private static final long SMALL = 1L << 31;

        private final Hull fTo;
        private final int fSign;
        /** Points since the outermost one of the block before, which is the first if there was one. */
        private final long[] fX = new long[2 * BLOCK];
        private final long[] fY = new long[2 * BLOCK];
        private int fCount;
        private int fEnd = BLOCK;
        private boolean fHasBegin;
        private int fOutermost;
        private long fMost;

        Filter(Hull to) {
            fTo = to;
            fSign = to.fSign;
        }

        /** Its x is greater than that of all before it. */
        void add(long x, long y) {
            long beyond = fSign * (y - x);
            if (fCount == fEnd) {
                pass();
                fMost = beyond;
                fOutermost = fCount;
            } else if (fCount == 0 || beyond > fMost) {
                fMost = beyond;
                fOutermost = fCount;
            }
            fX[fCount] = x;
            fY[fCount++] = y;
        }

        /** A block is whole: what is before its outermost point is decided. */
        private void pass() {
            int to = fOutermost;
            long x = fX[0];
            long y = fY[0];
            long run = fX[to] - x;
            // heights above a line of slope 1 are small for nearly all clocks: then a long holds the products
            long rise = fY[to] - y - run;
            boolean isSmall = isSmall(run) && isSmall(rise);
            for (int i = fHasBegin ? 1 : 0; i < to; i++) {
                long height = fY[i] - y - (fX[i] - x);
                boolean isBeyond = isSmall && isSmall(height) ? fSign * (height * run - rise * (fX[i] - x)) > 0
                        : fSign * Ratio.compareProducts(fY[i] - y, run, fY[to] - y, fX[i] - x) > 0;
                if (!fHasBegin || isBeyond) {
                    fTo.add(fX[i], fY[i]);
                }
            }
            fTo.add(fX[to], fY[to]);
            fHasBegin = true;
            fCount -= to;
            System.arraycopy(fX, to, fX, 0, fCount);
            System.arraycopy(fY, to, fY, 0, fCount);
            fEnd = fCount + BLOCK;
        }

        private static boolean isSmall(long value) {
            return value < SMALL && value > -SMALL;
        }

        /** No more points come. */
        void finish() {
            for (int i = fHasBegin ? 1 : 0; i < fCount; i++) {
                fTo.add(fX[i], fY[i]);
            }
        }
    }
}
