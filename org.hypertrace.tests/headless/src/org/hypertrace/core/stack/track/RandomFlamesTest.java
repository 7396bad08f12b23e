/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;

import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTimes;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.testing.oracle.NaiveStacks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of random stacks beside a count that knows nothing of trees. */
class RandomFlamesTest {

    private static final FrameKind[] KINDS = { FrameKind.FUNCTION, FrameKind.FUNCTION, FrameKind.FUNCTION, FrameKind.SYSCALL,
            FrameKind.IRQ, FrameKind.SOFTIRQ, FrameKind.EXIT, FrameKind.TRACER, FrameKind.STATE, FrameKind.OFF_CPU };
    private static final BiPredicate<StackThread, Long> INTERRUPT = (thread, frame) -> switch (Frames.kind(frame)) {
    case IRQ, SOFTIRQ -> true;
    case FUNCTION -> frame % 5 == 0;
    default -> false;
    };

    @ParameterizedTest
    @ValueSource(longs = { 1, 2, 3, 4, 5, 6, 7, 8 })
    void everyPathHasItsTimeAndCalls(long seed) {
        long from = seed % 2 == 0 ? Long.MIN_VALUE : 3_000;
        long to = seed % 3 == 0 ? Long.MAX_VALUE : 60_000;
        FlameForest forest = new FlameForest(from, to);
        NaiveStacks naive = new NaiveStacks(from, to);
        report(new Random(seed), new StackFanOut(List.of(forest, naive)));
        FlameTree all = forest.tree();
        long known = 0;
        for (StackThread thread : forest.threads()) {
            known += naive.known(thread);
            FlameTree tree = forest.tree(all, thread, frame -> INTERRUPT.test(thread, frame));
            assertEquals(naive.paths(thread, INTERRUPT), NaiveStacks.paths(tree));
            assertEquals(naive.known(thread), tree.wall(FlameTree.ROOT));
            assertEquals(naive.known(thread) - naive.tracer(thread), tree.in(FlameMode.WALL, false).wall(FlameTree.ROOT));
            for (boolean withTracing : new boolean[] { true, false }) {
                long wall = tree.in(FlameMode.WALL, withTracing).wall(FlameTree.ROOT);
                long onCpu = tree.in(FlameMode.ON_CPU, withTracing).wall(FlameTree.ROOT);
                assertEquals(onCpu, tree.in(FlameMode.HYPERVISOR, withTracing).wall(FlameTree.ROOT));
                assertEquals(wall, onCpu + tree.in(FlameMode.OFF_CPU, withTracing).wall(FlameTree.ROOT));
            }
            assertEquals(tree.wall(FlameTree.ROOT), FlameTimes.of(tree).wall());
            assertEquals(tree.wall(FlameTree.ROOT), FlameFunction.of(tree).stream().mapToLong(FlameFunction::self).sum()
                    + tree.self(FlameTree.ROOT));
        }
        assertEquals(known, all.wall(FlameTree.ROOT));
    }

    /** What the host does is over what the guest does, and a state over an exit. */
    private static boolean fits(FrameKind kind, FrameKind innermost) {
        return switch (innermost) {
        case STATE -> false;
        case EXIT, TRACER -> kind == FrameKind.STATE;
        case OFF_CPU -> kind == FrameKind.EXIT || kind == FrameKind.TRACER;
        default -> kind != FrameKind.STATE;
        };
    }

    private static void report(Random random, StackSink to) {
        StackThread[] threads = new StackThread[3];
        List<List<FrameKind>> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads[i] = new StackThread(i, null, null, 0, i, -1);
            open.add(new ArrayList<>());
            to.begins(i, threads[i]);
        }
        long time = 10;
        for (int i = 0; i < 20_000; i++) {
            time += random.nextInt(8);
            int which = random.nextInt(3);
            StackThread thread = threads[which];
            List<FrameKind> its = open.get(which);
            FrameKind kind = KINDS[random.nextInt(KINDS.length)];
            if (random.nextInt(10_000) == 0) {
                to.ends(time, thread);
                time += 5;
                to.begins(time, thread);
                its.clear();
            } else if (!its.isEmpty() && (random.nextInt(16) < 3 + its.size() || !fits(kind, its.get(its.size() - 1)))) {
                to.leaves(time, thread, random.nextInt(9) - 1);
                its.remove(its.size() - 1);
            } else if (!its.isEmpty() || kind != FrameKind.STATE) {
                long value = random.nextInt(kind == FrameKind.FUNCTION ? 40 : 3);
                long frame = kind == FrameKind.FUNCTION ? 0xffffffff81000000L + value : Frames.of(kind, value);
                if (random.nextInt(8) == 0) {
                    to.resumes(time, thread, frame);
                } else {
                    to.enters(time, thread, frame);
                }
                its.add(kind);
            }
        }
        for (int i = 0; i < 3; i++) {
            to.ends(time + 10, threads[i]);
        }
    }
}
