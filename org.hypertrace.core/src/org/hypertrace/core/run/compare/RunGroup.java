/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run.compare;

import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.run.Run;

/**
 * Boots or shutdowns that mean the same thing: one, or several repetitions.
 *
 * @param <R>
 *            which of both
 * @param name
 *            as the user calls it
 * @param runs
 *            at least one; each was measured
 */
public record RunGroup<R extends Run>(String name, List<R> runs) {

    /**
     * One stands for all, so that its parts still sum to its whole: the one with the median duration, of two the shorter. Those
     * whose end was seen come before those that never finished.
     *
     * @return the one that stands for the group
     */
    public R typical() {
        List<R> complete = runs.stream().filter(Run::isComplete).toList();
        List<R> sorted = (complete.isEmpty() ? runs : complete).stream().sorted(Comparator.comparingLong(Run::duration)).toList();
        return sorted.get((sorted.size() - 1) / 2);
    }
}
