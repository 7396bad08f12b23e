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
 * @param state
 *            by which of {@link Figure#STATES} it changes for at least a half, empty if by none or if that is not known
 * @param causeOf
 *            what it contains or was hit by, null if it stands for itself
 */
record Difference(Group.Key key, String label, Group.Compared found, double corrected, String state, Group.Key causeOf) {

    /** What is less likely by chance alone is shown. */
    static final double LEVEL = 0.01;

    /**
     * @param groups
     *            all
     * @return those that are significant, in no order
     */
    static List<Difference> of(List<Group> groups) {
        List<Difference> all = new ArrayList<>();
        for (Group group : groups) {
            group.differences().forEach(one -> all.add(new Difference(group.key(), group.label(), one, one.p(), "", null)));
        }
        double[] corrected = Holm.corrected(all.stream().mapToDouble(one -> one.found.p()).toArray());
        List<Difference> significant = new ArrayList<>();
        for (int i = 0; i < corrected.length; i++) {
            Difference one = all.get(i);
            if (corrected[i] <= LEVEL) {
                significant.add(new Difference(one.key, one.label, one.found, corrected[i], "", null));
            }
        }
        return significant;
    }

    /**
     * @param significant
     *            some
     * @param sums
     *            in which states they are, of what has states
     * @return the same by label and value; of each the clearest first, what follows from it below it
     */
    static List<Difference> ordered(List<Difference> significant, Map<StateSums.Of, StateSums> sums) {
        Map<String, List<Difference>> byValue = new LinkedHashMap<>();
        for (Difference one : significant) {
            StateSums of = sums.get(new StateSums.Of(one.key, one.label, one.found.of()));
            StateSums reference = sums.get(new StateSums.Of(one.key, one.label, one.found.reference()));
            String state = of == null || reference == null ? "" : of.mostly(reference);
            byValue.computeIfAbsent(one.label + '\0' + one.found.of(), value -> new ArrayList<>())
                    .add(new Difference(one.key, one.label, one.found, one.corrected, state, null));
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
                .thenComparing(one -> one.key.text(true)));
        List<Difference> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Difference first = left.get(0);
            // where the host took the time, it is the cause and not what was hit
            Difference cause = left.stream().filter(one -> one.isOfHost() && one.key.name().equals(first.state) && first.follows(one)).findFirst().orElse(first);
            left.remove(cause);
            ordered.add(cause);
            for (Difference other : List.copyOf(left)) {
                if (other.follows(cause)) {
                    left.remove(other);
                    ordered.add(new Difference(other.key, other.label, other.found, other.corrected, other.state, cause.key));
                }
            }
        }
        return ordered;
    }

    /** Whether it is a consequence of another one. */
    boolean isOf(Difference cause) {
        return cause.key.equals(causeOf) && cause.label.equals(label) && cause.found.of().equals(found.of());
    }

    private boolean isOfHost() {
        return key.kind().equals("host-state") && !key.name().equals("guest");
    }

    /** The change of the median by the median of the reference. */
    double change() {
        return found.referenceMedian() == 0 ? Double.POSITIVE_INFINITY : found.median() / found.referenceMedian();
    }

    /** Whether a difference contains another or is hit by it. */
    private boolean follows(Difference cause) {
        if (!key.vm().equals(cause.key.vm()) && !key.vm().isEmpty() && !cause.key.vm().isEmpty()) {
            return false;
        }
        if (cause.key.kind().equals("host-state") || cause.key.kind().equals("path-class")) {
            // the host's share is in all that runs, but not all that differs need differ by it
            return cause.key.kind().equals("path-class") || state.isEmpty() || state.equals(cause.key.name());
        }
        boolean isWhole = List.of("boot", "shutdown", "vm", "phase", "host-state", "path-class", "exit-reason").contains(key.kind());
        return isWhole || key.name().equals(cause.key.level()) && key.kind().equals("level");
    }
}
