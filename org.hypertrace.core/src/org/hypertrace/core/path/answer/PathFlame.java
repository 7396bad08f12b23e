/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.answer;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.path.FoundPath;
import org.hypertrace.core.path.PathLink;
import org.hypertrace.core.path.PathParts;
import org.hypertrace.core.path.Phase;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.track.FrameKind;

/** A path as a flame graph: the subject below, on it whom it waited for, and so on; on top what that one was in. */
public final class PathFlame {

    private PathFlame() {
    }

    /**
     * @param path
     *            a path
     * @param labels
     *            gets the names of the frames
     * @return it as a tree
     */
    public static FlameTree of(FoundPath path, FlameLabels labels) {
        List<long[]> stacks = new ArrayList<>();
        List<Long> own = new ArrayList<>();
        for (PathParts.Part chain : path.parts().chains()) {
            chain.causes().forEach((cause, ns) -> {
                long[] stack = new long[chain.links().size() + 1];
                for (int i = 0; i < chain.links().size(); i++) {
                    stack[i] = labels.of(kind(chain.links().get(i).kind()), chain.links().get(i).name());
                }
                stack[stack.length - 1] = cause.phase() == Phase.WAIT ? labels.of(FrameKind.OFF_CPU, cause.label())
                        : labels.of(cause.state().vcpu(), cause.label());
                stacks.add(stack);
                own.add(ns);
            });
        }
        return FlameTree.of(stacks, own.stream().mapToLong(Long::longValue).toArray());
    }

    /** @return what the frame of a link stands for */
    public static FrameKind kind(PathLink.Kind kind) {
        return switch (kind) {
        case SOFTIRQ -> FrameKind.SOFTIRQ;
        case INTERRUPT -> FrameKind.IRQ;
        default -> FrameKind.THREAD;
        };
    }
}
