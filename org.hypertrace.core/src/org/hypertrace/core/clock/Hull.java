/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock;

import java.util.Arrays;

/** The upper or lower convex hull of points that come from left to right: of any number of points, only its vertices are kept. */
final class Hull {

    private final int fSign;
    private long[] fX = new long[16];
    private long[] fY = new long[16];
    private int fSize;

    private Hull(int sign) {
        fSign = sign;
    }

    static Hull upper() {
        return new Hull(1);
    }

    static Hull lower() {
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

    /** Its x is greater than that of all before it. */
    void add(long x, long y) {
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
}
