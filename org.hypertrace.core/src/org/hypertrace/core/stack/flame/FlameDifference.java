/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.function.LongUnaryOperator;

/**
 * Two trees side by side: every node of either has the same number in both, and no time in the one that lacks it.
 *
 * @param before
 *            what is compared with
 * @param after
 *            what is compared
 */
public record FlameDifference(FlameTree before, FlameTree after) {

    /** By what a time of before is made comparable with one of after. */
    public enum Norm {
        /** As it is. */
        NONE,
        /** As if both had taken as long. */
        TOTAL,
        /** As if everything had been called as often before as after. */
        COUNT
    }

    /**
     * @param before
     *            what is compared with
     * @param after
     *            what is compared; its frames mean the same, see {@link FlameLabels}
     * @return both with the same nodes
     */
    public static FlameDifference of(FlameTree before, FlameTree after) {
        return new FlameDifference(with(before, after, true), with(before, after, false));
    }

    private static FlameTree with(FlameTree before, FlameTree after, boolean isBefore) {
        FlameNodes nodes = new FlameNodes(Integer.MAX_VALUE);
        after.addTo(nodes, FlameTree.ROOT, LongUnaryOperator.identity(), !isBefore);
        before.addTo(nodes, FlameTree.ROOT, LongUnaryOperator.identity(), isBefore);
        return new FlameTree(nodes);
    }

    /**
     * @param node
     *            a node of both
     * @param norm
     *            what makes it comparable
     * @return its own time before, ns; 0 where nothing of it was called after by which it could be scaled
     */
    public long selfBefore(int node, Norm norm) {
        return Math.round(before.self(node) * factor(node, norm));
    }

    /**
     * @param node
     *            a node of both
     * @param norm
     *            what makes it comparable
     * @return its whole time before, ns
     */
    public long wallBefore(int node, Norm norm) {
        return Math.round(before.wall(node) * factor(node, norm));
    }

    private double factor(int node, Norm norm) {
        return switch (norm) {
        case NONE -> 1;
        case TOTAL -> ratio(after.wall(FlameTree.ROOT), before.wall(FlameTree.ROOT));
        // what is not called but found open, and what states lie below, is scaled as what it is in
        case COUNT -> {
            int called = node;
            while (called > FlameTree.ROOT && (before.count(called) == 0 || after.count(called) == 0)
                    && before.wall(called) > 0 && after.wall(called) > 0) {
                called = before.parent(called);
            }
            yield before.count(called) == 0 || after.count(called) == 0 ? 1 : ratio(after.count(called), before.count(called));
        }
        };
    }

    private static double ratio(long after, long before) {
        return before == 0 ? 1 : (double) after / before;
    }
}
