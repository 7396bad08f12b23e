/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.List;

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

    /** @return the same with the answer, of which the words are the kind's */
    public RunComparison<R> answered(RunWords<R> words) {
        return new RunComparison<>(a, b, fromA, fromB, extent, whole, parts, details, new ComparisonWords<>(this, words).answer(), remarks);
    }
}
