/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Test;

/** Stacks put together: every figure of small stories that can be counted by hand. */
class FlameTreeTest {

    /** A system call that is left twice, once for the tracer; a timer comes; the thread waits. */
    static final String STORY = """
            100 sh begins
            110 sh read
            120 sh vfs
            130 sh exit:120
            132 sh state:3
            138 sh -
            140 sh -
            150 sh tracer:81
            160 sh -
            170 sh - guest 30
            180 sh vfs
            185 sh apic:236
            187 sh tick
            190 sh exit:32
            194 sh -
            196 sh -
            198 sh -
            200 sh off_cpu:1
            300 sh -
            310 sh - guest 100
            320 sh -
            350 sh ends
            """;

    private final StackText fText = new StackText();

    private FlameTree tree(long from, long to) {
        FlameForest forest = new FlameForest(from, to);
        fText.report(forest, STORY);
        return forest.tree(forest.tree(), thread -> true);
    }

    private FlameTree whole() {
        return tree(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Test
    void everyNanosecondIsInOneNode() {
        assertEquals("""
                all wall 250 self 40 calls 0
                read wall 197 self 30 calls 1
                read;vfs wall 167 self 47 calls 2 exits 2 guest 130 of 180
                read;vfs;exit:120 wall 10 self 4 calls 1
                read;vfs;exit:120;state:3 wall 6 self 6 calls 1
                read;vfs;tracer:81 wall 10 self 10 calls 1
                read;vfs;off_cpu:1 wall 100 self 100 calls 1
                (interrupts) wall 13 self 0 calls 0
                (interrupts);apic:236 wall 13 self 4 calls 1
                (interrupts);apic:236;tick wall 9 self 5 calls 1 exits 1
                (interrupts);apic:236;tick;exit:32 wall 4 self 4 calls 1
                """, fText.lines(whole()));
    }

    @Test
    void withoutTracingOnlyThatGoes() {
        assertEquals("""
                all wall 240 self 40 calls 0
                read wall 187 self 30 calls 1
                read;vfs wall 157 self 47 calls 2 exits 1 guest 130 of 180
                read;vfs;exit:120 wall 10 self 4 calls 1
                read;vfs;exit:120;state:3 wall 6 self 6 calls 1
                read;vfs;off_cpu:1 wall 100 self 100 calls 1
                (interrupts) wall 13 self 0 calls 0
                (interrupts);apic:236 wall 13 self 4 calls 1
                (interrupts);apic:236;tick wall 9 self 5 calls 1 exits 1
                (interrupts);apic:236;tick;exit:32 wall 4 self 4 calls 1
                """, fText.lines(whole().in(FlameMode.WALL, false)));
    }

    @Test
    void onTheCpuExitsAreTheCallers() {
        assertEquals("""
                all wall 150 self 40 calls 0
                read wall 97 self 30 calls 1
                read;vfs wall 67 self 67 calls 2 exits 2 guest 130 of 180
                (interrupts) wall 13 self 0 calls 0
                (interrupts);apic:236 wall 13 self 4 calls 1
                (interrupts);apic:236;tick wall 9 self 9 calls 1 exits 1
                """, fText.lines(whole().in(FlameMode.ON_CPU, true)));
        assertEquals(140, whole().in(FlameMode.ON_CPU, false).wall(FlameTree.ROOT));
        assertEquals(150, whole().in(FlameMode.HYPERVISOR, true).wall(FlameTree.ROOT));
    }

    @Test
    void offTheCpuOnlyWaitingHasTime() {
        assertEquals("""
                all wall 100 self 0 calls 0
                read wall 100 self 0 calls 1
                read;vfs wall 100 self 0 calls 2 exits 2 guest 130 of 180
                read;vfs;off_cpu:1 wall 100 self 100 calls 1
                """, fText.lines(whole().in(FlameMode.OFF_CPU, true)));
    }

    @Test
    void adjacentStretchesSumUp() {
        FlameTree whole = whole();
        for (long cut = 95; cut < 355; cut++) {
            FlameTree sum = FlameTree.merged(List.of(tree(Long.MIN_VALUE, cut), tree(cut, Long.MAX_VALUE)));
            assertEquals(fText.lines(whole).replaceAll(" guest.*", "").lines().sorted().toList(),
                    fText.lines(sum).replaceAll(" guest.*", "").lines().sorted().toList(), "cut at " + cut);
        }
        assertEquals("""
                all wall 25 self 0 calls 0
                read wall 25 self 5 calls 0
                read;vfs wall 20 self 10 calls 0
                read;vfs;tracer:81 wall 10 self 10 calls 1
                """, fText.lines(tree(150, 175)).replaceAll(" exits.*", ""));
        assertEquals("all wall 0 self 0 calls 0\n", fText.lines(forest(400, 500).tree()));
    }

    private FlameForest forest(long from, long to) {
        FlameForest forest = new FlameForest(from, to);
        fText.report(forest, STORY);
        return forest;
    }

    @Test
    void repairsAreCountedWhereTheyAre() {
        FlameForest forest = new FlameForest(0, 1000);
        fText.report(forest, """
                10 sh begins
                10 sh repaired ENTRY_MISSING
                10 sh a
                20 sh b
                30 sh repaired RETURN_MISSING
                30 sh -
                30 sh -
                40 sh repaired ENTRY_MISSING
                40 sh ends
                50 sh begins
                55 sh a
                60 sh ends
                """);
        assertEquals("""
                all wall 40 self 15 calls 0
                a wall 25 self 15 calls 2 repaired 1
                a;b wall 10 self 10 calls 1 repaired 1
                """, fText.lines(forest.tree(forest.tree(), thread -> true)));
    }

    @Test
    void whatGoesOnIsNoNewCall() {
        FlameForest forest = new FlameForest(0, 1000);
        fText.report(forest, """
                10 sh begins
                20 sh tracer:81
                25 sh -
                25 sh f
                25 sh again tracer:81
                30 sh -
                50 sh tracer:81
                60 sh -
                60 sh - guest 20
                60 sh again tracer:81
                65 sh -
                70 sh ends
                """);
        FlameTree tree = forest.tree(forest.tree(), thread -> true);
        assertEquals("""
                all wall 60 self 15 calls 0 exits 1
                tracer:81 wall 10 self 10 calls 1
                f wall 35 self 20 calls 1 exits 1 guest 20 of 35
                f;tracer:81 wall 15 self 15 calls 1
                """, fText.lines(tree));
        assertEquals("""
                all wall 35 self 15 calls 0
                f wall 20 self 20 calls 1 guest 20 of 35
                """, fText.lines(tree.in(FlameMode.WALL, false)));
    }

    @Test
    void aThreadThatWaitsAtTheEndOfAnInterruptWaitsItself() {
        FlameForest forest = new FlameForest(0, 1000);
        fText.report(forest, """
                10 sh begins
                10 sh a
                20 sh apic:236
                30 sh schedule
                40 sh off_cpu:0
                90 sh -
                95 sh -
                97 sh -
                98 sh -
                100 sh ends
                """);
        assertEquals("""
                all wall 90 self 2 calls 0
                a wall 61 self 11 calls 1
                a;off_cpu:0 wall 50 self 50 calls 1
                (interrupts) wall 27 self 0 calls 0
                (interrupts);apic:236 wall 27 self 12 calls 1
                (interrupts);apic:236;schedule wall 15 self 15 calls 1
                """, fText.lines(forest.tree(forest.tree(), thread -> true)));
    }

    @Test
    void interruptsThatAreFunctionsAreDistinguishedByTheirNames() {
        FlameForest forest = new FlameForest(0, 1000);
        fText.report(forest, """
                10 sh begins
                10 sh a
                20 sh smp
                25 sh tick
                28 sh exit:1
                30 sh -
                32 sh -
                36 sh off_cpu:0
                40 sh -
                42 sh -
                50 sh -
                60 sh irq:1
                65 sh smp
                70 sh -
                75 sh -
                80 sh smp
                85 sh -
                90 sh ends
                """);
        assertEquals("""
                all wall 80 self 20 calls 0
                a wall 22 self 18 calls 1
                a;off_cpu:0 wall 4 self 4 calls 1
                (interrupts) wall 38 self 0 calls 0
                (interrupts);irq:1 wall 15 self 10 calls 1
                (interrupts);irq:1;smp wall 5 self 5 calls 1
                (interrupts);smp wall 23 self 16 calls 2
                (interrupts);smp;tick wall 7 self 5 calls 1 exits 1
                (interrupts);smp;tick;exit:1 wall 2 self 2 calls 1
                """, fText.lines(forest.tree(forest.tree(), fText.thread("sh"),
                        frame -> frame == fText.frame("smp") || Frames.kind(frame) == FrameKind.IRQ)));
    }

    @Test
    void threadsAreMergedAndNeverMixed() {
        FlameForest forest = new FlameForest(0, 1000);
        fText.report(forest, """
                10 a begins
                10 b begins
                20 a f
                30 b f
                45 b -
                50 a -
                60 a ends
                70 b ends
                """);
        FlameTree all = forest.tree();
        assertEquals(110, all.wall(FlameTree.ROOT));
        assertEquals("all wall 110 self 65 calls 0\nf wall 45 self 45 calls 2\n",
                fText.lines(forest.tree(all, thread -> true)));
        assertEquals("all wall 60 self 45 calls 0\nf wall 15 self 15 calls 1\n",
                fText.lines(forest.tree(all, thread -> thread == fText.thread("b"))));
        assertEquals(List.of(fText.thread("a"), fText.thread("b")), forest.threads());
    }
}
