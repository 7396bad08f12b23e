/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;

/**
 * Stacks put together: every node is a frame below those that called it, with all the times it was called from there. Nodes
 * are numbers from 0, which is the root; a parent stands before its children. Durations are in ns; of every node, the times of
 * its children and its own are its whole time exactly.
 */
public final class FlameTree {

    /** The node above all others: a thread, or all that were put together. */
    public static final int ROOT = 0;

    /** So many nodes are distinguished where nothing shows how many. */
    private static final int MOST = 1 << 18;

    /** No interrupt. */
    private static final int NONE = -1;

    private final FlameNodes fNodes;
    private final int fSize;
    private final long[] fWall;
    private final int[] fFirst;
    private final int[] fNext;

    /** @param nodes that do not change any more */
    public FlameTree(FlameNodes nodes) {
        fNodes = nodes;
        fSize = nodes.size();
        fWall = Arrays.copyOf(nodes.fSelf, fSize);
        fFirst = new int[fSize];
        fNext = new int[fSize];
        Arrays.fill(fFirst, -1);
        Arrays.fill(fNext, -1);
        for (int node = fSize - 1; node > ROOT; node--) {
            int parent = nodes.fParent[node];
            fWall[parent] += fWall[node];
            fNext[node] = fFirst[parent];
            fFirst[parent] = node;
        }
    }

    /**
     * @param stacks
     *            frames, callers first
     * @param own
     *            the time of the last one of each, ns
     * @return all of them put together
     */
    public static FlameTree of(List<long[]> stacks, long[] own) {
        FlameNodes nodes = new FlameNodes(MOST);
        for (int i = 0; i < own.length; i++) {
            int node = ROOT;
            for (long frame : stacks.get(i)) {
                node = nodes.child(node, frame);
            }
            nodes.fSelf[node] += own[i];
        }
        return new FlameTree(nodes);
    }

    /** @return how many nodes there are, at least the root */
    public int size() {
        return fSize;
    }

    /** @return the node above, -1 of the root */
    public int parent(int node) {
        return fNodes.fParent[node];
    }

    /** @return what the node stands for, see {@link Frames}; of the root nothing */
    public long frame(int node) {
        return fNodes.fFrame[node];
    }

    /** @return the first child in the order in which they were first called, -1 if there is none */
    public int firstChild(int node) {
        return fFirst[node];
    }

    /** @return the next child of the same parent, -1 if there is none */
    public int nextSibling(int node) {
        return fNext[node];
    }

    /** @return the whole time, with that of the frames below; of the root: of all */
    public long wall(int node) {
        return fWall[node];
    }

    /** @return the time in which the frame was the innermost; of the root: in which nothing was called */
    public long self(int node) {
        return fNodes.fSelf[node];
    }

    /** @return how many times it was called in the time asked for */
    public long count(int node) {
        return fNodes.fCount[node];
    }

    /** @return how many times the guest was left while it was the innermost of the guest's frames */
    public long exits(int node) {
        return fNodes.fExits[node];
    }

    /** @return how many of its begins and ends are not as reported, see {@code Repair} */
    public long repaired(int node) {
        return fNodes.fRepaired[node];
    }

    /** @return of how many calls, wholly in the time asked for, the guest itself reports how long they took */
    public long reported(int node) {
        return fNodes.fReported[node];
    }

    /** @return how long those took by the guest's word and clock, together */
    public long guest(int node) {
        return fNodes.fGuest[node];
    }

    /** @return how long the same calls took as the host sees it, together, also where tracing is left out */
    public long reportedWall(int node) {
        return fNodes.fReportedWall[node];
    }

