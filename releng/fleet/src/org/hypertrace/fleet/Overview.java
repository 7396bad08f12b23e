/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Some recordings, counted.
 *
 * @param counts
 *            how many have each value of a label, by label; without the values of labels that are not compared
 * @param analysed
 *            how many this run analysed
 * @param withProblems
 *            how many have reports that are missing
 * @param problems
 *            the reasons, by recording: of the first {@link PageMaker#MOST} of these
 */
record Overview(TreeMap<String, TreeMap<String, Long>> counts, long analysed, long withProblems, TreeMap<String, String> problems) implements Serializable {

    /** So many columns and comparisons are still for people. */
    static final int MOST_LABELS = 32;

    /**
     * @param some
     *            recordings
     * @param by
     *            which labels are compared; all if empty, but none if there are more than {@link #MOST_LABELS}
     */
    static Overview of(Iterator<Indexed> some, Set<String> by) {
        TreeMap<String, TreeMap<String, Long>> counts = new TreeMap<>();
        TreeMap<String, String> problems = new TreeMap<>();
        long analysed = 0;
        long withProblems = 0;
        while (some.hasNext()) {
            Indexed one = some.next();
            one.labels().forEach((label, value) -> {
                TreeMap<String, Long> values = counts.computeIfAbsent(label, name -> new TreeMap<>());
                if (by.isEmpty() ? counts.size() <= MOST_LABELS : by.contains(label)) {
                    values.merge(value, 1L, Long::sum);
                }
            });
            analysed += one.key() != null && !one.isKept() ? 1 : 0;
            if (!one.problems().isEmpty()) {
                withProblems++;
                problems.put(one.recording(), String.join(" ", one.problems()));
                shorten(problems);
            }
        }
        return new Overview(counts, analysed, withProblems, problems);
    }

    Overview plus(Overview other) {
        other.counts.forEach((label, values) -> {
            TreeMap<String, Long> sums = counts.computeIfAbsent(label, name -> new TreeMap<>());
            values.forEach((value, count) -> sums.merge(value, count, Long::sum));
        });
        problems.putAll(other.problems);
        shorten(problems);
        return new Overview(counts, analysed + other.analysed, withProblems + other.withProblems, problems);
    }

    /** Recordings of which something is missing, by their paths, and what. */
    List<List<String>> firstProblems() {
        return problems.entrySet().stream().map((Map.Entry<String, String> one) -> List.of(one.getKey(), one.getValue())).toList();
    }

    private static void shorten(TreeMap<String, String> problems) {
        while (problems.size() > PageMaker.MOST) {
            problems.pollLastEntry();
        }
    }
}
