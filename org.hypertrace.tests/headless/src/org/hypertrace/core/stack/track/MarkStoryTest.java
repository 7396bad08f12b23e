/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.testing.log.StackLog;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mark is sent by functions in a system call, and lasts while these return: it is beside the stack and holds nothing. */
class MarkStoryTest {

    @TempDir
    private Path fFolder;

    private static final String TWO_WRITES = """
            100 vcpu0 switch swapper/0:0 S sh:82
            110 vcpu0 syscall_entry sh:82
            112 vcpu0 enter sh:82 w 0
            115 vcpu0 mark sh:82 7
            120 vcpu0 return sh:82 w 0 8
            125 vcpu0 syscall_exit sh:82
            130 vcpu0 syscall_entry sh:82
            132 vcpu0 enter sh:82 w 0
            135 vcpu0 mark sh:82 8
            140 vcpu0 return sh:82 w 0 8
            145 vcpu0 syscall_exit sh:82
            150 vcpu0 enter sh:82 a 0
            160 host cpu0 other
            """;

    @Test
    void whatSendsAMarkIsCalledAndReturnsAsIfThereWereNone() {
        assertEquals(StackLog.of(TWO_WRITES.replaceAll("(?m)^.*mark.*\\n", "")).calls(), StackLog.of(TWO_WRITES).calls());
        assertEquals("""
                sh 82: w 112-120 guest 8
                sh 82: syscall: write 110-125
                sh 82: w 132-140 guest 8
                sh 82: syscall: write 130-145
                sh 82: a 150-160 NEVER_RETURNED
                """, StackLog.of(TWO_WRITES).calls().replaceAll("swapper.*\\n", ""));
    }

    @Test
    void aMarkLastsUntilTheNextOne() {
        assertEquals("""
                sh 82: mark: 7 115-135
                sh 82: mark: 8 135-160
                """, StackLog.of(TWO_WRITES).marks());
    }

    /** With the value 0 a process reports that it does no longer what it marked; a thread that ends has no mark. */
    @Test
    void aMarkEndsWithItsThread() {
        assertEquals("""
                sh 82: mark: 7 110-130
                sh 82: mark: 7 150-160
                """, StackLog.of("""
                100 vcpu0 switch swapper/0:0 S sh:82
                105 vcpu0 mark sh:82 0
                110 vcpu0 mark sh:82 7
                130 vcpu0 mark sh:82 0
                150 vcpu0 mark sh:82 7
                155 vcpu0 exit sh:82
                160 vcpu0 switch sh:82 X swapper/0:0
                170 host cpu0 other
                """).marks());
    }

    /** Also as it is kept in a file and without the tracer's exits; what sends a mark calls it, which takes no time. */
    @Test
    void trees() throws IOException {
        FlameForest forest = new FlameForest(0, 1000);
        try (StackSpool spool = new StackSpool(fFolder)) {
            StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, spool);
            try (pass) {
                Story.events(TaskStory.of(TWO_WRITES)).forEach(pass::accept);
                pass.finish();
            }
            spool.replay(new TracerFilter(new StackFanOut(List.of(forest))));
            StackThread sh = forest.threads().stream().filter(thread -> thread.tid() == 82).findAny().orElseThrow();
            assertEquals("""
                    syscall: write: 2 calls, 0 with the guest's duration, 14 ns
                    0xffffffff81000061: 1 calls, 0 with the guest's duration, 10 ns
                    syscall: write;0xffffffff81000077: 2 calls, 2 with the guest's duration, 16 ns
                    syscall: write;0xffffffff81000077;mark: 7: 1 calls, 0 with the guest's duration, 0 ns
                    syscall: write;0xffffffff81000077;mark: 8: 1 calls, 0 with the guest's duration, 0 ns
                    """, text(forest.tree(forest.tree(), sh, frame -> false), frame -> pass.names().of(sh, frame)));
        }
    }

    private static String text(FlameTree tree, LongFunction<String> names) {
        StringBuilder text = new StringBuilder();
        for (int node = 1; node < tree.size(); node++) {
            String path = names.apply(tree.frame(node));
            for (int up = tree.parent(node); up != FlameTree.ROOT; up = tree.parent(up)) {
                path = names.apply(tree.frame(up)) + ';' + path;
            }
            text.append(path).append(": ").append(tree.count(node)).append(" calls, ").append(tree.reported(node))
                    .append(" with the guest's duration, ").append(tree.self(node)).append(" ns\n");
        }
        return text.toString();
    }

    /** A kernel may report a system call in a function of its own: that function goes on. */
    @Test
    void aMarkDoesNotMakeFunctionsOlder() {
        String story = """
                100 vcpu0 switch swapper/0:0 S sh:82
                110 vcpu0 enter sh:82 a 0
                115 vcpu0 mark sh:82 7
                120 vcpu0 syscall_entry sh:82
                130 vcpu0 syscall_exit sh:82
                140 vcpu0 return sh:82 a 0 30
                150 host cpu0 other
                """;
        assertEquals("""
                sh 82: syscall: write 120-130
                sh 82: a 110-140 guest 30
                """, StackLog.of(story).calls().replaceAll("swapper.*\\n", ""));
    }
}
