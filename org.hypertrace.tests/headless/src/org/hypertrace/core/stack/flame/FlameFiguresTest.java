/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.stack.history.CallStackWriter;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sums, layouts and differences of trees of stacks. */
@Tag("plain")
class FlameFiguresTest {

    private static final String STORY = """
            0 sh begins
            0 sh read
            10 sh irq:4
            15 sh exit:1
            17 sh state:3
            18 sh -
            20 sh -
            30 sh -
            40 sh exit:1
            43 sh -
            50 sh tracer:1
            57 sh -
            60 sh off_cpu:1
            71 sh exit:2
            75 sh -
            80 sh -
            100 sh -
            120 sh ends
            """;

    private final StackText fText = new StackText();

    private FlameForest forest(String story, long from, long to) {
        FlameForest forest = new FlameForest(from, to);
        fText.report(forest, story);
        return forest;
    }

    private FlameTree tree(String story) {
        FlameForest forest = forest(story, Long.MIN_VALUE, Long.MAX_VALUE);
        return forest.tree(forest.tree(), thread -> true);
    }

    /** An exit in an interrupt is an exit's time; one while it waits is still waiting. */
    @Test
    void whatTheTimeWentTo() {
        FlameTimes times = FlameTimes.of(tree(STORY));
        assertEquals(new FlameTimes(120 - 20 - 3 - 7 - 20, 15, 5 + 3, 7, 20), times);
        assertEquals(120, times.wall());
        assertEquals(new FlameTimes(2 * times.own(), 30, 16, 14, 40), times.plus(times));
        assertEquals(new FlameTimes(11, 22, 33, 44, 55), new FlameTimes(1, 2, 3, 4, 5).plus(new FlameTimes(10, 20, 30, 40, 50)));
        assertEquals(15, new FlameTimes(1, 2, 3, 4, 5).wall());
        assertEquals(new FlameTimes(0, 0, 0, 0, 0), FlameTimes.of(new FlameTree(new FlameNodes(10))));
    }

    /** Children by their names, next to each other from the begin of their caller on; those with too little time leave a gap. */
    @Test
    void whereBoxesLie() {
        FlameLabels labels = new FlameLabels();
        FlameTree tree = labels.named(tree("""
                0 sh begins
                0 sh zeta
                10 sh -
                10 sh beta
                15 sh alpha
                35 sh -
                40 sh -
                40 sh mark
                40 sh -
                50 sh delta
                52 sh -
                60 sh ends
                """), fText::text);
        assertEquals("root 0 0 60, beta 0 1 30, delta 30 1 2, zeta 32 1 10, alpha 0 2 20", boxes(tree, labels, 99));
        assertEquals("root 0 0 60, beta 0 1 30, zeta 32 1 10, alpha 0 2 20", boxes(tree, labels, 4));
        assertEquals("root 0 0 60, beta 0 1 30, alpha 0 2 20", boxes(tree, labels, 3));
        assertEquals("root 0 0 60", boxes(tree, labels, 1));
        // of as many ns the first
        FlameTree even = labels.named(tree("0 sh begins\n0 sh b\n10 sh -\n10 sh a\n20 sh -\n20 sh c\n30 sh -\n30 sh ends"), fText::text);
        assertEquals("root 0 0 30, a 0 1 10, b 10 1 10", boxes(even, labels, 3));
        assertEquals("root 0 0 0", boxes(new FlameTree(new FlameNodes(1)), labels, 9));
    }

    private static String boxes(FlameTree tree, FlameLabels labels, int most) {
        FlameLayout layout = new FlameLayout(tree, labels, most);
        List<String> boxes = new ArrayList<>();
        int deepest = 0;
        for (int i = 0; i < layout.size(); i++) {
            int node = layout.node(i);
            boxes.add((node == FlameTree.ROOT ? "root" : labels.label(tree.frame(node))) + ' ' + layout.begin(i) + ' ' + layout.depth(i) + ' '
                    + tree.wall(node));
            deepest = Math.max(deepest, layout.depth(i));
        }
        assertEquals(deepest, layout.depth());
        return String.join(", ", boxes);
    }

