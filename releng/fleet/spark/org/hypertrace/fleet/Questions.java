/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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

    Questions(JavaRDD<Indexed> all) {
        fAll = all;
    }

    /** The names of all labels. */
    TreeSet<String> labels() {
        return new TreeSet<>(fAll.flatMap(one -> one.labels().keySet().iterator()).distinct().collect());
    }

    /** How many recordings each value of a label has. */
    Map<String, Long> counts(String label) {
        Map<String, Long> counts = new java.util.TreeMap<>();
        fAll.filter(one -> one.labels().containsKey(label)).mapToPair(one -> new Tuple2<>(one.labels().get(label), 1L)).reduceByKey(Long::sum)
                .collect().forEach(pair -> counts.put(pair._1, pair._2));
        return counts;
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
        HashSet<Asked> asked = new HashSet<>();
        TreeSet<String> labels = new TreeSet<>();
        differences.forEach(one -> {
            asked.add(new Asked(one.key(), one.label()));
            labels.add(one.label());
        });
        return fAll.flatMapToPair(one -> {
            List<Tuple2<StateSums.Of, StateSums>> some = new ArrayList<>();
            for (Figure figure : one.figures()) {
                Group.Key key = new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level());
                for (String label : labels) {
                    String of = one.labels().get(label);
                    if (of != null && figure.states().length > 0 && asked.contains(new Asked(key, label))) {
                        some.add(new Tuple2<>(new StateSums.Of(key, label, of), new StateSums(1, figure.states())));
                    }
                }
            }
            return some.iterator();
        }).reduceByKey(StateSums::plus).collectAsMap();
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
        long slow = totals.filter(ns -> ns >= limit).count();
        return fAll.mapPartitionsToPair(some -> {
            Map<Group.Key, Sums> sums = new LinkedHashMap<>();
            some.forEachRemaining(one -> add(one, mean, limit, sums));
            return sums.entrySet().stream().map(sum -> new Tuple2<>(sum.getKey(), sum.getValue())).iterator();
        }).reduceByKey(Sums::plus).map(pair -> new Share(pair._1, pair._2.xy / n / variance, pair._2.slowX / slow, (pair._2.x - pair._2.slowX) / Math.max(1, n - slow)))
                .collect().stream().sorted(Comparator.comparingDouble(Share::share).reversed()).toList();
    }

    /** How long each boot of a recording took, ns. */
    private static Map<Unit, Long> totals(Indexed one) {
        Map<Unit, Long> totals = new LinkedHashMap<>();
        one.figures().stream().filter(figure -> figure.kind().equals("boot")).forEach(figure -> totals.merge(new Unit(figure.vm(), figure.run()), figure.ns(), Long::sum));
        return totals;
    }

    /** Adds the parts of the boots of a recording; {@code limit} is the least duration of a slow one, ns. */
    private static void add(Indexed one, double mean, long limit, Map<Group.Key, Sums> to) {
        Map<Unit, Long> totals = totals(one);
        for (Figure figure : one.figures()) {
            Long whole = PARTS.contains(figure.kind()) ? totals.get(new Unit(figure.vm(), figure.run())) : null;
            if (whole != null) {
                double x = figure.ns();
                boolean isSlow = whole >= limit;
                to.merge(new Group.Key(figure.kind(), "", figure.name(), figure.level()),
                        new Sums(1, x, x * (whole - mean), isSlow ? 1 : 0, isSlow ? x : 0), Sums::plus);
            }
        }
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

    /** Recordings of which something is missing, by their paths, and what. */
    List<List<String>> problems(int most) {
        return fAll.filter(one -> !one.problems().isEmpty()).map(one -> List.of(one.recording(), String.join(" ", one.problems())))
                .sortBy(pair -> pair.get(0), true, 1).take(most);
    }
}
