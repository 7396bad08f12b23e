/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.util.StatCounter;

import scala.Tuple2;

/** What is asked of all recordings, computed where they are; only what the page shows comes to the driver. */
final class Questions {

    /** Kinds of figures that boots consist of. */
    private static final Set<String> PARTS = Set.of("level", "initcall", "host-state");

    private final JavaRDD<Indexed> fAll;

    /** One thing by one label. */
    private record Asked(Group.Key key, String label) implements Serializable { }

    /** A boot of a recording: of which VM and run. */
    private record Unit(String vm, int run) { }

    /** Sums over boots of a part x and the whole y, ns. */
    record Sums(long count, double x, double xy, long slow, double slowX) implements Serializable {

        Sums plus(Sums other) {
            return new Sums(count + other.count, x + other.x, xy + other.xy, slow + other.slow, slowX + other.slowX);
        }
    }

    /** The parts of some boots, and how many of these are slow. */
    private static final class Parts implements Serializable {
        private static final long serialVersionUID = 1;

        private final HashMap<Group.Key, Sums> fSums = new HashMap<>();
        private long fSlow;

        /** {@code limit} is the least duration of a slow boot, ns. */
        void add(Indexed one, double mean, long limit) {
            Map<Unit, Long> totals = totals(one);
            fSlow += totals.values().stream().filter(ns -> ns >= limit).count();
            for (Figure figure : one.figures()) {
                Long whole = PARTS.contains(figure.kind()) ? totals.get(new Unit(figure.vm(), figure.run())) : null;
                if (whole != null) {
                    double x = figure.ns();
                    boolean isSlow = whole >= limit;
                    fSums.merge(new Group.Key(figure.kind(), "", figure.name(), figure.level()),
                            new Sums(1, x, x * (whole - mean), isSlow ? 1 : 0, isSlow ? x : 0), Sums::plus);
                }
            }
        }

        Parts plus(Parts other) {
            other.fSums.forEach((key, sums) -> fSums.merge(key, sums, Sums::plus));
            fSlow += other.fSlow;
            return this;
        }
    }

    Questions(JavaRDD<Indexed> all) {
        fAll = all;
    }

    /**
     * @param by
     *            which labels are compared; all if empty
     * @return what the page has of recordings as such
     */
    Overview overview(Collection<String> by) {
        HashSet<String> asked = new HashSet<>(by);
        return fAll.mapPartitions(some -> List.of(Overview.of(some, asked)).iterator()).reduce(Overview::plus);
    }

    /**
     * @param references
     *            the value with which others are compared, by the label
     * @return everything by every label, and of all recordings
     */
    List<Group> groups(Map<String, String> references) {
        LinkedHashMap<String, String> all = new LinkedHashMap<>(references);
        ArrayList<String> labels = new ArrayList<>(references.keySet());
        int parts = fAll.getNumPartitions();
        JavaPairRDD<Integer, Values> values = fAll.mapPartitionsToPair(some -> {
            Values of = new Values(labels);
            some.forEachRemaining(of::add);
            List<Values> split = of.split(parts);
            return IntStream.range(0, parts).filter(part -> !split.get(part).isEmpty()).mapToObj(part -> new Tuple2<>(part, split.get(part))).iterator();
        });
        return new ArrayList<>(values.groupByKey(parts).flatMap(pair -> Values.groups(pair._2, all).iterator()).collect().stream()
                .sorted(Comparator.comparing((Group group) -> group.key().toString()).thenComparing(Group::label)).toList());
    }

    /**
     * @param differences
     *            some
     * @return in which states that was, by value; nothing of what has no states
     */
    Map<StateSums.Of, StateSums> states(List<Difference> differences) {
        if (differences.isEmpty()) {
            return Map.of();
        }
        HashSet<Asked> asked = new HashSet<>();
        TreeSet<String> labels = new TreeSet<>();
        differences.forEach(one -> {
            asked.add(new Asked(one.key(), one.label()));
            labels.add(one.label());
        });
        return fAll.mapPartitions(some -> {
            HashMap<StateSums.Of, StateSums> sums = new HashMap<>();
            some.forEachRemaining(one -> add(one, labels, asked, sums));
            return List.of(sums).iterator();
        }).reduce(Questions::merged);
    }

    private static void add(Indexed one, Set<String> labels, Set<Asked> asked, Map<StateSums.Of, StateSums> to) {
        for (Figure figure : one.figures()) {
            if (figure.states().length > 0) {
                Group.Key key = new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level());
                for (String label : labels) {
                    String of = one.labels().get(label);
                    if (of != null && asked.contains(new Asked(key, label))) {
                        to.merge(new StateSums.Of(key, label, of), new StateSums(1, figure.states()), StateSums::plus);
                    }
                }
            }
        }
    }

    private static HashMap<StateSums.Of, StateSums> merged(HashMap<StateSums.Of, StateSums> some, HashMap<StateSums.Of, StateSums> others) {
        others.forEach((of, sums) -> some.merge(of, sums, StateSums::plus));
        return some;
    }

    /**
     * @param slowest
     *            which share of the boots are slow, (0, 1)
     * @return the parts of boots, the greatest share first; empty if there are fewer than ten boots, or all take equally long
     */
    List<Share> shares(double slowest) {
        JavaRDD<Long> totals = fAll.flatMap(one -> totals(one).values().iterator());
        StatCounter all = totals.mapToDouble(Long::doubleValue).stats();
        long n = all.count();
        if (n < 10 || all.min() == all.max()) {
            return List.of();
        }
        List<Long> longest = totals.top((int) Math.max(1, Math.round(n * slowest)));
        long limit = longest.get(longest.size() - 1);
        double mean = all.mean();
        double variance = all.popVariance();
        Parts parts = fAll.mapPartitions(some -> {
            Parts of = new Parts();
            some.forEachRemaining(one -> of.add(one, mean, limit));
            return List.of(of).iterator();
        }).reduce(Parts::plus);
        long slow = parts.fSlow;
        return parts.fSums.entrySet().stream().map(part -> new Share(part.getKey(), part.getValue().xy / n / variance, part.getValue().slowX / slow,
                (part.getValue().x - part.getValue().slowX) / Math.max(1, n - slow))).sorted(Comparator.comparingDouble(Share::share).reversed()
                        .thenComparing(share -> share.key().toString())).toList();
    }

    /** How long each boot of a recording took, ns. */
    private static Map<Unit, Long> totals(Indexed one) {
        Map<Unit, Long> totals = new LinkedHashMap<>();
        one.figures().stream().filter(figure -> figure.kind().equals("boot")).forEach(figure -> totals.merge(new Unit(figure.vm(), figure.run()), figure.ns(), Long::sum));
        return totals;
    }

    /** Results of budgets, the longest first; {@code most} of those that exceed, and none of those that do not. */
    List<Budget.Result> exceeded(Collection<Budget> budgets, int most) {
        ArrayList<Budget> all = new ArrayList<>(budgets);
        return fAll.flatMap(one -> all.stream().flatMap(budget -> one.figures().stream().filter(budget::isOf)
                .map(figure -> new Budget.Result(budget, one.recording(), figure.vm(), figure.ns()))).filter(Budget.Result::isExceeded).iterator())
                .takeOrdered(most, new Longest());
    }

    private static final class Longest implements Comparator<Budget.Result>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(Budget.Result a, Budget.Result b) {
            int byTime = Long.compare(b.took(), a.took());
            return byTime != 0 ? byTime : a.recording().compareTo(b.recording());
        }
    }
}
