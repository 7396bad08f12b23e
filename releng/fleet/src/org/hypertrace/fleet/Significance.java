/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Whether two groups differ by more than chance, and by how much; percentiles. Durations in ns. */
final class Significance {

    /** With fewer of either no difference is looked for. */
    static final int ENOUGH = 4;
    private static final int RESAMPLES = 2000;

    /**
     * How two groups differ.
     *
     * @param p
     *            how likely such a difference of ranks is by chance alone: (0, 1], by the rank-sum test of Mann and Whitney, two-sided, with the
     *            normal approximation, corrected for ties and for continuity
     * @param effect
     *            how much likelier a value of B is above one of A than below, from -1 to 1 (rank-biserial correlation)
     */
    record Difference(double p, double effect) { }

    /**
     * An interval that has 95 % of the differences of medians (B less A) of resampled groups, ns.
     *
     * @param low
     *            its begin
     * @param high
     *            its end
     */
    record Interval(double low, double high) { }

    private Significance() {
    }

    /**
     * @param a
     *            values, sorted; at least one
     * @param b
     *            others, sorted; at least one
     * @return how they differ
     */
    static Difference of(long[] a, long[] b) {
        int n = a.length + b.length;
        long[] all = Arrays.copyOf(a, n);
        System.arraycopy(b, 0, all, a.length, b.length);
        Arrays.sort(all);
        double ties = 0;
        double sumOfB = 0; // of ranks from 1; equal values share the mean
        int inB = 0;
        for (int i = 0; i < n;) {
            int next = i;
            while (next < n && all[next] == all[i]) {
                next++;
            }
            double same = next - i;
            ties += same * same * same - same;
            for (; inB < b.length && b[inB] == all[i]; inB++) {
                sumOfB += (i + 1 + next) / 2.0;
            }
            i = next;
        }
        double pairs = (double) a.length * b.length;
        double u = sumOfB - b.length * (b.length + 1.0) / 2; // pairs in which B is greater, half of those that are equal
        double variance = pairs / 12 * (n + 1 - ties / ((double) n * (n - 1)));
        double z = variance <= 0 ? 0 : Math.max(0, Math.abs(u - pairs / 2) - 0.5) / Math.sqrt(variance);
        return new Difference(Math.min(1, 2 * upperTail(z)), 2 * u / pairs - 1);
    }

    /**
     * @param a
     *            values, sorted; at least one
     * @param b
     *            others, sorted; at least one
     * @param seed
     *            of the resampling
     * @return between what the difference of the true medians is
     */
    static Interval interval(long[] a, long[] b, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] differences = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            differences[i] = resampledMedian(b, random) - resampledMedian(a, random);
        }
        Arrays.sort(differences);
        return new Interval(differences[RESAMPLES / 40], differences[RESAMPLES - 1 - RESAMPLES / 40]);
    }

    /**
     * The median of as many values drawn with replacement. Each draw is a place, uniform in [0, 1); the k-th smallest of n such places has the
     * distribution Beta(k, n + 1 - k), and the next one is the smallest of the n - k that are uniform above it. So nothing is sorted.
     */
    private static double resampledMedian(long[] sorted, SplittableRandom random) {
        int n = sorted.length;
        int k = (n + 1) / 2;
        double below = gamma(k, random);
        double place = below / (below + gamma(n + 1.0 - k, random));
        double first = sorted[Math.min(n - 1, (int) (place * n))];
        if (n % 2 == 1) {
            return first;
        }
        double next = place + (1 - place) * (1 - Math.pow(1 - random.nextDouble(), 1.0 / (n - k)));
        return first / 2 + sorted[Math.min(n - 1, (int) (next * n))] / 2.0;
    }

    /** A value of the gamma distribution of that shape, at least 1, and scale 1: the method of Marsaglia and Tsang. */
    private static double gamma(double shape, SplittableRandom random) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = Math.pow(1 + c * x, 3);
            if (v > 0 && Math.log(1 - random.nextDouble()) < x * x / 2 + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }

    /**
     * @param sorted
     *            values; at least one
     * @return the one in the middle; of an even number the mean of both
     */
    static double median(long[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] / 2.0 + sorted[half] / 2.0);
    }

    /**
     * @param sorted
     *            values; at least one
     * @param share
     *            of them, (0, 1]
     * @return the least value that at least this share of the values does not exceed
     */
    static long percentile(long[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length - 1e-9) - 1)];
    }

    /** The chance of a standard normal value above z, z at least 0: the continued fraction of Laplace, near 0 the series. */
    static double upperTail(double z) {
        double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        if (z < 3) {
            double term = z;
            double sum = z;
            for (int k = 1; Math.abs(term) > 1e-18; k++) {
                term *= z * z / (2 * k + 1);
                sum += term;
            }
            return 0.5 - density * sum;
        }
        double fraction = 0;
        for (int k = 200; k > 0; k--) {
            fraction = k / (z + fraction);
        }
        return density / (z + fraction);
    }
}
