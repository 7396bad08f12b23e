/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.doc;

import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameTree;

/**
 * A flame graph, to zoom and to search in.
 *
 * @param tree
 *            named
 * @param difference
 *            of the tree to one before: what got slower is red, what got faster blue; null: of nothing
 * @param norm
 *            what makes both comparable, null without a difference
 * @param labels
 *            of the frames
 * @param title
 *            what the root is called
 * @param most
 *            frames that are drawn, the widest ones
 */
public record Flame(FlameTree tree, FlameDifference difference, FlameDifference.Norm norm, FlameLabels labels, String title, int most)
        implements Picture {

    /**
     * @param tree
     *            named
     * @param labels
     *            of its frames
     * @param title
     *            what the root is called
     * @param most
     *            frames that are drawn
     * @return its flame graph
     */
    public static Flame of(FlameTree tree, FlameLabels labels, String title, int most) {
        return new Flame(tree, null, null, labels, title, most);
    }

    /**
     * @param difference
     *            of named trees
     * @param norm
     *            what makes them comparable
     * @param labels
     *            of their frames
     * @param title
     *            what the root is called
     * @param most
     *            frames that are drawn
     * @return a flame graph of the later one
     */
    public static Flame of(FlameDifference difference, FlameDifference.Norm norm, FlameLabels labels, String title, int most) {
        return new Flame(difference.after(), difference, norm, labels, title, most);
    }
}
