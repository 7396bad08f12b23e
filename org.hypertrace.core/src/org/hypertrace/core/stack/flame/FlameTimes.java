/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;

/**
 * What the time of a thread went to; the parts are the whole. Durations in ns.
 *
 * @param own
 *            what the thread did
 * @param interrupts
 *            what interrupts did meanwhile
 * @param exits
 *            the guest was left for another reason than its tracer
 * @param tracing
 *            the guest was left since its tracer reported something
 * @param waiting
 *            the guest's scheduler had taken the CPU from the thread
 */
public record FlameTimes(long own, long interrupts, long exits, long tracing, long waiting) {

    /**
     * @param tree
     *            of all time of one or more threads
     * @return what the time went to
     */
    public static FlameTimes of(FlameTree tree) {
        FrameKind[] kinds = new FrameKind[tree.size()];
        long[] sums = new long[FrameKind.values().length];
        kinds[FlameTree.ROOT] = FrameKind.FUNCTION;
        sums[FrameKind.FUNCTION.ordinal()] = tree.self(FlameTree.ROOT);
        for (int node = 1; node < tree.size(); node++) {
            FrameKind above = kinds[tree.parent(node)];
            FrameKind kind = Frames.kind(tree.frame(node));
            boolean isNew = switch (kind) {
            case OFF_CPU, EXIT, TRACER -> above == FrameKind.FUNCTION || above == FrameKind.INTERRUPTS;
            case INTERRUPTS -> true;
            default -> false;
            };
            kinds[node] = isNew ? kind : above;
            sums[kinds[node].ordinal()] += tree.self(node);
        }
        return new FlameTimes(sums[FrameKind.FUNCTION.ordinal()], sums[FrameKind.INTERRUPTS.ordinal()],
                sums[FrameKind.EXIT.ordinal()], sums[FrameKind.TRACER.ordinal()], sums[FrameKind.OFF_CPU.ordinal()]);
    }

    /**
     * @param other
     *            of other threads
     * @return both together
     */
    public FlameTimes plus(FlameTimes other) {
        return new FlameTimes(own + other.own, interrupts + other.interrupts, exits + other.exits, tracing + other.tracing,
                waiting + other.waiting);
    }

    /** @return the whole time */
    public long wall() {
        return own + interrupts + exits + tracing + waiting;
    }
}
