/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;

/** Makes the tree of only some of the time of a tree. */
final class FlameFilter {

    /** Nothing of such a node or of those below is taken. */
    private static final int DROPPED = -1;

    private final FlameTree fTree;
    private final FlameMode fMode;
    private final boolean fWithTracing;
    private final FlameNodes fNodes = new FlameNodes(Integer.MAX_VALUE);
    /** What becomes of every node. */
    private final int[] fPlaces;
    /** The node's time is its caller's, and its other figures nobody's. */
    private final boolean[] fIsFolded;

    FlameFilter(FlameTree tree, FlameMode mode, boolean withTracing) {
        fTree = tree;
        fMode = mode;
        fWithTracing = withTracing;
        fPlaces = new int[tree.size()];
        fIsFolded = new boolean[tree.size()];
    }

    FlameNodes nodes() {
        boolean[] isWanted = fMode == FlameMode.OFF_CPU ? waiting() : null;
        add(FlameTree.ROOT);
        for (int node = 1; node < fTree.size(); node++) {
            int parent = fPlaces[fTree.parent(node)];
            FrameKind kind = Frames.kind(fTree.frame(node));
            boolean folded = parent != DROPPED && isFolded(node, kind);
            if (parent == DROPPED || kind == FrameKind.TRACER && !fWithTracing
                    || kind == FrameKind.OFF_CPU && (fMode == FlameMode.ON_CPU || fMode == FlameMode.HYPERVISOR)
                    || isWanted != null && !isWanted[node] && !folded) {
                fPlaces[node] = DROPPED;
                if (parent != DROPPED && kind == FrameKind.TRACER && !fWithTracing) {
                    fNodes.fExits[parent] -= fTree.count(node);
                }
            } else if (folded) {
                fPlaces[node] = parent;
                fIsFolded[node] = true;
                fNodes.fSelf[parent] += fTree.self(node);
            } else {
                fPlaces[node] = fNodes.child(parent, fTree.frame(node));
                add(node);
            }
        }
        return fNodes;
    }

    /** Where the guest's view counts it is its caller's, and so is what happens while a thread waits. */
    private boolean isFolded(int node, FrameKind kind) {
        int parent = fTree.parent(node);
        return fIsFolded[parent] || switch (fMode) {
        case ON_CPU -> kind == FrameKind.EXIT || kind == FrameKind.TRACER;
        case OFF_CPU -> parent != FlameTree.ROOT && Frames.kind(fTree.frame(parent)) == FrameKind.OFF_CPU;
        default -> false;
        };
    }

    private void add(int node) {
        int place = fPlaces[node];
        long self = fNodes.fSelf[place];
        fNodes.add(place, fTree, node);
        if (fMode == FlameMode.OFF_CPU && (node == FlameTree.ROOT || Frames.kind(fTree.frame(node)) != FrameKind.OFF_CPU)) {
            fNodes.fSelf[place] = self;
        }
    }

    /** The nodes that wait, and those that lead to them. */
    private boolean[] waiting() {
        boolean[] waits = new boolean[fTree.size()];
        for (int node = fTree.size() - 1; node > FlameTree.ROOT; node--) {
            waits[node] |= Frames.kind(fTree.frame(node)) == FrameKind.OFF_CPU;
            waits[fTree.parent(node)] |= waits[node];
        }
        return waits;
    }
}