    /**
     * @param node
     *            a node
     * @return the tree of it and all below
     */
    public FlameTree below(int node) {
        FlameNodes nodes = new FlameNodes(Integer.MAX_VALUE);
        nodes.add(ROOT, this, node);
        // breadth first, as the places of the new tree are given
        int[] from = { node, 0, 0, 0 };
        for (int place = 0; place < nodes.size(); place++) {
            for (int child = fFirst[from[place]]; child >= 0; child = fNext[child]) {
                int made = nodes.child(place, frame(child));
                nodes.add(made, this, child);
                if (made == from.length) {
                    from = Arrays.copyOf(from, 2 * made);
                }
                from[made] = child;
            }
        }
        return new FlameTree(nodes);
    }

    /**
     * @param trees
     *            whose frames mean the same
     * @return all together
     */
    public static FlameTree merged(List<FlameTree> trees) {
        FlameNodes nodes = new FlameNodes(FlameForest.LIMIT);
        trees.forEach(tree -> tree.addTo(nodes, ROOT, LongUnaryOperator.identity(), true));
        return new FlameTree(nodes);
    }

    /**
     * @param names
     *            of a frame of this tree, gives what stands for it elsewhere; its kind must stay
     * @return the same tree with other frames; those that become the same under one node are one
     */
    public FlameTree renamed(LongUnaryOperator names) {
        FlameNodes nodes = new FlameNodes(Integer.MAX_VALUE);
        addTo(nodes, ROOT, names, true);
        return new FlameTree(nodes);
    }

    /**
     * @param frame
     *            a frame
     * @return the same tree with this frame between the root and all else
     */
    public FlameTree under(long frame) {
        FlameNodes nodes = new FlameNodes(Integer.MAX_VALUE);
        addTo(nodes, nodes.child(ROOT, frame), LongUnaryOperator.identity(), true);
        return new FlameTree(nodes);
    }

    /** Adds all to a tree that grows, below a node; without figures only that it is there. */
    void addTo(FlameNodes nodes, int root, LongUnaryOperator names, boolean withFigures) {
        int[] places = new int[fSize];
        places[ROOT] = root;
        for (int i = 0; i < fSize; i++) {
            places[i] = i == ROOT ? root : nodes.child(places[parent(i)], names.applyAsLong(frame(i)));
            if (withFigures) {
                nodes.add(places[i], this, i);
            }
        }
    }

    /**
     * What interrupts did may be distinguished only when all functions are named.
     *
     * @param isInterrupt
     *            shows about a frame whether it is an interrupt's
     * @return the tree of a thread with all that such frames did below {@link FrameKind#INTERRUPTS} instead of what they
     *         interrupted
     */
    public FlameTree withInterruptsApart(LongPredicate isInterrupt) {
        FlameNodes nodes = new FlameNodes(Integer.MAX_VALUE);
        int[] places = new int[fSize];
        // for frames of interrupts: what they interrupted
        int[] interrupted = new int[fSize];
        interrupted[ROOT] = NONE;
        nodes.add(ROOT, this, ROOT);
        for (int i = 1; i < fSize; i++) {
            int above = places[parent(i)];
            interrupted[i] = interrupted[parent(i)];
            if (Frames.kind(frame(i)) == FrameKind.OFF_CPU && interrupted[i] >= 0) {
                // at the end of an interrupt the guest takes the CPU from the thread: the thread waits, not the interrupt
                above = interrupted[i];
                interrupted[i] = NONE;
            } else if (interrupted[i] == NONE && isInterrupt.test(frame(i))) {
                interrupted[i] = above;
                above = nodes.child(ROOT, Frames.of(FrameKind.INTERRUPTS, 0));
            }
            places[i] = nodes.child(above, frame(i));
            nodes.add(places[i], this, i);
        }
        return new FlameTree(nodes);
    }

    /**
     * @param mode
     *            which time is asked for
     * @param withTracing
     *            whether what the guest's tracer costs is in it: exits for what it reported, wherever they are
     * @return the tree of that time
     */
    public FlameTree in(FlameMode mode, boolean withTracing) {
        if (mode == FlameMode.WALL && withTracing) {
            return this;
        }
        return new FlameTree(new FlameFilter(this, mode, withTracing).nodes());
    }
}