    @Test
    void threadsOfAStretchOfTime() {
        String story = """
                0 sh begins
                10 sh ends
                10 cat begins
                12 cat repaired ENTRY_MISSING
                12 cat read
                15 cat repaired RETURN_MISSING
                15 cat -
                20 cat ends
                20 late begins
                30 late ends
                """;
        FlameForest forest = forest(story, 10, 20);
        assertEquals(List.of("cat"), forest.threads().stream().map(StackThread::name).toList());
        assertEquals("1 1", count(forest, "cat", Repair.ENTRY_MISSING) + " " + count(forest, "cat", Repair.RETURN_MISSING));
        assertEquals("0 1", count(forest(story, 13, 20), "cat", Repair.ENTRY_MISSING) + " " + count(forest(story, 13, 16),
                "cat", Repair.RETURN_MISSING));
        assertEquals("0", count(forest(story, 13, 15), "cat", Repair.RETURN_MISSING) + "");
        FlameTree all = forest.tree();
        assertEquals(10, forest.tree(all, fText.thread("cat"), frame -> false).wall(FlameTree.ROOT));
        assertEquals(0, forest.tree(all, fText.thread("sh"), frame -> false).wall(FlameTree.ROOT));
        assertEquals(List.of("sh", "cat", "late"), forest(story, 0, 100).threads().stream().map(StackThread::name).toList());
    }

    private long count(FlameForest forest, String thread, Repair repair) {
        return forest.repairs(fText.thread(thread))[repair.ordinal()];
    }

    /** Only what is reported as an interrupt stands apart; or whatever is named as one. */
    @Test
    void interruptsApart() {
        String story = "0 sh begins\n0 sh read\n10 sh tick\n15 sh -\n20 sh softirq:1\n23 sh -\n30 sh vector\n30 sh apic:5\n"
                + "37 sh -\n37 sh -\n40 sh -\n40 sh ends";
        FlameForest forest = forest(story, 0, 100);
        assertEquals(3 + 7, interrupts(forest.tree(forest.tree(), thread -> true)));
        assertEquals(5 + 3 + 7, interrupts(forest.tree(forest.tree(), fText.thread("sh"),
                frame -> fText.text(frame).matches("tick|softirq.*|apic.*"))));
        assertEquals(0, interrupts(forest.tree(forest.tree(), fText.thread("sh"), frame -> false)));
        assertEquals(0, forest.tree(forest.tree(), thread -> false).wall(FlameTree.ROOT));
        FrameNames names = new FrameNames((guest, nested) -> null);
        names.boots(new Guest(0, 0, "x"), null);
        FlameTree named = forest.tree(forest.tree(), thread -> true, names);
        assertEquals(40, named.wall(FlameTree.ROOT));
        assertEquals(3 + 7, interrupts(named));
        assertEquals(0, forest.tree(forest.tree(), thread -> false, names).wall(FlameTree.ROOT));
    }

    private static long interrupts(FlameTree tree) {
        long sum = 0;
        for (int node = tree.firstChild(FlameTree.ROOT); node >= 0; node = tree.nextSibling(node)) {
            sum += Frames.kind(tree.frame(node)) == FrameKind.INTERRUPTS ? tree.wall(node) : 0;
        }
        return sum;
    }

    @Test
    void underAnotherFrame() {
        FlameTree tree = tree("0 sh begins\n0 sh read\n10 sh -\n15 sh ends").under(Frames.of(FrameKind.THREAD, 7));
        assertEquals(3, tree.size());
        assertEquals("15 0 15 5 10", tree.wall(0) + " " + tree.self(0) + ' ' + tree.wall(1) + ' ' + tree.self(1) + ' ' + tree.wall(2));
        assertEquals(Frames.of(FrameKind.THREAD, 7), tree.frame(1));
    }

    /** A mark is called by what sends it and takes no time. */
    @Test
    void marksAreCalls() {
        FlameTree tree = tree("0 sh begins\n0 sh read\n5 sh marks mark:7\n8 sh marks -\n10 sh -\n15 sh ends");
        assertEquals("all wall 15 self 5 calls 0\nread wall 10 self 10 calls 1\nread;mark:7 wall 0 self 0 calls 1\n", fText.lines(tree));
    }

