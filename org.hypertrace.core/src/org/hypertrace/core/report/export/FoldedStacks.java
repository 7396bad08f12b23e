/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.untrusted.PlainText;

/**
 * Trees as lines that the usual tools for flame graphs read: {@code a;b;c N}, callers first, N the own time of the last one in
 * ns; of two trees {@code a;b;c BEFORE AFTER}. What took no time itself has no line.
 */
public final class FoldedStacks {

    private FoldedStacks() {
    }

    /**
     * @param tree
     *            named
     * @param labels
     *            of its frames
     * @param out
     *            gets the lines
     * @throws IOException
     *             if they cannot be written
     */
    public static void write(FlameTree tree, FlameLabels labels, Writer out) throws IOException {
        List<String> paths = paths(tree, labels);
        for (int node = 1; node < tree.size(); node++) {
            if (tree.self(node) > 0) {
                out.append(paths.get(node)).append(' ').append(Long.toString(tree.self(node))).append('\n');
            }
        }
    }

    /** As the graph: of a tree, or of two. */
    public static void write(Flame flame, Writer out) throws IOException {
        if (flame.difference() == null) {
            write(flame.tree(), flame.labels(), out);
        } else {
            write(flame.difference(), flame.norm(), flame.labels(), out);
        }
    }

    private static void write(FlameDifference difference, FlameDifference.Norm norm, FlameLabels labels, Writer out) throws IOException {
        FlameTree tree = difference.after();
        List<String> paths = paths(tree, labels);
        for (int node = 1; node < tree.size(); node++) {
            long before = difference.selfBefore(node, norm);
            if (tree.self(node) > 0 || before > 0) {
                out.append(paths.get(node)).append(' ').append(Long.toString(before)).append(' ')
                        .append(Long.toString(tree.self(node))).append('\n');
            }
        }
    }

    private static List<String> paths(FlameTree tree, FlameLabels labels) {
        List<String> paths = new ArrayList<>();
        paths.add("");
        for (int node = 1; node < tree.size(); node++) {
            // what parts frames cannot be in them
            String label = PlainText.line(labels.label(tree.frame(node))).replace(';', ':');
            paths.add(tree.parent(node) == FlameTree.ROOT ? label : paths.get(tree.parent(node)) + ';' + label);
        }
        return paths;
    }
}
