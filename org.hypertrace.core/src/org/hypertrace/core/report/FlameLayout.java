/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.hypertrace.core.stack.FlameLabels;
import org.hypertrace.core.stack.FlameTree;

/** Which nodes of a tree are drawn, and where: callers before what they call, a caller's frames by their names. */
final class FlameLayout {

    private final List<Integer> fNodes = new ArrayList<>();
    private final List<Long> fBegins = new ArrayList<>();
    private final List<Integer> fDepths = new ArrayList<>();
    private int fDepth;

    /** @param most so many are drawn, those with the most time */
    FlameLayout(FlameTree tree, FlameLabels labels, int most) {
        boolean[] isDrawn = new boolean[tree.size()];
        // no frame takes longer than its caller, and has a greater number
        IntStream.range(0, tree.size()).boxed().filter(node -> tree.wall(node) > 0 || node == FlameTree.ROOT)
                .sorted(Comparator.comparingLong((Integer node) -> tree.wall(node)).reversed().thenComparing(node -> node))
                .limit(most).forEach(node -> isDrawn[node] = true);
        add(FlameTree.ROOT, 0, 0);
        for (int i = 0; i < fNodes.size(); i++) {
            long begin = fBegins.get(i);
            for (int child : children(tree, fNodes.get(i), labels)) {
                if (isDrawn[child]) {
                    add(child, begin, fDepths.get(i) + 1);
                }
                begin += tree.wall(child);
            }
        }
    }

    private static List<Integer> children(FlameTree tree, int node, FlameLabels labels) {
        List<Integer> children = new ArrayList<>();
        for (int child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
            children.add(child);
        }
        children.sort(Comparator.comparing((Integer child) -> labels.label(tree.frame(child))).thenComparing(child -> child));
        return children;
    }

    private void add(int node, long begin, int depth) {
        fNodes.add(node);
        fBegins.add(begin);
        fDepths.add(depth);
        fDepth = Math.max(fDepth, depth);
    }

    int size() {
        return fNodes.size();
    }

    int node(int place) {
        return fNodes.get(place);
    }

    /** Where it begins, in ns of the root's time. */
    long begin(int place) {
        return fBegins.get(place);
    }

    int depth(int place) {
        return fDepths.get(place);
    }

    int depth() {
        return fDepth;
    }
}
