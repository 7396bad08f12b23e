/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.report.CannotReport;
import org.hypertrace.core.report.OpenTraces;
import org.hypertrace.core.stack.FlameForest;
import org.hypertrace.core.stack.FlameMode;
import org.hypertrace.core.stack.FlameTree;
import org.hypertrace.core.stack.FrameKind;
import org.hypertrace.core.stack.FrameNames;
import org.hypertrace.core.stack.Frames;
import org.hypertrace.core.stack.StackPass;
import org.hypertrace.core.stack.StackTee;
import org.hypertrace.core.stack.StackThread;
import org.hypertrace.testing.NaiveStacks;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees of recorded stacks: their sums, and beside a count that knows nothing of trees. */
class StacksOfSamplesTest {

    @ParameterizedTest
    @ValueSource(strings = { "boot-graph", "stock-sched" })
    void treesHaveEveryNanosecond(String sample) throws CannotReport {
        FlameForest forest = new FlameForest(Long.MIN_VALUE, Long.MAX_VALUE);
        NaiveStacks naive = new NaiveStacks(Long.MIN_VALUE, Long.MAX_VALUE);
        FrameNames names;
        try (OpenTraces traces = OpenTraces.open(List.of(Samples.trace(sample)))) {
            GuestSymbols symbols = new GuestSymbols(traces.hosts().hosts(), List.of(new GuestSymbols.Chosen(null,
                    Samples.root().resolve("traces-samples/first/System.map-guest.xz"))));
            StackPass pass = traces.stacks(symbols, new StackTee(List.of(forest, naive)), new NullProgressMonitor());
            names = pass.names();
        }
        FlameTree all = forest.tree();
        long known = 0;
        boolean hasInterrupts = false;
        for (StackThread thread : forest.threads()) {
            known += naive.known(thread);
            FlameTree tree = forest.tree(all, thread, frame -> names.isInterrupt(thread, frame));
            assertEquals(naive.paths(thread, names::isInterrupt), NaiveStacks.paths(tree));
            sums(tree, naive.known(thread), naive.tracer(thread));
            for (int node = 1; node < tree.size(); node++) {
                hasInterrupts |= Frames.kind(tree.frame(node)) == FrameKind.INTERRUPTS;
            }
        }
        assertTrue(known > 0);
        assertEquals(known, all.wall(FlameTree.ROOT));
        assertTrue(hasInterrupts);
    }

    private static void sums(FlameTree tree, long known, long tracer) {
        assertEquals(known, tree.wall(FlameTree.ROOT));
        assertEquals(known - tracer, tree.in(FlameMode.WALL, false).wall(FlameTree.ROOT));
        assertEquals(known, tree.in(FlameMode.ON_CPU, true).wall(FlameTree.ROOT)
                + tree.in(FlameMode.OFF_CPU, true).wall(FlameTree.ROOT));
        for (int node = 0; node < tree.size(); node++) {
            long children = 0;
            for (int child = tree.firstChild(node); child >= 0; child = tree.nextSibling(child)) {
                children += tree.wall(child);
            }
            assertEquals(tree.wall(node), tree.self(node) + children);
        }
    }
}
