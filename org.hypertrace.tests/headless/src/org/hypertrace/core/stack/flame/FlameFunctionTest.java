/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Test;

/** Functions wherever they stand, and two trees side by side. */
class FlameFunctionTest {

    private final StackText fText = new StackText();

    private FlameTree tree(String story) {
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        fText.report(forest, story);
        return forest.tree(forest.tree(), thread -> true);
    }

    @Test
    void whatCallsItselfCountsOnce() {
        FlameTree tree = tree("""
                0 sh begins
                0 sh a
                10 sh b
                20 sh a
                30 sh exit:1
                35 sh -
                40 sh - guest 15
                50 sh -
                60 sh off_cpu:1
                80 sh -
                100 sh -
                100 sh b
                110 sh -
                120 sh ends
                """);
        assertEquals("""
                a calls 2 total 100 self 55 exits 1 hypervisor 5 waiting 20 reported 1 guest 15 of 20
                b calls 2 total 50 self 30 exits 0 hypervisor 0 waiting 0 reported 0 guest 0 of 0
                off_cpu:1 calls 1 total 20 self 20 exits 0 hypervisor 0 waiting 0 reported 0 guest 0 of 0
                exit:1 calls 1 total 5 self 5 exits 0 hypervisor 0 waiting 0 reported 0 guest 0 of 0
                """, FlameFunction.of(tree).stream().map(this::line).collect(Collectors.joining()));
    }

    private String line(FlameFunction f) {
        return fText.text(f.frame()) + " calls " + f.calls() + " total " + f.total() + " self " + f.self() + " exits " + f.exits()
                + " hypervisor " + f.hypervisor() + " waiting " + f.waiting() + " reported " + f.reported() + " guest " + f.guest()
                + " of " + f.reportedWall() + '\n';
    }

    @Test
    void twoTreesHaveTheSameNodes() {
        FlameTree before = tree("""
                0 sh begins
                0 sh a
                10 sh gone
                20 sh -
                40 sh -
                40 sh a
                60 sh -
                100 sh ends
                """);
        FlameTree after = tree("""
                0 sh begins
                0 sh a
                10 sh new
                15 sh -
                50 sh -
                50 sh ends
                """);
        FlameDifference difference = FlameDifference.of(before, after);
        assertEquals(100, difference.before().wall(FlameTree.ROOT));
        assertEquals(50, difference.after().wall(FlameTree.ROOT));
        StringBuilder lines = new StringBuilder();
        for (int node = 1; node < difference.after().size(); node++) {
            lines.append(fText.text(difference.after().frame(node))).append(' ').append(difference.after().wall(node));
            for (FlameDifference.Norm norm : FlameDifference.Norm.values()) {
                lines.append(' ').append(difference.wallBefore(node, norm));
            }
            lines.append('\n');
        }
        // twice as much before in all, and twice as many calls
        assertEquals("a 50 60 30 30\nnew 5 0 0 0\ngone 0 10 5 10\n", lines.toString());
    }

    @Test
    void theSameFunctionElsewhereIsTheSame() {
        FlameLabels labels = new FlameLabels();
        FlameTree one = labels.named(tree("0 sh begins\n0 sh a\n10 sh exit:1\n15 sh -\n20 sh -\n30 sh ends"), frame -> "x");
        FlameTree other = labels.named(tree("0 sh begins\n0 sh other\n10 sh -\n30 sh ends"), frame -> "x");
        FlameDifference difference = FlameDifference.of(one, other);
        assertEquals(3, difference.after().size());
        assertEquals(FrameKind.EXIT, Frames.kind(one.frame(2)));
        assertEquals("x", labels.label(one.frame(2)));
        assertEquals(20, difference.before().wall(1));
        assertEquals(10, difference.after().wall(1));
    }
}
