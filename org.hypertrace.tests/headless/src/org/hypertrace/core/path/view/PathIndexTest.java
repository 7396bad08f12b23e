/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.PathStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows, classes and hops of paths that are reported by hand. */
@Tag("plain")
class PathIndexTest {

    @TempDir
    Path fFolder;

    private PathIndex index(String story, String words) throws Exception {
        Path file = Samples.root().resolve("org.hypertrace.tests/headless/src/org/hypertrace/core/path/stories").resolve(story + ".txt");
        CriticalPaths paths = new CriticalPaths(new PathStory(Files.readString(file)).rows(fFolder), (vm, nested, name, address) -> false);
        return new PathIndex(paths.find(PathQuery.of(List.of(words.split(" ")))));
    }

    private static String rows(PathIndex index) {
        StringBuilder text = new StringBuilder();
        for (PathIndex.Row row : index.rows()) {
            text.append(row.place()).append(" | ").append(row.name()).append(':');
            for (int i = 0; i < row.pieces().count(); i++) {
                text.append(' ').append(row.pieces().begin(i)).append('-').append(row.pieces().end(i)).append(' ')
                        .append(PathWords.label(index.found(), row.pieces().segment(i))).append(i + 1 < row.pieces().count() ? "," : "");
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** The same with phases only. */
    private static String coarse(PathIndex index) {
        StringBuilder text = new StringBuilder();
        Segments path = index.found().segments();
        for (PathIndex.Row row : index.rows()) {
            text.append(row.place()).append(" | ").append(row.name()).append(": ");
            long begin = row.pieces().begin(0);
            for (int i = 0; i < row.pieces().count(); i++) {
                boolean last = i + 1 == row.pieces().count();
                if (last || path.phase(row.pieces().segment(i)) != path.phase(row.pieces().segment(i + 1))) {
                    text.append(begin).append('-').append(row.pieces().end(i)).append(' ')
                            .append(path.phase(row.pieces().segment(i)).key()).append(last ? "\n" : ", ");
                    begin = row.pieces().end(i);
                }
            }
        }
        return text.toString();
    }

    private static List<String> hops(PathIndex index) {
        List<String> lines = new ArrayList<>();
        PathHops hops = index.hops();
        for (int hop : hops.shown(Long.MIN_VALUE + 1, Long.MAX_VALUE - 1)) {
            lines.add(hops.time(hop) + " " + index.rows().get(hops.from(hop)).name() + " > " + index.rows().get(hops.to(hop)).name() + ": "
                    + PathIndex.words(hops.how(hop)));
        }
        return lines;
    }

    /** E.12 of the design, the second fixture. */
    @Test
    void acrossTwoVms() throws Exception {
        PathIndex index = index("two-vms", "--vm 500 --thread 1 --from 200 --to 900");
        assertEquals("""
                VM 500 | g1 (1): 850-900 ready
                VM 700 | g7 (7): 200-510 run
                host | qemu (702): 510-600 ready, 600-650 run
                host | qemu (502): 650-700 ready, 700-750 run
                VM 500 | vCPU 0 interrupt net: 750-800 deliver, 800-805 run
                VM 500 | vCPU 0 softirq NET_RX: 805-820 deliver, 820-850 run
                """, coarse(index));
        assertEquals(List.of("510 g7 (7) > qemu (702): waking", "650 qemu (702) > qemu (502): waking",
                "750 qemu (502) > vCPU 0 interrupt net: injection of an interrupt",
                "805 vCPU 0 interrupt net > vCPU 0 softirq NET_RX: raise of an interrupt", "850 vCPU 0 softirq NET_RX > g1 (1): waking"),
                hops(index));
    }

    /** The first fixture: one sees that the timer was late since another had the processor. */
    @Test
    void aLateTimer() throws Exception {
        PathIndex index = index("late-timer", "--thread 1 --from 200 --to 800");
        assertEquals("""
                VM 500 | g1 (1): 750-751 ready, host kernel (VMMCALL of the tracer), 751-799 ready, VM 500 g2 (2) has the vCPU, \
                799-800 ready, host kernel (VMMCALL of the tracer)
                VM 500 | vCPU 0 interrupt timer: 200-400 timer, 400-700 due, preempted by host other (600), \
                700-720 due, host kernel (INTR), 720-749 works, 749-750 host kernel (VMMCALL of the tracer)
                """, rows(index));
        assertEquals(List.of("750 vCPU 0 interrupt timer > g1 (1): waking"), hops(index));
        List<String> classes = new ArrayList<>();
        for (int i = 0; i < index.classes().count(); i++) {
            classes.add(index.classes().begin(i) + "-" + index.classes().end(i) + ' '
                    + PathIndex.classOf(index.found().segments(), index.classes().segment(i)).label());
        }
        assertEquals(List.of("200-400 timer", "400-700 preempted", "700-720 host", "720-749 work", "749-751 host", "751-799 contended", "799-800 host"), classes);
    }

    /** The subject below, on it whom it waited for, on that what he was in and what stood behind that. */
    @Test
    void asAFlameGraph() throws Exception {
        FlameGraph graph = PathFlames.of(index("late-timer", "--thread 1 --from 200 --to 800").found());
        List<String> boxes = new ArrayList<>();
        for (int box = 0; box < graph.layout().size(); box++) {
            boxes.add(graph.layout().depth(box) + " " + graph.label(box) + ' ' + graph.wall(box));
        }
        Collections.sort(boxes);
        assertEquals(List.of("0 g1 (1) of VM 500 600", "1 VM 500 g1 (1) 600", "2 VM 500 vCPU 0 interrupt timer 550", "2 ready 48",
                "2 ready, host kernel 2", "3 VM 500 g2 (2) 48", "3 VMMCALL of the tracer 2", "3 due, host kernel 20", "3 due, preempted 300", "3 host kernel 1",
                "3 timer 200", "3 works 29", "4 INTR 20", "4 VMMCALL of the tracer 1", "4 host other (600) 300"), boxes);
        assertEquals(600, graph.whole());
    }

    @Test
    void theSegmentAtATime() throws Exception {
        PathIndex index = index("late-timer", "--thread 1 --from 200 --to 800");
        Segments path = index.found().segments();
        for (long time = 190; time < 810; time++) {
            int segment = index.segment(time);
            long within = Math.max(200, Math.min(799, time));
            assertEquals(true, path.begin(segment) <= within && within < path.end(segment), time + " is in " + segment);
        }
    }
}
