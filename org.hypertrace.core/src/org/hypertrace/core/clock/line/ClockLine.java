/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.line;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The middle of the steepest and the flattest line that lie between all bounds. */
public final class ClockLine implements ClockPiece {

    private static final long FAR = 1L << 52;
    /** Of a product that is less than {@link #LARGE} and what it is added to, at the most: both factors are right to 2^-51. */
    private static final double ERROR = 0x1p-12;
    private static final double LARGE = 0x1p35;
    /** Of a hull with more vertices than these only some are shown. */
    private static final int MOST_RESIDUALS = 256;

    private final long fOrigin;
    private final long fTo;
    private final long fBounds;
    private final LineFit.Extreme fSteepest;
    private final LineFit.Extreme fFlattest;
    private final Hull fLower;
    private final Hull fUpper;
    /** The middle line: its whole ns at the origin, what is left of that, and its slope beyond 1. */
    private final long fBase;
    private final double fStart;
    private final double fBeyond;
    private volatile List<Ratio> fSlopes;
    /** Per slope of {@link #fSlopes}: how far a line of it may be moved down and up. */
    private List<Ratio> fLowest;
    private List<Ratio> fHighest;
    /** The same from the middle line, in numbers that are fast. */
    private double[] fTilts;
    private double fMostUncertain;
    private double[] fUp;
    private double[] fDown;

    ClockLine(long origin, long to, long bounds, LineFit.Extreme steepest, LineFit.Extreme flattest, Hull lower, Hull upper) {
        fOrigin = origin;
        fTo = to;
        fBounds = bounds;
        fSteepest = steepest;
        fFlattest = flattest;
        fLower = lower;
        fUpper = upper;
        Ratio start = exact(origin);
        fBase = start.floor();
        fStart = start.minus(Ratio.of(fBase)).near();
        fBeyond = slope().minus(Ratio.ONE).reduced().near();
    }

    @Override
    public long from() {
        return fOrigin;
    }

    @Override
    public long to() {
        return fTo;
    }

    @Override
    public long bounds() {
        return fBounds;
    }

    @Override
    public boolean isDetermined() {
        return true;
    }

    /** @return the slope of the steepest line that fits */
    public Ratio steepest() {
        return fSteepest.slope();
    }

    /** @return the slope of the flattest line that fits */
    public Ratio flattest() {
        return fFlattest.slope();
    }

    @Override
    public Ratio slope() {
        return steepest().plus(flattest()).half();
    }

    @Override
    public Ratio exact(long reading) {
        return Ratio.of(fOrigin).plus(exact(fSteepest, reading).plus(exact(fFlattest, reading)).half());
    }

    private Ratio exact(LineFit.Extreme line, long reading) {
        BigInteger x = BigInteger.valueOf(reading).subtract(BigInteger.valueOf(fOrigin)).subtract(BigInteger.valueOf(line.x()));
        return Ratio.of(line.y()).plus(line.slope().times(new Ratio(x, BigInteger.ONE)));
    }

    @Override
    public long at(long reading) {
        long x = reading - fOrigin;
        double beyond = fStart + fBeyond * x;
        double whole = Math.floor(beyond);
        double rest = beyond - whole;
        // where it is not next to a whole number, its floor is exact
        boolean isSure = rest > ERROR && rest < 1 - ERROR && whole < LARGE && whole > -LARGE && x < FAR && x > -FAR;
        return isSure ? fBase + x + (long) whole : precisely(reading);
    }

    private long precisely(long reading) {
        try {
            long x = Math.subtractExact(reading, fOrigin);
            long a = Math.subtractExact(x, fSteepest.x());
            long b = Math.subtractExact(x, fFlattest.x());
            // nearly all slopes are near 1: what is beyond that has products that a long holds
            long beyondA = Math.multiplyExact(Math.subtractExact(fSteepest.rise(), fSteepest.run()), a);
            long beyondB = Math.multiplyExact(Math.subtractExact(fFlattest.rise(), fFlattest.run()), b);
            long whole = Math.addExact(
                    Math.addExact(Math.addExact(fSteepest.y(), a), Math.floorDiv(beyondA, fSteepest.run())),
                    Math.addExact(Math.addExact(fFlattest.y(), b), Math.floorDiv(beyondB, fFlattest.run())));
            long restA = Math.floorMod(beyondA, fSteepest.run());
            long restB = Math.floorMod(beyondB, fFlattest.run());
            // half of an uneven sum: the rests decide, if they are 1 or more together
            boolean more = (whole & 1) != 0
                    && Ratio.compareProducts(restA, fFlattest.run(), fFlattest.run() - restB, fSteepest.run()) >= 0;
            return Math.addExact(fOrigin, (whole >> 1) + (more ? 1 : 0));
        } catch (ArithmeticException tooLarge) {
            return exact(reading).floor();
        }
    }

