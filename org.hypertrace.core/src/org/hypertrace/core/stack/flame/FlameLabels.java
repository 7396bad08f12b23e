/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Frames of several guests, boots or traces by their labels: the same function has another address in each. A frame keeps its
 * {@link FrameKind}; its value is the place of its label, and above {@link #STATE} the state of a vCPU.
 */
public final class FlameLabels {

    private static final int STATE = 32;

    private final List<String> fLabels = new ArrayList<>();
    private final Map<String, Integer> fPlaces = new HashMap<>();

    /**
     * @param tree
     *            of one boot of a guest
     * @param labels
     *            of its frames; never null
     * @return the same tree with frames that can be compared with those of other trees that were named here
     */
    public FlameTree named(FlameTree tree, LongFunction<String> labels) {
        Map<Long, Long> frames = new HashMap<>();
        return tree.renamed(frame -> frames.computeIfAbsent(frame, key -> Frames.kind(key) == FrameKind.STATE
                ? of(Frames.state(key), labels.apply(key)) : of(Frames.kind(key), labels.apply(key))));
    }

    /**
     * @param kind
     *            what a frame is
     * @param label
     *            its label
     * @return what stands for it here
     */
    public long of(FrameKind kind, String label) {
        Integer place = fPlaces.computeIfAbsent(label, key -> {
            fLabels.add(key);
            return fLabels.size() - 1;
        });
        return Frames.of(kind, place);
    }

    /**
     * @param state
     *            of a vCPU, null if it is none
     * @param label
     *            its label
     * @return what stands for it here
     */
    public long of(VcpuState state, String label) {
        return of(FrameKind.STATE, label) | (state == null ? 0 : state.ordinal() + 1L) << STATE;
    }

    /** The state of a vCPU that a frame stands for, null if it is none. */
    public static VcpuState state(long frame) {
        int state = (int) (Frames.value(frame) >> STATE);
        return state == 0 ? null : VcpuState.of(state - 1);
    }

    /**
     * @param frame
     *            of a tree that was named here
     * @return its label
     */
    public String label(long frame) {
        return fLabels.get((int) frame);
    }
}
