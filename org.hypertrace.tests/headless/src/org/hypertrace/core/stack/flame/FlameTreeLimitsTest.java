/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Test;

/** Flame trees stay bounded, whatever guests report. */
class FlameTreeLimitsTest {

    private final StackText fText = new StackText();

    @Test
    void whatThereIsNoRoomForKeepsTheSums() {
        for (int limit = 1; limit < 16; limit++) {
            FlameForest forest = new FlameForest(Long.MIN_VALUE, Long.MAX_VALUE, limit);
            fText.report(forest, FlameTreeTest.STORY);
            FlameTree all = forest.tree();
            assertTrue(all.size() <= 8 * limit, () -> fText.lines(all));
            assertEquals(250, all.wall(FlameTree.ROOT));
            assertEquals(240, all.in(FlameMode.WALL, false).wall(FlameTree.ROOT), "limit " + limit);
            assertEquals(140, all.in(FlameMode.ON_CPU, false).wall(FlameTree.ROOT));
            assertEquals(100, all.in(FlameMode.OFF_CPU, true).wall(FlameTree.ROOT));
        }
    }

    @Test
    void millionsOfFunctionsStayBounded() {
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        StackThread thread = new StackThread(0, null, null, 0, 1, -1);
        forest.begins(0, thread);
        int calls = 1_000_000;
        for (int i = 0; i < calls; i++) {
            forest.enters(10L * i, thread, Frames.function(0xffffffff81000000L + 16L * i));
            forest.leaves(10L * i + 4, thread, 4);
        }
        forest.ends(10L * calls, thread);
        FlameTree all = forest.tree();
        assertTrue(all.size() <= 8 * FlameForest.LIMIT);
        assertEquals(10L * calls, all.wall(FlameTree.ROOT));
        assertEquals(6L * calls, all.self(1));
        long reported = 0;
        for (int node = 0; node < all.size(); node++) {
            reported += all.guest(node);
        }
        assertEquals(4L * calls, reported);
    }

    @Test
    void nodesThatComeWithTheirTimeKeepIt() {
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        StackThread thread = new StackThread(0, null, null, 0, 1, -1);
        forest.begins(0, thread);
        for (int i = 0; i < 1000; i++) {
            forest.resumes(10 * i, thread, Frames.function(0xffffffff81000000L + 16L * i));
            forest.leaves(10 * i + 10, thread, -1);
        }
        forest.ends(10_000, thread);
        assertEquals(10_000, forest.tree().wall(FlameTree.ROOT));
        assertEquals(0, forest.tree().self(1));
    }

    @Test
    void absurdDepthIsBounded() {
        FlameForest forest = new FlameForest(0, Long.MAX_VALUE);
        StackThread thread = new StackThread(0, null, null, 0, 1, -1);
        forest.leaves(0, thread, 5);
        forest.begins(0, thread);
        for (int i = 0; i < 100_000; i++) {
            forest.enters(i, thread, Frames.function(0xffffffff81000000L));
        }
        for (int i = 0; i < 100_001; i++) {
            forest.leaves(100_000 + i, thread, -1);
        }
        forest.ends(200_010, thread);
        FlameTree all = forest.tree();
        assertEquals(200_010, all.wall(FlameTree.ROOT));
        assertTrue(all.size() < 5000);
    }
}
