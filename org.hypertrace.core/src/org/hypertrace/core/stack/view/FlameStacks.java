/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameNodes;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.vcpu.VcpuState;

/** Puts stacks together that are not those of guests' threads, such as chains of who waits for whom. */
public final class FlameStacks {

    /** More boxes nothing shows apart; what would be one more is put to the box below it. */
    private static final int LIMIT = 1 << 16;

    private final FlameNodes fNodes = new FlameNodes(Integer.MAX_VALUE);
    private final FlameLabels fLabels = new FlameLabels();

    /**
     * @param below
     *            a box, {@link FlameTree#ROOT} for the one below all
     * @param kind
     *            what it stands for, gives its colour
     * @param label
     *            its name
     * @return the box of this name on the other one
     */
    public int box(int below, FrameKind kind, String label) {
        return fNodes.size() < LIMIT ? fNodes.child(below, fLabels.of(kind, label)) : below;
    }

    /**
     * @param below
     *            a box
     * @param state
     *            of a vCPU, gives its colour; null if it is none
     * @param label
     *            its name
     * @return the box of this name on the other one
     */
    public int box(int below, VcpuState state, String label) {
        return fNodes.size() < LIMIT ? fNodes.child(below, fLabels.of(state, label)) : below;
    }

    /**
     * @param box
     *            a box
     * @param ns
     *            own time of it
     * @param times
     *            how often that was
     */
    public void add(int box, long ns, long times) {
        fNodes.fSelf[box] += ns;
        fNodes.fCount[box] += times;
    }

    /**
     * @param title
     *            of the box below all
     * @return all of it
     */
    public FlameGraph graph(String title) {
        return FlameGraph.of(fLabels, new FlameTree(fNodes), title);
    }
}
