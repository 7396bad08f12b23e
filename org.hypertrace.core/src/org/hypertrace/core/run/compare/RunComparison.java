/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hypertrace.core.compare.Holm;
import org.hypertrace.core.run.Run;

/**
 * Two boots or two shutdowns, or two groups of repetitions, side by side. Figures are those of the one that stands for its group.
 *
 * @param <R>
 *            which of both
 * @param a
 *            what B is compared with
 * @param fromA
 *            the one that stands for A
 * @param extent
 *            from where to where is compared, for people
 * @param whole
 *            all of it: the sum of the parts
 * @param parts
 *            in their order: of a boot the levels and what is before and after them, of a shutdown the steps
 * @param details
 *            what is in the parts - initcalls, or devices and notifiers -, the largest difference first
 * @param answer
 *            what a reader wants to know, in one sentence
 * @param remarks
 *            what limits the comparison, a sentence each
 */
public record RunComparison<R extends Run>(RunGroup<R> a, RunGroup<R> b, R fromA, R fromB, String extent, RunRow whole,
        List<RunRow> parts, List<RunRow> details, Answer answer, List<String> remarks) {

    /** @return the same with chances corrected, and with the answer, of which the words are the kind's */
    public RunComparison<R> answered(RunWords<R> words) {
        RunComparison<R> corrected = corrected();
        return new RunComparison<>(a, b, fromA, fromB, extent, whole, corrected.parts, corrected.details,
                new ComparisonWords<>(corrected, words).answer(), remarks);
    }

    /** Whoever looks at many rows finds some that differ by chance: all are one family of questions. */
    private RunComparison<R> corrected() {
        List<RunRow> rows = Stream.concat(parts.stream(), details.stream()).toList();
        double[] chances = Holm.corrected(rows.stream().mapToDouble(RunRow::chance).toArray());
        List<RunRow> corrected = IntStream.range(0, rows.size()).mapToObj(i -> rows.get(i).withCorrected(chances[i])).toList();
        return new RunComparison<>(a, b, fromA, fromB, extent, whole, corrected.subList(0, parts.size()),
                corrected.subList(parts.size(), corrected.size()), answer, remarks);
    }

    /**
     * @param row
     *            of this comparison
     * @return which share of the whole difference it contributes: negative if it goes the other way, more than 1 if others do; NaN
     *         if the whole does not differ
     */
    public double share(RunRow row) {
        return whole.difference() == 0 ? Double.NaN : (double) row.difference() / whole.difference();
    }
}
