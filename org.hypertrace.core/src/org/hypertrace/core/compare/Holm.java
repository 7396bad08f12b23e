/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Chances of several questions asked of the same measurements, by the procedure of Holm: of twenty, one would be below 5 % by chance. */
public final class Holm {

    private Holm() {
    }

    /**
     * @param chances
     *            each (0, 1]; NaN: that question was not asked
     * @return each corrected. That any of those that are chance comes out below a level is no likelier than that level
     */
    public static double[] corrected(double[] chances) {
        int[] order = IntStream.range(0, chances.length).filter(i -> !Double.isNaN(chances[i])).boxed()
                .sorted(Comparator.comparingDouble(i -> chances[i])).mapToInt(Integer::intValue).toArray();
        double[] corrected = new double[chances.length];
        Arrays.fill(corrected, Double.NaN);
        double most = 0;
        for (int place = 0; place < order.length; place++) {
            most = Math.max(most, Math.min(1, chances[order[place]] * (order.length - place)));
            corrected[order[place]] = most;
        }
        return corrected;
    }
}
