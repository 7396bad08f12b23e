/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;

import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameFunction;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTimes;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.testing.oracle.NaiveStacks;
import org.hypertrace.testing.story.RandomStacks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of random stacks beside a count that knows nothing of trees. */
class RandomFlamesTest {

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
        RandomStacks.report(new Random(seed), new StackFanOut(List.of(forest, naive)));
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
}
