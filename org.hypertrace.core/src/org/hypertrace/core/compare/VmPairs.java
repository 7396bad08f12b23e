/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * VMs of two groups of recordings that belong together: those of the same name; if every recording has only one, that.
 *
 * @param <T>
 *            what is known of a VM
 * @param pairs
 *            in the order of the first group
 * @param unmatched
 *            which VMs are only in A or B, a clause each
 */
public record VmPairs<T>(List<Pair<T>> pairs, List<String> unmatched) {

    /**
     * The VMs of a recording.
     *
     * @param trace
     *            what the recording is called
     * @param vms
     *            by their names, each another in the recording
     */
    public record Recording<T>(String trace, Map<String, T> vms) { }

    /** A VM in the recording of that name. */
    public record One<T>(String trace, T figures) { }

    /**
     * A VM in the recordings of a group that have it.
     *
     * @param vm
     *            its name
     * @param recordings
     *            at least one
     */
    public record Group<T>(String vm, List<One<T>> recordings) {

        /**
         * @param measure
         *            of a recording; null if it has none
         * @return the recording that stands for all, as figures of one recording sum to its whole: that of the median measure, of two the
         *         smaller; the first one if none has a measure
         */
        public One<T> typical(Function<T, Ratio> measure) {
            List<One<T>> sorted = recordings.stream().filter(one -> measure.apply(one.figures) != null)
                    .sorted(Comparator.comparing(one -> measure.apply(one.figures))).toList();
            return sorted.isEmpty() ? recordings.get(0) : sorted.get((sorted.size() - 1) / 2);
        }

        /** @return what is known of the VM in each recording */
        public List<T> all() {
            return recordings.stream().map(One::figures).toList();
        }
    }

    /** A VM of A and one of B. */
    public record Pair<T>(Group<T> a, Group<T> b) { }

    /**
     * @param <T>
     *            what is known of a VM
     * @param before
     *            the recordings A, at least one
     * @param after
     *            the recordings B, at least one
     * @return their VMs side by side
     */
    public static <T> VmPairs<T> of(List<Recording<T>> before, List<Recording<T>> after) {
        if (Stream.concat(before.stream(), after.stream()).allMatch(recording -> recording.vms.size() == 1)) {
            return new VmPairs<>(List.of(new Pair<>(only(before), only(after))), List.of());
        }
        Set<String> left = names(before);
        Set<String> right = names(after);
        List<String> unmatched = new ArrayList<>();
        left.stream().filter(vm -> !right.contains(vm)).forEach(vm -> unmatched.add(vm + " is only in A"));
        right.stream().filter(vm -> !left.contains(vm)).forEach(vm -> unmatched.add(vm + " is only in B"));
        return new VmPairs<>(left.stream().filter(right::contains).map(vm -> new Pair<>(named(vm, before), named(vm, after))).toList(), unmatched);
    }

    private static <T> Set<String> names(List<Recording<T>> recordings) {
        Set<String> names = new LinkedHashSet<>();
        recordings.forEach(recording -> names.addAll(recording.vms.keySet()));
        return names;
    }

    /** It may have another name in each recording, as a process id; the first one stands for them. */
    private static <T> Group<T> only(List<Recording<T>> recordings) {
        return new Group<>(recordings.get(0).vms.keySet().iterator().next(),
                recordings.stream().map(recording -> new One<>(recording.trace, recording.vms.values().iterator().next())).toList());
    }

    private static <T> Group<T> named(String vm, List<Recording<T>> recordings) {
        return new Group<>(vm, recordings.stream().filter(recording -> recording.vms.containsKey(vm))
                .map(recording -> new One<>(recording.trace, recording.vms.get(vm))).toList());
    }
}
