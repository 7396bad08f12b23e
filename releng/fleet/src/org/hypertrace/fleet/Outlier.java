/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A recording in which something takes far longer than in the others.
 *
 * @param recording
 *            its path
 * @param key
 *            what is longer by most
 * @param took
 *            how long that took, ns
 * @param median
 *            of all recordings, ns
 * @param besides
 *            what else is far from the others, what is longer by most first
 */
record Outlier(String recording, Group.Key key, long took, long median, List<Group.Key> besides) {

    /**
     * @param groups
     *            some
     * @return the recordings in their outliers, each once, the farthest first
     */
    static List<Outlier> of(List<Group> groups) {
        Map<String, List<Outlier>> byRecording = new TreeMap<>();
        for (Group group : groups) {
            for (Group.Value value : group.outliers()) {
                byRecording.computeIfAbsent(value.recording(), recording -> new ArrayList<>())
                        .add(new Outlier(value.recording(), group.key(), value.ns(), group.values().get(0).p50(), List.of()));
            }
        }
        Comparator<Outlier> order = Comparator.comparingLong(Outlier::more).reversed().thenComparing(one -> one.key.toString());
        return byRecording.values().stream().map(all -> {
            List<Outlier> sorted = all.stream().sorted(order).toList();
            Outlier first = sorted.get(0);
            return new Outlier(first.recording, first.key, first.took, first.median, sorted.stream().skip(1).map(Outlier::key).distinct().toList());
        }).sorted(order.thenComparing(Outlier::recording)).toList();
    }

    private long more() {
        return took - median;
    }

    /** Opens the recording; one that has an address is fetched first. */
    String command() {
        String name = recording.substring(recording.lastIndexOf('/') + 1);
        return Inputs.isAddress(recording) ? "hadoop fs -get " + quoted(recording) + " . && releng/hypertrace open " + quoted(name)
                : "releng/hypertrace open " + quoted(recording);
    }

    private static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./:@%+=,-]+") ? path : '\'' + path.replace("'", "'\\''") + '\'';
    }
}