    /** @return the least that any line which fits has at this reading, ns on the reference clock */
    public Ratio least(long reading) {
        slopes();
        return Ratio.of(fOrigin).plus(outermost(reading, fLowest, -1));
    }

    /** @return the most that any line which fits has at this reading, ns on the reference clock */
    public Ratio most(long reading) {
        slopes();
        return Ratio.of(fOrigin).plus(outermost(reading, fHighest, 1));
    }

    /** @return whether all upper bounds are above this line by so much, ns, or more */
    public boolean hasRoomAbove(long distance) {
        return IntStream.range(0, fUpper.size()).allMatch(i -> at(fOrigin + fUpper.x(i)) + distance <= fOrigin + fUpper.y(i));
    }

    /** @return the lower bounds that leave the least room: the vertices of their hull, at most some hundred */
    public List<Residual> below() {
        return residuals(fLower);
    }

    /** @return the upper bounds that leave the least room: the vertices of their hull, at most some hundred */
    public List<Residual> above() {
        return residuals(fUpper);
    }

    private List<Residual> residuals(Hull hull) {
        int step = 1 + (hull.size() - 1) / MOST_RESIDUALS;
        List<Residual> found = new ArrayList<>();
        for (int i = 0; i < hull.size(); i += step) {
            long reading = fOrigin + hull.x(i);
            long time = at(reading);
            found.add(new Residual(reading, time, fOrigin + hull.y(i) - time));
        }
        return found;
    }

    @Override
    public long uncertainty(long reading) {
        Ratio here = exact(reading);
        Ratio down = here.minus(least(reading));
        Ratio up = most(reading).minus(here);
        return (down.compareTo(up) > 0 ? down : up).floor();
    }

    /** @return whether the truth may be so far from this line there, ns; to some millionths of a ns */
    boolean isAtMost(long reading, long distance) {
        if (distance <= 0) {
            return true;
        }
        slopes();
        // it is least in the middle: what is too far at both ends is too far between them
        return (reading < fOrigin || reading > fTo || distance <= fMostUncertain) && distance <= Math.floor(nearUncertainty(reading));
    }

    /** The same to some millionths of a ns, for many readings in a row. */
    double nearUncertainty(long reading) {
        slopes();
        return near(reading);
    }

    private double near(long reading) {
        double x = reading - fOrigin;
        double found = 0;
        for (int i = 0; i < fTilts.length; i++) {
            found = Math.max(found, Math.max(fUp[i] + fTilts[i] * x, fDown[i] - fTilts[i] * x));
        }
        return found;
    }

    /** Which lines are outermost somewhere: the steepest, the flattest, and those along the edges of the hulls. */
    private void slopes() {
        if (fSlopes == null) {
            List<Ratio> slopes = new ArrayList<>(List.of(steepest(), flattest()));
            edges(fLower, slopes);
            edges(fUpper, slopes);
            fLowest = slopes.stream().map(fLower::outermost).toList();
            fHighest = slopes.stream().map(fUpper::outermost).toList();
            Ratio slope = slope();
            Ratio start = exact(fOrigin).minus(Ratio.of(fOrigin));
            fTilts = slopes.stream().mapToDouble(tilted -> tilted.minus(slope).reduced().near()).toArray();
            fUp = fHighest.stream().mapToDouble(high -> high.minus(start).reduced().near()).toArray();
            fDown = fLowest.stream().mapToDouble(low -> start.minus(low).reduced().near()).toArray();
            fMostUncertain = Math.max(near(fOrigin), near(fTo));
            // several threads may ask: who sees it sees all of the others
            fSlopes = slopes;
        }
    }

    private void edges(Hull hull, List<Ratio> to) {
        for (int i = 1; i < hull.size(); i++) {
            long rise = hull.y(i) - hull.y(i - 1);
            long run = hull.x(i) - hull.x(i - 1);
            if (fSteepest.compare(rise, run) > 0 && fFlattest.compare(rise, run) < 0) {
                to.add(Ratio.of(rise, run));
            }
        }
    }

    private Ratio outermost(long reading, List<Ratio> offsets, int sign) {
        Ratio x = Ratio.of(reading).minus(Ratio.of(fOrigin));
        Ratio found = null;
        for (int i = 0; i < fSlopes.size(); i++) {
            Ratio value = offsets.get(i).plus(fSlopes.get(i).times(x));
            found = found == null || sign * value.compareTo(found) > 0 ? value : found;
        }
        return found;
    }
}
