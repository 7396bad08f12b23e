/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * How much faster B is than A: the median of the ratios of all durations of A to all of B. Speed-up, gain and saving are three ways to
 * write the one ratio: 1.25, 25 % and 20 % if 4 s are left of 5 s.
 *
 * @param ratio
 *            the speed-up; null if nothing was measured of A or of B, or if something took no time
 * @param low
 *            the begin of the interval that has the true one with at least 95 %; null without enough repetitions
 * @param high
 *            its end
 * @param chance
 *            how likely such a difference is by chance alone, see {@link RankSum}: (0, 1]; NaN without enough repetitions
 */
public record SpeedUp(Ratio ratio, Ratio low, Ratio high, double chance) {

    /**
     * @param a
     *            durations of the repetitions of A, ns, the first {@value RankSum#MOST} count
     * @param b
     *            those of B
     * @return the speed-up from A to B
     */
    public static SpeedUp of(long[] a, long[] b) {
        return of(Arrays.stream(a).mapToObj(ns -> Ratio.of(ns, 1)).toList(), Arrays.stream(b).mapToObj(ns -> Ratio.of(ns, 1)).toList());
    }

    /**
     * @param a
     *            figures of the repetitions of A, of which less is faster: means, exact; the first {@value RankSum#MOST} count
     * @param b
     *            those of B
     * @return the speed-up from A to B
     */
    public static SpeedUp of(List<Ratio> a, List<Ratio> b) {
        // equal figures have one place, so that the ranks are those of the figures
        List<Ratio> sorted = Stream.concat(a.stream(), b.stream()).distinct().sorted().toList();
        double chance = RankSum.pValue(places(a, sorted), places(b, sorted));
        List<Ratio> before = a.subList(0, Math.min(a.size(), RankSum.MOST));
        List<Ratio> after = b.subList(0, Math.min(b.size(), RankSum.MOST));
        if (before.isEmpty() || after.isEmpty() || !before.stream().allMatch(Ratio::isPositive) || !after.stream().allMatch(Ratio::isPositive)) {
            return new SpeedUp(null, null, null, chance);
        }
        List<Ratio> ratios = new ArrayList<>();
        before.forEach(over -> after.forEach(under -> ratios.add(over.over(under))));
        Collections.sort(ratios);
        int cut = Double.isNaN(chance) ? 0 : RankSum.cut(before.size(), after.size());
        return new SpeedUp(Ratio.median(ratios), cut == 0 ? null : ratios.get(cut - 1), cut == 0 ? null : ratios.get(ratios.size() - cut), chance);
    }

    private static long[] places(List<Ratio> figures, List<Ratio> sorted) {
        return figures.stream().mapToLong(figure -> Collections.binarySearch(sorted, figure)).toArray();
    }

    /**
     * @param a
     *            the only duration of A, ns
     * @param b
     *            that of B
     * @return the speed-up from A to B
     */
    public static SpeedUp of(long a, long b) {
        return of(new long[] { a }, new long[] { b });
    }

    /** @return whether it is known */
    public boolean isKnown() {
        return ratio != null;
    }

    /** @return whether it has an interval: then both ends are known */
    public boolean hasInterval() {
        return low != null;
    }

    /** @return whether more than chance is behind it; false without enough repetitions */
    public boolean isSignificant() {
        return chance < RankSum.LEVEL;
    }
}
