/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.hypertrace.core.compare.RankSum;
import org.hypertrace.core.compare.SpeedUp;
import org.hypertrace.core.run.Run;

/** What comparisons of boots and of shutdowns do in the same way. */
public final class SideBySide {

    private SideBySide() {
    }

    /**
     * @param group
     *            repetitions
     * @param things
     *            of a run by their keys
     * @param time
     *            how long a thing took, less than 0 if it did not end
     * @return how long each thing took in each run of the group that has it and in which it ended
     */
    public static <R extends Run, K, V> Map<K, long[]> times(RunGroup<R> group, Function<R, Map<K, V>> things,
            ToLongFunction<V> time) {
        Map<K, List<Long>> runs = new HashMap<>();
        for (R run : group.runs()) {
            things.apply(run).forEach((key, thing) -> {
                List<Long> all = runs.computeIfAbsent(key, k -> new ArrayList<>());
                if (time.applyAsLong(thing) >= 0) {
                    all.add(time.applyAsLong(thing));
                }
            });
        }
        Map<K, long[]> all = new HashMap<>();
        runs.forEach((key, list) -> all.put(key, list.stream().mapToLong(Long::longValue).toArray()));
        return all;
    }

    /**
     * What no run of a group has takes no time in each of them.
     *
     * @param a
     *            times, null if no run has it
     * @param runsOfA
     *            how many runs there are
     * @param b
     *            others
     * @param runsOfB
     *            how many of these there are
     * @return the speed-up
     */
    public static SpeedUp speedUp(long[] a, int runsOfA, long[] b, int runsOfB) {
        return SpeedUp.of(a == null ? new long[runsOfA] : a, b == null ? new long[runsOfB] : b);
    }

    /**
     * @param a
     *            keys in their order
     * @param b
     *            others
     * @return those of A in their order, those that only B has after the one that they follow there
     */
    public static <K> List<K> inOrder(Set<K> a, Set<K> b) {
        List<K> order = new ArrayList<>();
        Map<K, List<K>> following = new HashMap<>();
        K last = null;
        for (K key : b) {
            if (a.contains(key)) {
                last = key;
            } else {
                following.computeIfAbsent(last, k -> new ArrayList<>()).add(key);
            }
        }
        order.addAll(following.getOrDefault(null, List.of()));
        for (K key : new LinkedHashSet<>(a)) {
            order.add(key);
            order.addAll(following.getOrDefault(key, List.of()));
        }
        return order;
    }

    /**
     * @param noun
     *            what the runs are, {@code boot}
     * @param repetitions
     *            how many of each there are whose end was seen, of the group with fewer
     * @return what a reader must know of the groups, a sentence each
     */
    public static <R extends Run> List<String> remarks(String noun, List<RunGroup<R>> groups, int repetitions) {
        List<String> remarks = new ArrayList<>();
        for (RunGroup<R> group : groups) {
            if (group.runs().size() > 1) {
                remarks.add(group.name() + " is " + group.runs().size() + " " + noun + "s; the figures are of the one with the median "
                        + "duration, " + group.typical().trace() + ": " + group.typical().what().label() + '.');
            }
        }
        if (repetitions < RankSum.ENOUGH) {
            remarks.add("There are not enough repetitions to distinguish a difference from chance: " + RankSum.ENOUGH
                    + " of each are needed. Less than " + ComparisonWords.NOISE_PERCENT + " % of the " + noun + " counts as noise.");
        }
        return remarks;
    }
}
