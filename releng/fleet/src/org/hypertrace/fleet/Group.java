/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is known of one thing, such as a level, over all recordings: per value of a label how it is distributed, and how it differs from a
 * reference.
 *
 * @param key
 *            which thing
 * @param label
 *            which label
 * @param values
 *            distributions by the values of the label, sorted
 * @param differences
 *            of the values that are not the reference
 * @param outliers
 *            the longest of those far above the median, of all recordings only
 * @param trend
 *            over time, of all recordings only; else null
 */
record Group(Key key, String label, ArrayList<Distribution> values, ArrayList<Compared> differences, ArrayList<Value> outliers, Trend trend)
        implements Serializable {

    /** The label that all recordings have, with one value. */
    static final String ALL = "";
    /** So many times the median distance from the median, as that of a normal distribution, make an outlier. */
    private static final double FAR = 6;
    private static final double NORMAL = 1.4826;
    private static final int MOST_OUTLIERS = 5;

    /**
     * A thing that all recordings may have.
     *
     * @param kind
     *            one of {@link Figure#KINDS}
     * @param vm
     *            empty for VMs without given names
     * @param name
     *            such as {@code device}
     * @param level
     *            what it is a part of
     */
    record Key(String kind, String vm, String name, String level) implements Serializable {

        /** For people, with the name of the VM if it has one and that is asked for. */
        String text(boolean isWithVm) {
            return kind.replace('-', ' ') + (name.equals(kind) ? "" : " " + name) + (vm.isEmpty() || !isWithVm ? "" : " of " + vm);
        }
    }

    /** What a recording has: the value of the label, and ns. */
    record Value(String of, String recording, long begin, long ns) implements Serializable { }

    /**
     * Whether what is later takes longer.
     *
     * @param correlation
     *            of the ranks of begin and duration (Spearman), from -1 to 1
     * @param p
     *            how likely such a one is by chance alone, with the normal approximation
     * @param perDay
     *            how much longer it takes a day later, ns: the line of least squares
     */
    record Trend(double correlation, double p, double perDay) implements Serializable { }

    /** The distribution of the durations of a value of a label, ns. */
    record Distribution(String of, int count, long min, long p50, long p90, long p99, long max) implements Serializable { }

    /**
     * How a value differs from the reference.
     *
     * @param median
     *            of the value less that of the reference, ns
     */
    record Compared(String of, String reference, int count, double referenceMedian, double median, double p, double effect, double low, double high)
            implements Serializable { }

    /**
     * @param reference
     *            with which value others are compared
     */
    static Group of(Key key, String label, String reference, Iterable<Value> all) {
        Map<String, List<Long>> byValue = new TreeMap<>();
        List<Value> some = new ArrayList<>();
        all.forEach(some::add);
        boolean isAll = label.equals(ALL);
        if (isAll) {
            // the same order wherever they come from: sums of the trend are rounded
            some.sort(Comparator.comparing(Value::recording).thenComparingLong(Value::begin).thenComparingLong(Value::ns));
        }
        some.forEach(one -> byValue.computeIfAbsent(one.of, of -> new ArrayList<>()).add(one.ns));
        Map<String, long[]> sorted = new TreeMap<>();
        byValue.forEach((of, ns) -> {
            long[] inOrder = ns.stream().mapToLong(Long::longValue).toArray();
            Arrays.sort(inOrder);
            sorted.put(of, inOrder);
        });
        ArrayList<Distribution> values = new ArrayList<>();
        sorted.forEach((of, ns) -> values.add(new Distribution(of, ns.length, ns[0], Significance.percentile(ns, 0.5), Significance.percentile(ns, 0.9),
                Significance.percentile(ns, 0.99), ns[ns.length - 1])));
        ArrayList<Compared> differences = new ArrayList<>();
        long[] base = sorted.get(reference);
        if (base != null && base.length >= Significance.ENOUGH) {
            sorted.forEach((of, ns) -> {
                if (!of.equals(reference) && ns.length >= Significance.ENOUGH) {
                    Significance.Difference found = Significance.of(base, ns);
                    Significance.Interval interval = Significance.interval(base, ns, 31L * key.hashCode() + of.hashCode());
                    double median = Significance.median(base);
                    differences.add(new Compared(of, reference, ns.length, median, Significance.median(ns) - median, found.p(), found.effect(),
                            interval.low(), interval.high()));
                }
            });
        }
        return new Group(key, label, values, differences, isAll ? outliers(some, sorted.get(ALL)) : new ArrayList<>(), isAll ? trend(some) : null);
    }

    private static ArrayList<Value> outliers(List<Value> all, long[] sorted) {
        double median = Significance.median(sorted);
        long[] distances = Arrays.stream(sorted).map(ns -> Math.abs(ns - Math.round(median))).sorted().toArray();
        double far = median + FAR * NORMAL * Significance.median(distances);
        // where most are equal, each other one would be far
        return all.stream().filter(one -> distances.length >= 10 && Significance.median(distances) > 0 && one.ns > far)
                .sorted(Comparator.comparingLong(Value::ns).reversed().thenComparing(Value::recording)).limit(MOST_OUTLIERS)
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static Trend trend(List<Value> all) {
        int n = all.size();
        if (n < 10 || all.stream().anyMatch(one -> one.begin < 0)) {
            return null;
        }
        double correlation = correlation(ranks(all.stream().mapToLong(Value::begin).toArray()), ranks(all.stream().mapToLong(Value::ns).toArray()));
        if (Double.isNaN(correlation)) {
            return null;
        }
        long first = all.stream().mapToLong(Value::begin).min().orElse(0);
        double[] days = all.stream().mapToDouble(one -> (one.begin - first) / 86_400e9).toArray();
        double[] ns = all.stream().mapToDouble(Value::ns).toArray();
        double meanDay = Arrays.stream(days).average().orElse(0);
        double meanNs = Arrays.stream(ns).average().orElse(0);
        double together = 0;
        double alone = 0;
        for (int i = 0; i < n; i++) {
            together += (days[i] - meanDay) * (ns[i] - meanNs);
            alone += (days[i] - meanDay) * (days[i] - meanDay);
        }
        return new Trend(correlation, Math.min(1, 2 * Significance.upperTail(Math.abs(correlation) * Math.sqrt(n - 1.0))), together / alone);
    }

    /** From 1; equal values share the mean. */
    private static double[] ranks(long[] of) {
        long[] sorted = of.clone();
        Arrays.sort(sorted);
        double[] ranks = new double[of.length];
        for (int i = 0; i < of.length; i++) {
            int first = Arrays.binarySearch(sorted, of[i]);
            int last = first;
            while (first > 0 && sorted[first - 1] == of[i]) {
                first--;
            }
            while (last + 1 < sorted.length && sorted[last + 1] == of[i]) {
                last++;
            }
            ranks[i] = (first + last) / 2.0 + 1;
        }
        return ranks;
    }

    private static double correlation(double[] a, double[] b) {
        double mean = (a.length + 1) / 2.0;
        double ab = 0;
        double aa = 0;
        double bb = 0;
        for (int i = 0; i < a.length; i++) {
            ab += (a[i] - mean) * (b[i] - mean);
            aa += (a[i] - mean) * (a[i] - mean);
            bb += (b[i] - mean) * (b[i] - mean);
        }
        return ab / Math.sqrt(aa * bb);
    }
}
