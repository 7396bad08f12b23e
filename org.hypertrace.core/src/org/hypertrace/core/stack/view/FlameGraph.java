/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.hypertrace.core.compare.RatioWords;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.stack.flame.FlameDifference;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameLayout;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.flame.StackFigures;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.untrusted.PlainText;

/**
 * A tree of stacks as it is drawn: boxes with places, colours and words. Or two trees: the boxes of both, as wide as they are
 * after, coloured by what their own time was before.
 */
public final class FlameGraph {

    private final FlameLabels fLabels;
    private final FlameTree fTree;
    private final String fTitle;
    private final FlameDifference fDifference;
    private final FlameDifference.Norm fNorm;
    private final FlameLayout fLayout;
    private final FlameColours fColours;
    /** Whether no host of these guests has a trace: what the host did before an exit's record counts as the guest's. */
    private boolean fIsAlone;

    private FlameGraph(FlameLabels labels, FlameTree tree, String title, FlameDifference difference, FlameDifference.Norm norm) {
        fLabels = labels;
        fTree = tree;
        fTitle = title;
        fDifference = difference;
        fNorm = norm;
        fLayout = new FlameLayout(tree, labels, tree.size());
        fColours = difference == null ? null : FlameColours.of(difference, norm, fLayout);
    }

    /**
     * @param figures
     *            of a trace
     * @param boot
     *            one of its boots, null: all together
     * @param mode
     *            which time is asked for
     * @param withTracing
     *            whether what the guest's tracer costs is in it
     * @param labels
     *            of frames, shared by all that is to be compared
     * @return the graph
     */
    public static FlameGraph of(StackFigures figures, StackFigures.Boot boot, FlameMode mode, boolean withTracing,
            FlameLabels labels) {
        List<FlameTree> trees = new ArrayList<>();
        boolean isAlone = false;
        for (StackFigures.Boot one : boot == null ? figures.boots() : List.of(boot)) {
            FlameTree all = figures.tree(one);
            isAlone |= isAlone(all);
            trees.add(labels.named(all.in(mode, withTracing), frame -> figures.name(one, frame)));
        }
        FlameGraph graph = new FlameGraph(labels, FlameTree.merged(trees), boot == null ? "all" : boot.label(), null, null);
        graph.fIsAlone = isAlone;
        return graph;
    }

    /** Of any tree with these labels. */
    static FlameGraph of(FlameLabels labels, FlameTree tree, String title) {
        return new FlameGraph(labels, tree, title, null, null);
    }

    /**
     * @param before
     *            with the same labels
     * @param norm
     *            what makes its times comparable
     * @return the difference of this one to it
     */
    public FlameGraph comparedWith(FlameGraph before, FlameDifference.Norm norm) {
        FlameDifference difference = FlameDifference.of(before.fTree, fTree);
        FlameGraph graph = new FlameGraph(fLabels, difference.after(), fTitle + " compared with " + before.fTitle, difference, norm);
        graph.fIsAlone = fIsAlone;
        return graph;
    }

    /** @return where the boxes are */
    public FlameLayout layout() {
        return fLayout;
    }

    /** @return the time of all, ns */
    public long whole() {
        return fTree.wall(FlameTree.ROOT);
    }

    /**
     * @param box
     *            the place of a box in the layout
     * @return its time, ns
     */
    public long wall(int box) {
        return fTree.wall(fLayout.node(box));
    }

    /**
     * @param box
     *            the place of a box in the layout
     * @return what it is called
     */
    public String label(int box) {
        int node = fLayout.node(box);
        return PlainText.line(node == FlameTree.ROOT ? fTitle : fLabels.label(fTree.frame(node)));
    }

    /**
     * @param box
     *            the place of a box in the layout
     * @return its colour as #RRGGBB: by what it is, or red where its own time got longer and blue where it got shorter
     */
    public String colour(int box) {
        int node = fLayout.node(box);
        return fColours == null ? FlameColours.of(fTree.frame(node), label(box), node == FlameTree.ROOT) : fColours.of(node);
    }

    /**
     * @param words
     *            in lower case
     * @return the time of the outermost boxes with such a label, ns
     */
    public long found(String words) {
        long found = 0;
        // callers stand before what they call, with the depths of the boxes left of them
        boolean[] isIn = new boolean[fTree.size()];
        for (int box = 0; box < fLayout.size(); box++) {
            int node = fLayout.node(box);
            boolean above = node != FlameTree.ROOT && isIn[fTree.parent(node)];
            boolean here = node != FlameTree.ROOT && label(box).toLowerCase(Locale.ROOT).contains(words);
            found += here && !above ? fTree.wall(node) : 0;
            isIn[node] = above || here;
        }
        return found;
    }

    /**
     * @param box
     *            the place of a box in the layout
     * @return all that is known of it, some lines
     */
    public String words(int box) {
        int node = fLayout.node(box);
        StringBuilder out = new StringBuilder(label(box)).append('\n').append(Amount.ns(fTree.wall(node)).both())
                .append(", ").append(Amount.share(fTree.wall(node), Math.max(1, whole())));
        boolean isBounded = fIsAlone && fTree.self(node) > 0 && node != FlameTree.ROOT && isOfGuest(Frames.kind(fTree.frame(node)));
        if (fTree.self(node) != fTree.wall(node) || isBounded) {
            out.append("; own ").append(Amount.ns(fTree.self(node)).both()).append(isBounded ? " (at most)" : "");
        }
        count(out, fTree.count(node), " times");
        count(out, fTree.exits(node), " exits");
        count(out, fTree.repaired(node), " repaired");
        if (fTree.reported(node) > 0) {
            out.append("\nby the guest's own word ").append(Amount.ns(fTree.guest(node)).both()).append(" of ")
                    .append(Amount.ns(fTree.reportedWall(node)).both());
        }
        if (fDifference != null) {
            long before = fDifference.wallBefore(node, fNorm);
            out.append("\nbefore ").append(Amount.ns(before).both());
            if (fNorm != FlameDifference.Norm.NONE) {
                out.append(" (scaled from ").append(Amount.ns(fDifference.before().wall(node)).both()).append(')');
            }
            count(out, fDifference.before().count(node), " times");
            String change = RatioWords.change(before, fTree.wall(node));
            out.append(change.isEmpty() ? "" : "; now " + change);
        }
        return out.toString();
    }

    /** Whether states of vCPUs in a tree are of a VM whose host has no trace. */
    private static boolean isAlone(FlameTree tree) {
        return IntStream.range(0, tree.size()).anyMatch(node -> node != FlameTree.ROOT && Frames.isLone(tree.frame(node)));
    }

    /** Whether its own time is the guest's. */
    private static boolean isOfGuest(FrameKind kind) {
        return switch (kind) {
        case EXIT, TRACER, STATE, PREEMPTED_BY, OFF_CPU, MARK -> false;
        default -> true;
        };
    }

    private static void count(StringBuilder out, long count, String what) {
        if (count > 0) {
            out.append(", ").append(count).append(what);
        }
    }
}
