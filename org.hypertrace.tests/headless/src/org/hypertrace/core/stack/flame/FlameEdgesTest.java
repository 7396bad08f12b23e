/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is over an end of the time asked for, what goes on, and what is deeper or more than most. */
@Tag("plain")
class FlameEdgesTest {

    private final StackText fText = new StackText();

    private FlameTree tree(String story, long from, long to) {
        FlameForest forest = new FlameForest(from, to);
        fText.report(forest, story);
        return forest.tree(forest.tree(), thread -> true);
    }

    private String causes(String story, long from, long to, boolean finished) {
        ExitCauses causes = new ExitCauses(from, to);
        fText.report(causes, story);
        if (finished) {
            causes.finished();
        }
        return causes.rows().stream().map(row -> (row.frame() == ExitCauses.UNKNOWN_ID ? "?" : row.frame() == ExitCauses.IDLE
                ? "idle"
                : fText.text(row.frame())) + ' ' + fText.text(row.exit()) + ' ' + row.count() + ' ' + row.total() + ' ' + row.p50() + ' ' + row.p99()
                + ' ' + row.max()).collect(Collectors.joining(", "));
    }

    private static final String CALL = """
            0 sh begins
            10 sh read
            20 sh - guest 9
            30 sh ends
            """;

    /** The guest's word counts for calls wholly in the time. */
    @Test
    void whatTheGuestReportsOfWholeCalls() {
        assertEquals("all wall 10 self 0 calls 0\nread wall 10 self 10 calls 1 guest 9 of 10\n", fText.lines(tree(CALL, 10, 20)));
        assertEquals("all wall 9 self 0 calls 0\nread wall 9 self 9 calls 0\n", fText.lines(tree(CALL, 11, 20)));
        assertEquals("all wall 9 self 0 calls 0\nread wall 9 self 9 calls 1\n", fText.lines(tree(CALL, 10, 19)));
        assertEquals("all wall 10 self 10 calls 0\n", fText.lines(tree(CALL, 0, 10)));
        assertEquals("all wall 10 self 10 calls 0\n", fText.lines(tree(CALL, 20, 40)));
        // a duration of 0 is reported, too; of what goes on since before it is not known when it began
        assertEquals("all wall 10 self 0 calls 0\nread wall 10 self 10 calls 1 guest 0 of 10\n",
                fText.lines(tree(CALL.replace("guest 9", "guest 0"), 10, 20)));
        assertEquals("all wall 20 self 0 calls 0\nread wall 20 self 20 calls 1\n", fText.lines(tree("""
                0 sh begins
                0 sh read
                10 sh -
                10 sh again read
                20 sh - guest 15
                20 sh ends
                """, 0, 100)));
    }

    @Test
    void exitsOfWhatIsAroundThem() {
        String story = """
                0 sh begins
                0 sh read
                5 sh exit:1
                7 sh -
                8 sh tracer:1
                9 sh -
                10 sh -
                12 sh exit:1
                13 sh -
                20 sh ends
                """;
        assertEquals("all wall 20 self 9 calls 0 exits 1\nread wall 10 self 7 calls 1 exits 2\nread;exit:1 wall 2 self 2 calls 1\n"
                + "read;tracer:1 wall 1 self 1 calls 1\nexit:1 wall 1 self 1 calls 1\n", fText.lines(tree(story, 0, 100)));
        assertEquals("all wall 4 self 0 calls 0\nread wall 4 self 2 calls 0 exits 1\nread;exit:1 wall 1 self 1 calls 0\n"
                + "read;tracer:1 wall 1 self 1 calls 1\n",
                fText.lines(tree(story, 6, 10)));
    }

    /** More frames than fit at first, each in the one before: all are there. */
    @Test
    void deepStacks() {
        StringBuilder story = new StringBuilder("0 sh begins\n");
        for (int i = 0; i < 70; i++) {
            story.append(i).append(" sh f").append(i).append('\n');
        }
        for (int i = 0; i < 70; i++) {
            story.append(200 + i).append(" sh - guest ").append(i).append('\n');
        }
        FlameTree tree = tree(story + "300 sh ends\n", 0, 400);
        assertEquals(71, tree.size());
        for (int node = 1; node < 71; node++) {
            int depth = node - 1;
            assertEquals("f" + depth, fText.text(tree.frame(node)));
            assertEquals(270 - 2 * depth - 1, tree.wall(node));
            assertEquals((69 - depth) + " of " + (269 - 2 * depth), tree.guest(node) + " of " + tree.reportedWall(node));
        }
        assertEquals("f20 exit:1 1 4 4 4 4", causes(IntStream.range(0, 21).mapToObj(i -> i + " sh f" + i + "\n").collect(Collectors.joining("",
                "0 sh begins\n", "30 sh exit:1\n34 sh -\n")), 0, 100, true));
    }

    @Test
    void exitsOfOneKind() {
        StringBuilder story = new StringBuilder("0 sh begins\n0 sh read\n");
        // 1, 2, … 100 ns
        for (int i = 1; i <= 100; i++) {
            story.append(1_000 * i).append(" sh exit:1\n").append(1_000 * i + i).append(" sh -\n");
        }
        assertEquals("read exit:1 100 5050 50 99 100", causes(story.toString(), 0, 1_000_000, true));
        // the last one may go on until something else comes
        assertEquals("read exit:1 99 4950 50 99 99", causes(story.toString(), 0, 1_000_000, false));
        assertEquals("read exit:1 100 5050 50 99 100", causes(story + "100101 sh write\n", 0, 1_000_000, false));
        assertEquals("read exit:1 100 5050 50 99 100", causes(story + "100100 sh ends\n", 0, 1_000_000, false));
        // wholly in the time
        assertEquals("read exit:1 2 11 5 6 6", causes(story.toString(), 5_000, 6_006, true));
        assertEquals("read exit:1 1 5 5 5 5", causes(story.toString(), 5_000, 6_005, true));
        assertEquals("read exit:1 1 6 6 6 6", causes(story.toString(), 5_001, 6_006, true));
    }

