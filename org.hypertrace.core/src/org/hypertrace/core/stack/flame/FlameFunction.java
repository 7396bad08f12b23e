/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;

/**
 * A frame wherever it stands in a tree. Durations in ns.
 *
 * @param frame
 *            see {@link Frames}
 * @param calls
 *            that began in the time asked for
 * @param total
 *            the time with what it called; what it called itself recursively counts once
 * @param self
 *            the time in which it was the innermost and nothing else was done
 * @param exits
 *            how many times the guest was left in it
 * @param hypervisor
 *            the time of those
 * @param waiting
 *            the time in which the guest's scheduler had taken the CPU from it
 * @param reported
 *            of how many calls the guest reports their duration
 * @param guest
 *            that duration, together
 * @param reportedWall
 *            how long the same calls took as the host sees it, together
 * @param repaired
 *            how many of its begins and ends are not as reported
 */
public record FlameFunction(long frame, long calls, long total, long self, long exits, long hypervisor, long waiting, long reported,
        long guest, long reportedWall, long repaired) {

    /** Adds up. */
    private static final class Sum {
        private final long fFrame;
        private final long[] fSums = new long[10];
        private int fOpen;

        Sum(long frame) {
            fFrame = frame;
        }

        FlameFunction function() {
            return new FlameFunction(fFrame, fSums[0], fSums[1], fSums[2], fSums[3], fSums[4], fSums[5], fSums[6], fSums[7],
                    fSums[8], fSums[9]);
        }
    }

    /** @return what it is */
    public FrameKind kind() {
        return Frames.kind(frame);
    }

    /** @return whether it is something that the guest does */
    public boolean isGuests() {
        return switch (kind()) {
        case EXIT, TRACER, STATE, PREEMPTED_BY, OFF_CPU, THREAD, INTERRUPTS -> false;
        default -> true;
        };
    }

    /**
     * @param tree
     *            of whose frames one always means the same
     * @return its frames, each once, the most time of their own first
     */
    public static List<FlameFunction> of(FlameTree tree) {
        Map<Long, Sum> sums = new HashMap<>();
        Sum[] sumOf = new Sum[tree.size()];
        int node = FlameTree.ROOT;
        // depth first: a frame is open while below it
        while (node >= 0) {
            if (node != FlameTree.ROOT) {
                sumOf[node] = sums.computeIfAbsent(tree.frame(node), Sum::new);
                add(sumOf[node], tree, node);
            }
            int next = tree.firstChild(node);
            while (next < 0 && node >= 0) {
                if (sumOf[node] != null) {
                    sumOf[node].fOpen--;
                }
                next = tree.nextSibling(node);
                node = tree.parent(node);
            }
            node = next;
        }
        List<FlameFunction> functions = new ArrayList<>();
        sums.values().forEach(sum -> functions.add(sum.function()));
        functions.sort(Comparator.comparingLong(FlameFunction::self).reversed()
                .thenComparing(Comparator.comparingLong(FlameFunction::total).reversed()).thenComparingLong(FlameFunction::frame));
        return functions;
    }

    private static void add(Sum sum, FlameTree tree, int node) {
        long[] sums = sum.fSums;
        sums[0] += tree.count(node);
        sums[1] += sum.fOpen++ == 0 ? tree.wall(node) : 0;
        sums[2] += tree.self(node);
        sums[3] += tree.exits(node);
        for (int child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
            FrameKind kind = Frames.kind(tree.frame(child));
            sums[4] += kind == FrameKind.EXIT || kind == FrameKind.TRACER ? tree.wall(child) : 0;
            sums[5] += kind == FrameKind.OFF_CPU ? tree.wall(child) : 0;
        }
        sums[6] += tree.reported(node);
        sums[7] += tree.guest(node);
        sums[8] += tree.reportedWall(node);
        sums[9] += tree.repaired(node);
    }
}
