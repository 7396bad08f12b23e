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
import java.util.TreeSet;

import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.util.StatCounter;

import scala.Tuple2;

/** What is asked of all recordings, computed where they are; only what the page shows comes to the driver. */
final class Questions {

    private final JavaRDD<Indexed> fAll;

    /** One thing by one label. */
    private record Asked(Group.Key key, String label) implements Serializable { }

    /** A boot: of which recording, VM and run. */
    private record Unit(String recording, String vm, int run) implements Serializable { }

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
        JavaPairRDD<Tuple2<Asked, Unit>, Group.Value> values = fAll.flatMapToPair(one -> {
            List<Tuple2<Tuple2<Asked, Unit>, Group.Value>> some = new ArrayList<>();
            for (Figure figure : one.figures()) {
                Group.Key key = new Group.Key(figure.kind(), figure.vm(), figure.name(), figure.level());
                Unit unit = new Unit(one.recording(), figure.vm(), figure.run());
                some.add(new Tuple2<>(new Tuple2<>(new Asked(key, Group.ALL), unit), new Group.Value(Group.ALL, one.recording(), figure.begin(), figure.ns())));
                all.keySet().stream().filter(one.labels()::containsKey).forEach(label -> some.add(new Tuple2<>(new Tuple2<>(new Asked(key, label), unit),
                        new Group.Value(one.labels().get(label), one.recording(), figure.begin(), figure.ns()))));
            }
            return some.iterator();
        });
        // what happens several times in a boot is one value
        return new ArrayList<>(values.reduceByKey((a, b) -> new Group.Value(a.of(), a.recording(), Math.min(a.begin(), b.begin()), a.ns() + b.ns()))
                .mapToPair(pair -> new Tuple2<>(pair._1._1, pair._2)).groupByKey()
                .map(pair -> Group.of(pair._1.key, pair._1.label, all.getOrDefault(pair._1.label, Group.ALL), pair._2)).collect().stream()
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
        JavaPairRDD<Unit, Long> totals = parts("boot").mapToPair(pair -> new Tuple2<>(pair._1, pair._2._2)).reduceByKey(Long::sum);
        StatCounter all = totals.values().mapToDouble(Long::doubleValue).stats();
        long n = all.count();
        if (n < 10 || all.min() == all.max()) {
            return List.of();
        }
        List<Long> longest = totals.values().top((int) Math.max(1, Math.round(n * slowest)));
        long limit = longest.get(longest.size() - 1);
        double mean = all.mean();
        double variance = all.popVariance();
        long slow = totals.values().filter(ns -> ns >= limit).count();
        return parts("level", "initcall", "host-state").mapToPair(pair -> pair).join(totals).mapToPair(pair -> {
            double x = pair._2._1._2;
            double y = pair._2._2 - mean;
            boolean isSlow = pair._2._2 >= limit;
            return new Tuple2<>(pair._2._1._1, new Sums(1, x, x * y, isSlow ? 1 : 0, isSlow ? x : 0));
        }).reduceByKey(Sums::plus).map(pair -> new Share(pair._1, pair._2.xy / n / variance, pair._2.slowX / slow, (pair._2.x - pair._2.slowX) / Math.max(1, n - slow)))
                .collect().stream().sorted(Comparator.comparingDouble(Share::share).reversed()).toList();
    }

    private JavaPairRDD<Unit, Tuple2<Group.Key, Long>> parts(String... kinds) {
        List<String> wanted = new ArrayList<>(List.of(kinds));
        return fAll.flatMapToPair(one -> one.figures().stream().filter(figure -> wanted.contains(figure.kind()))
                .map(figure -> new Tuple2<>(new Unit(one.recording(), figure.vm(), figure.run()),
                        new Tuple2<>(new Group.Key(figure.kind(), "", figure.name(), figure.level()), figure.ns())))
                .iterator());
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
