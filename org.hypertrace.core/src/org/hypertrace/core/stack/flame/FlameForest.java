/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

import org.hypertrace.core.stack.track.FrameLabels;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;

/**
 * Puts the stacks of threads together as they come, a tree for every thread. Only what is in a stretch of time counts: times
 * and numbers of adjacent stretches sum up. In the tree of a thread, what an interrupt did inside its stack stands beside the
 * thread's own frames, below {@code FrameKind.INTERRUPTS}. The thread did not call it. A mark is a call without time in what sent
 * it.
 */
public final class FlameForest implements StackSink {

    /** So many nodes of all trees are distinguished; see {@code FrameKind.OTHERS}. */
    public static final int LIMIT = 1 << 18;

    private final long fFrom;
    private final long fTo;
    private final FlameNodes fNodes;
    private final List<FlameStack> fStacks = new ArrayList<>();

    /**
     * @param from
     *            begin of the stretch of time, ns since the epoch
     * @param to
     *            its end, exclusive
     */
    public FlameForest(long from, long to) {
        this(from, to, LIMIT);
    }

    /**
     * @param from
     *            begin of the stretch of time, ns since the epoch
     * @param to
     *            its end, exclusive
     * @param limit
     *            so many nodes of all trees are distinguished; there may be eight times as many
     */
    public FlameForest(long from, long to, int limit) {
        fFrom = from;
        fTo = to;
        fNodes = new FlameNodes(limit);
    }

    /** @return the threads of which something is known in the stretch of time, by their numbers */
    public List<StackThread> threads() {
        return fStacks.stream().filter(stack -> stack != null && stack.root() >= 0).map(FlameStack::thread).toList();
    }

    /** @return a tree of all threads: each is a node below the root, {@code FrameKind.THREAD} */
    public FlameTree tree() {
        return new FlameTree(fNodes);
    }

    /**
     * @param all
     *            what {@link #tree} gives
     * @param thread
     *            a thread
     * @param isInterrupt
     *            shows about its frames which are an interrupt's, see {@link FrameLabels#isInterrupt}
     * @return its tree, without time if nothing is known of it; that of all others if there were too many threads to report this
     *         one apart
     */
    public FlameTree tree(FlameTree all, StackThread thread, LongPredicate isInterrupt) {
        int root = of(thread).root();
        return root < 0 ? new FlameTree(new FlameNodes(1)) : all.below(root).withInterruptsApart(isInterrupt);
    }

    /**
     * @param all
     *            what {@link #tree} gives
     * @param threads
     *            threads whose frames mean the same: of one boot of a guest
     * @param names
     *            shows which frames are interrupts'
     * @return the tree of them together
     */
    public FlameTree tree(FlameTree all, Predicate<StackThread> threads, FrameLabels names) {
        Set<Integer> roots = new HashSet<>();
        return FlameTree.merged(threads().stream().filter(threads).filter(thread -> roots.add(of(thread).root()))
                .map(thread -> tree(all, thread, frame -> names.isInterrupt(thread, frame))).toList());
    }

    /**
     * @param all
     *            what {@link #tree} gives
     * @param threads
     *            threads whose frames mean the same: of one boot of a guest
     * @return the tree of them together; only what is reported as an interrupt stands apart, functions do not
     */
    public FlameTree tree(FlameTree all, Predicate<StackThread> threads) {
        Set<Integer> roots = new HashSet<>();
        return FlameTree.merged(threads().stream().filter(threads).filter(thread -> roots.add(of(thread).root()))
                .map(thread -> tree(all, thread, FlameForest::isInterrupt)).toList());
    }

    private static boolean isInterrupt(long frame) {
        return switch (Frames.kind(frame)) {
        case IRQ, SOFTIRQ, APIC -> true;
        default -> false;
        };
    }

    /**
     * @param thread
     *            a thread
     * @return how many of its frames' begins and ends in the stretch of time are not as reported, by the place of the
     *         {@link Repair}
     */
    public long[] repairs(StackThread thread) {
        return of(thread).repairs();
    }

    private FlameStack of(StackThread thread) {
        int index = thread.index();
        while (fStacks.size() <= index) {
            fStacks.add(null);
        }
        FlameStack stack = fStacks.get(index);
        if (stack == null) {
            stack = new FlameStack(thread, fNodes, fFrom, fTo);
            fStacks.set(index, stack);
        }
        return stack;
    }

    @Override
    public void begins(long time, StackThread thread) {
        of(thread).begins(time);
    }

    @Override
    public void enters(long time, StackThread thread, long frame) {
        of(thread).enters(time, frame);
    }

    @Override
    public void resumes(long time, StackThread thread, long frame) {
        of(thread).resumes(time, frame);
    }

    @Override
    public void marks(long time, StackThread thread, long frame) {
        of(thread).marks(time, frame);
    }

    @Override
    public void leaves(long time, StackThread thread, long guestDuration) {
        of(thread).leaves(time, guestDuration);
    }

    @Override
    public void repaired(long time, StackThread thread, Repair repair) {
        of(thread).repaired(repair);
    }

    @Override
    public void ends(long time, StackThread thread) {
        of(thread).ends(time);
    }
}