    @Test
    void differencesByCount() {
        FlameDifference difference = FlameDifference.of(tree("0 sh begins\n0 sh a\n10 sh exit:1\n16 sh -\n20 sh -\n20 sh a\n"
                + "30 sh -\n40 sh ends"),
                tree("0 sh begins\n0 sh a\n10 sh exit:1\n13 sh -\n60 sh -\n80 sh ends"));
        // nodes: all, a, exit; a was called twice, then once; all took 40, then 80
        assertEquals("24 15", difference.selfBefore(1, FlameDifference.Norm.NONE) + " " + difference.wallBefore(1, FlameDifference.Norm.COUNT));
        assertEquals("12 6", difference.selfBefore(1, FlameDifference.Norm.COUNT) + " " + difference.wallBefore(2, FlameDifference.Norm.COUNT));
        assertEquals("48 60 12", difference.selfBefore(1, FlameDifference.Norm.TOTAL) + " " + difference.wallBefore(1,
                FlameDifference.Norm.TOTAL)
                + ' ' + difference.wallBefore(2, FlameDifference.Norm.TOTAL));
        assertEquals("10 40", difference.selfBefore(0, FlameDifference.Norm.NONE) + " " + difference.wallBefore(0, FlameDifference.Norm.NONE));
        assertEquals("20 80", difference.selfBefore(0, FlameDifference.Norm.TOTAL) + " " + difference.wallBefore(0, FlameDifference.Norm.TOTAL));
        assertEquals("10 40", difference.selfBefore(0, FlameDifference.Norm.COUNT) + " " + difference.wallBefore(0, FlameDifference.Norm.COUNT));
        // of nothing before nothing can be scaled
        FlameDifference fresh = FlameDifference.of(new FlameTree(new FlameNodes(9)), tree("0 sh begins\n0 sh a\n10 sh -\n10 sh ends"));
        for (FlameDifference.Norm norm : FlameDifference.Norm.values()) {
            assertEquals("0 0", fresh.selfBefore(1, norm) + " " + fresh.wallBefore(0, norm));
        }
    }

    @Test
    void rowsOfACallStack(@TempDir Path folder) throws Exception {
        ColumnStates states = ColumnStates.create("test", folder.resolve("history"), 1, 0);
        CallStackWriter writer = new CallStackWriter(states, thread -> thread.boot() == 9 ? ".." : "web");
        StackThread unnamed = new StackThread(0, null, null, 0, 82, -1);
        StackThread nobody = new StackThread(1, null, null, 0, -1, 3);
        StackThread deep = new StackThread(2, null, null, 1, 83, -1);
        StackThread other = new StackThread(3, null, null, 2, 84, -1);
        StackThread dots = new StackThread(4, null, null, 9, 85, -1);
        deep.inBoot(2);
        other.inBoot(3);
        for (StackThread thread : List.of(unnamed, nobody, deep, other, dots)) {
            writer.enters(10, thread, 1);
        }
        for (int i = 2; i <= 40; i++) {
            writer.enters(10 + i, deep, i);
        }
        for (int i = 40; i > 0; i--) {
            writer.leaves(100 - i, deep, -1);
        }
        writer.nameAll();
        states.closeHistory(200);
        assertEquals(0, writer.leftOut());
        List<String> rows = new ArrayList<>();
        for (int process : states.getSubAttributes(states.getQuarkAbsolute("Processes"), false)) {
            for (int row : states.getSubAttributes(process, false)) {
                rows.add(states.getAttributeName(process) + '/' + states.getAttributeName(row));
            }
        }
        assertEquals(List.of("web/thread 82", "web/unknown thread on vCPU 3", "web, boot 2/thread 83",
                "web, boot 3/thread 84", "VM ../thread 85"), rows);
        int stack = states.getQuarkAbsolute("Processes", "web, boot 2", "thread 83", "CallStack");
        assertEquals(40, states.getSubAttributes(stack, false).size());
        assertEquals("40 39 17", states.querySingleState(55, stack).getValue() + " " + states.querySingleState(60, stack).getValue() + ' '
                + states.querySingleState(82, stack).getValue());
        assertEquals("17 null", states.querySingleState(30, states.getQuarkRelative(stack, "17")).getValue() + " "
                + states.querySingleState(26, states.getQuarkRelative(stack, "17")).getValue());
    }
}