    /** What is in an exit is its own; outside of all frames nothing is reported what the thread did. */
    @Test
    void exitsInExits() {
        assertEquals("? exit:1 1 10 10 10 10", causes("0 sh begins\n0 sh exit:1\n2 sh tracer:1\n4 sh -\n10 sh -\n20 sh ends\n", 0, 100, true));
        ExitCauses causes = new ExitCauses(0, 100);
        StackThread idle = new StackThread(0, null, null, 3, 0, 0);
        causes.begins(0, idle);
        causes.enters(5, idle, Frames.of(FrameKind.EXIT, 1));
        causes.leaves(9, idle, -1);
        causes.ends(10, idle);
        ExitCauses.Row row = causes.rows().get(0);
        assertEquals("3 true 4 4", row.boot() + " " + (row.frame() == ExitCauses.IDLE) + ' ' + row.total() + ' ' + row.mean());
        // the dearest first
        assertEquals("read exit:2 1 20 20 20 20, read exit:1 1 5 5 5 5", causes("""
                0 sh begins
                0 sh read
                10 sh exit:1
                15 sh -
                20 sh exit:2
                40 sh -
                50 sh ends
                """, 0, 100, true));
    }

    /** An exit that goes on above something that began in it is one; one of another kind is another. */
    @Test
    void whatGoesOnAndWhatDoesNot() {
        assertEquals("write exit:1 1 8 8 8 8", causes("0 sh begins\n2 sh exit:1\n5 sh -\n5 sh write\n5 sh again exit:1\n10 sh -\n"
                + "20 sh ends\n", 0, 100, true));
        assertEquals("write exit:2 1 5 5 5 5, ? exit:1 1 3 3 3 3", causes("0 sh begins\n2 sh exit:1\n5 sh -\n5 sh write\n"
                + "5 sh again exit:2\n10 sh -\n20 sh ends\n",
                0, 100, true));
        assertEquals("? exit:1 2 7 3 4 4", causes("0 sh begins\n2 sh exit:1\n5 sh -\n6 sh exit:1\n10 sh -\n20 sh ends\n", 0, 100, true));
    }

    @Test
    void functionsOfATree() {
        List<FlameFunction> functions = FlameFunction.of(tree("""
                0 sh begins
                0 sh a
                10 sh b
                15 sh exit:1
                18 sh state:3
                20 sh -
                21 sh -
                25 sh off_cpu:1
                31 sh -
                35 sh repaired RETURN_MISSING
                35 sh -
                40 sh - guest 30
                41 sh c
                51 sh -
                60 sh ends
                """, 0, 100));
        assertEquals(List.of("a 1 15 40 0", "b 1 13 25 1", "c 1 10 10 0", "off_cpu:1 1 6 6 0", "exit:1 1 4 6 0",
                "state:3 1 2 2 0"), functions.stream()
                .map(f -> fText.text(f.frame()) + ' ' + f.calls() + ' ' + f.self() + ' ' + f.total() + ' ' + f.exits()).toList());
        FlameFunction b = functions.get(1);
        assertEquals("6 6 1", b.hypervisor() + " " + b.waiting() + ' ' + b.repaired());
        assertEquals("1 30 40", functions.get(0).reported() + " " + functions.get(0).guest() + ' '
                + functions.get(0).reportedWall());
        assertTrue(b.isGuests());
        assertEquals(FrameKind.FUNCTION, b.kind());
        assertFalse(functions.get(3).isGuests());
        assertEquals(FrameKind.STATE, functions.get(5).kind());
        assertFalse(functions.get(5).isGuests());
    }

    /** Of as much own time the one with more in all comes first, and of those the lower address. */
    @Test
    void theirOrder() {
        assertEquals(List.of("outer", "x", "inner"), FlameFunction.of(tree("""
                0 sh begins
                0 sh x
                10 sh -
                20 sh inner
                30 sh -
                40 sh outer
                45 sh low
                50 sh -
                55 sh -
                60 sh ends
                """, 0, 100)).stream().map(f -> fText.text(f.frame())).filter(name -> !name.equals("low")).toList());
    }

    /** Where there is no room exits, waiting and all else are still distinguished, below each frame there is. */
    @Test
    void whereThereIsNoRoom() {
        FlameForest forest = new FlameForest(0, 1_000, 3);
        fText.report(forest, """
                0 sh begins
                0 sh a
                10 sh b
                20 sh c
                25 sh exit:1
                27 sh state:3
                28 sh -
                30 sh -
                35 sh exit:2
                37 sh -
                40 sh -
                50 sh -
                50 sh off_cpu:1
                55 sh -
                60 sh -
                70 sh ends
                """);
        FlameTree tree = forest.tree(forest.tree(), thread -> true);
        // the root, the thread and a: b and c are others of a
        String others = "(others)";
        assertEquals(List.of("all wall 70 self 10 calls 0", "a wall 60 self 15 calls 1"), fText.lines(tree).lines().limit(2).toList());
        long sum = 0;
        for (int node = 0; node < tree.size(); node++) {
            sum += tree.self(node);
        }
        assertEquals(70, sum);
        String lines = fText.lines(tree);
        assertTrue(lines.contains("a;" + others + " wall 40 self 33 "), lines);
        assertTrue(lines.contains("a;" + others + ";exit:72057594037927935 wall 7 self 7 calls 3"), lines);
        assertTrue(lines.contains("a;off_cpu:72057594037927935 wall 5 self 5 calls 1"), lines);
    }
}
