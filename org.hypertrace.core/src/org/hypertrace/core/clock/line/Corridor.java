/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

/**
 * One side of the corridor between the hulls of a sample of bounds. Who is below a straight line between two lower bounds is no vertex of the hull
 * of all of them. So that is the hull of the sample and of those outside of the corridor; the same holds above, for upper bounds. Who is so near to
 * a line that rounding decides counts as outside.
 */
public final class Corridor {

    /** Heights above a line of slope 1 beyond this are not compared. */
    private static final double FAR = 1L << 40;
    private static final long LIMIT = 1L << 60;
    /** What rounding can be wrong by, ns. */
    private static final long UNSURE = 3;

    private final int fSign;
    /** What a number of this side is to be combined with, so that it is greater if it is further outside: all bits, or none. */
    private final long fMask;
    /** How far the first vertex is above a line of slope 1 through 0. */
    private final long fOrigin;
    private final long[] fX;
    /** Of each vertex how far it is above a line of slope 1 through the first one, and by how much the next edge is steeper. */
    private final long[] fHeights;
    private final double[] fSlopes;
    private int fNext;
    /** The edge at the reading that was asked last. */
    private long fFrom = Long.MAX_VALUE;
    private long fTo = Long.MIN_VALUE;
    private long fBase;
    private double fSlope;
    /** Heights below that are inside in all of the stretch, whatever the edge. */
    private long fSafe = Long.MIN_VALUE;

    private Corridor(Hull hull, int sign) {
        fSign = sign;
        int size = hull.size();
        fMask = sign < 0 ? -1 : 0;
        fOrigin = size == 0 ? 0 : hull.y(0) - hull.x(0);
        fX = new long[size];
        fHeights = new long[size];
        fSlopes = new double[size];
        for (int i = 0; i < size; i++) {
            fX[i] = hull.x(i);
            fHeights[i] = height(hull.x(i), hull.y(i));
        }
        for (int i = 0; i + 1 < size; i++) {
            boolean isSmall = isSmall(fHeights[i]) && isSmall(fHeights[i + 1]);
            fSlopes[i] = isSmall ? (double) (fHeights[i + 1] - fHeights[i]) / (fX[i + 1] - fX[i]) : Double.POSITIVE_INFINITY;
        }
    }

    /**
     * @param hull
     *            the upper hull of lower bounds
     * @return the corridor below it
     */
    public static Corridor below(Hull hull) {
        return new Corridor(hull, 1);
    }

    /**
     * @param hull
     *            the lower hull of upper bounds
     * @return the corridor above it
     */
    public static Corridor above(Hull hull) {
        return new Corridor(hull, -1);
    }

    private long height(long x, long y) {
        return y - x - fOrigin;
    }

    private static boolean isSmall(long height) {
        return height < LIMIT && height > -LIMIT;
    }

    /**
     * Prepares for the bounds of a stretch, so that most of them need no edge: hulls are highest between their ends.
     *
     * @param from
     *            the first reading, not less than any that was asked about
     * @param to
     *            the last one
     */
    public void prepare(long from, long to) {
        long begin = safeAt(from);
        long end = safeAt(to);
        fSafe = Math.min(begin, end);
    }

    /** Heights below are inside there, as this side counts them; the least number if that is not known. */
    private long safeAt(long x) {
        int at = fNext;
        while (at + 1 < fX.length && fX[at + 1] < x) {
            at++;
        }
        if (at + 1 >= fX.length || x < fX[at]) {
            return Long.MIN_VALUE;
        }
        double edge = fSlopes[at] * (x - fX[at]);
        return edge < FAR && edge > -FAR ? fSign * (fHeights[at] + (long) edge) - UNSURE : Long.MIN_VALUE;
    }

    /**
     * @param x
     *            a reading within {@link BoundSink#LIMIT}, not less than the one before
     * @param y
     *            its bound
     * @return whether it may be outside
     */
    public boolean isOutside(long x, long y) {
        return ((y - x - fOrigin) ^ fMask) >= fSafe && isBeyondEdge(x, y);
    }

    private boolean isBeyondEdge(long x, long y) {
        if ((x < fFrom || x > fTo) && !isAt(x)) {
            return true;
        }
        double edge = fSlope * (x - fFrom);
        long height = height(x, y);
        // not a number is not small either
        return !(edge < FAR && edge > -FAR) || !isSmall(height) || fSign * (height - fBase - (long) edge) >= -UNSURE;
    }

    /** Goes to the edge there; false if there is none. */
    private boolean isAt(long x) {
        while (fNext + 1 < fX.length && fX[fNext + 1] < x) {
            fNext++;
        }
        if (fNext + 1 >= fX.length || x < fX[fNext]) {
            return false;
        }
        fFrom = fX[fNext];
        fTo = fX[fNext + 1];
        fBase = fHeights[fNext];
        fSlope = fSlopes[fNext];
        return true;
    }
}
