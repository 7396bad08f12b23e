/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Which nodes of a tree are drawn, and where: callers before what they call, a caller's frames by their names. */
public final class FlameLayout {

    /** Pixels of paper between frames: that separates those of like colours, for people with red-green blindness too. */
    public static final int GAP = 1;

    private final List<Integer> fNodes = new ArrayList<>();
    private final List<Long> fBegins = new ArrayList<>();
    private final List<Integer> fDepths = new ArrayList<>();
    private int fDepth;

    /**
     * @param tree
     *            of stacks
     * @param labels
     *            of its frames
     * @param most
     *            so many are drawn, those with the most time
     */
    public FlameLayout(FlameTree tree, FlameLabels labels, int most) {
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

    /**
     * @param width
     *            of a frame and the gap behind it, in pixels
     * @return of the frame alone; half a pixel at least, so that no frame vanishes in its gap
     */
    public static double visible(double width) {
        return Math.max(Math.min(width, GAP / 2.0), width - GAP);
    }

    /** @return how many nodes are drawn; their places in the layout are from 0, which is the root, callers before callees */
    public int size() {
        return fNodes.size();
    }

    /**
     * @param place
     *            in the layout
     * @return the node of the tree
     */
    public int node(int place) {
        return fNodes.get(place);
    }

    /**
     * @param place
     *            in the layout
     * @return where it begins, in ns of the root's time
     */
    public long begin(int place) {
        return fBegins.get(place);
    }

    /**
     * @param place
     *            in the layout
     * @return in how many others it is
     */
    public int depth(int place) {
        return fDepths.get(place);
    }

    /** @return the depth of the deepest */
    public int depth() {
        return fDepth;
    }
}
