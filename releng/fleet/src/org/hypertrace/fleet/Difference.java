/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.compare.Holm;

/**
 * Something differs between two values of a label by more than chance.
 *
 * @param key
 *            what
 * @param label
 *            the label
 * @param found
 *            by how much
 * @param corrected
 *            the chance after Holm's correction for all questions of the page
 * @param causeOf
 *            what it contains or was hit by, null if it stands for itself
 */
record Difference(Group.Key key, String label, Group.Compared found, double corrected, Group.Key causeOf) {

    /** What is less likely by chance alone is shown. */
    static final double LEVEL = 0.01;

    /**
     * @param groups
     *            all
     * @return those that are significant, by label and value; of each the clearest first, what follows from it below it
     */
    static List<Difference> of(List<Group> groups) {
        List<Difference> all = new ArrayList<>();
        for (Group group : groups) {
            group.differences().forEach(one -> all.add(new Difference(group.key(), group.label(), one, one.p(), null)));
        }
        double[] corrected = Holm.corrected(all.stream().mapToDouble(one -> one.found.p()).toArray());
        Map<String, List<Difference>> byValue = new LinkedHashMap<>();
        for (int i = 0; i < corrected.length; i++) {
            Difference one = all.get(i);
            if (corrected[i] <= LEVEL) {
                byValue.computeIfAbsent(one.label + '\0' + one.found.of(), of -> new ArrayList<>())
                        .add(new Difference(one.key, one.label, one.found, corrected[i], null));
            }
        }
        List<Difference> ordered = new ArrayList<>();
        byValue.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> ordered.addAll(ordered(entry.getValue())));
        return ordered;
    }

    private static List<Difference> ordered(List<Difference> some) {
        List<Difference> left = new ArrayList<>(some);
        // effects near each other are equally clear; then what changed by the greater part is nearer to the cause
        left.sort(Comparator.comparingLong((Difference one) -> -Math.round(Math.abs(one.found.effect()) * 5))
                .thenComparingDouble(one -> -Math.abs(one.change())).thenComparingInt(one -> Figure.KINDS.indexOf(one.key.kind()))
                .thenComparing(one -> one.key.text()));
        List<Difference> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Difference cause = left.remove(0);
            ordered.add(cause);
            for (Difference other : List.copyOf(left)) {
                if (follows(other.key, cause.key)) {
                    left.remove(other);
                    ordered.add(new Difference(other.key, other.label, other.found, other.corrected, cause.key));
                }
            }
        }
        return ordered;
    }

    /** The change of the median by the median of the reference. */
    double change() {
        return found.referenceMedian() == 0 ? Double.POSITIVE_INFINITY : found.median() / found.referenceMedian();
    }

    /** Whether a difference contains another or is hit by it. */
    private static boolean follows(Group.Key one, Group.Key cause) {
        if (!one.vm().equals(cause.vm()) && !one.vm().isEmpty() && !cause.vm().isEmpty()) {
            return false;
        }
        if (cause.kind().equals("host-state") || cause.kind().equals("path-class")) {
            return true; // the host's share is in all that runs
        }
        boolean isWhole = List.of("boot", "shutdown", "vm", "phase", "host-state", "path-class", "exit-reason").contains(one.kind());
        return isWhole || one.name().equals(cause.level()) && one.kind().equals("level");
    }
}
