/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.StateSystemUtils;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.history.ColumnStates;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.stack.track.TracerFilter;
import org.hypertrace.testing.story.StackText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stacks are in the history as they were reported, whatever the order of the threads. */
class CallStackWriterTest {

    @TempDir
    private Path fFolder;
    private final StackText fText = new StackText();

    private ITmfStateSystem history(String story, UnaryOperator<StackSink> filter) throws Exception {
        ColumnStates states = states("history");
        CallStackWriter writer = new CallStackWriter(states, thread -> "web");
        fText.report(filter.apply(writer), story);
        close(states, writer);
        return states;
    }

    private ColumnStates states(String name) throws IOException {
        return ColumnStates.create("test", fFolder.resolve(name), 1, 0);
    }

    private static void close(ColumnStates states, CallStackWriter writer) {
        writer.nameAll();
        states.closeHistory(100);
    }

    /** The stack of a row: what is open at which depth from when to when. */
    private List<String> row(ITmfStateSystem states, String... path) throws Exception {
        List<String> lines = new ArrayList<>();
        int stack = states.getQuarkRelative(states.getQuarkAbsolute(path), "CallStack");
        for (int level : states.getSubAttributes(stack, false)) {
            for (ITmfStateInterval interval : StateSystemUtils.queryHistoryRange(states, level, 0, 100)) {
                if (interval.getValue() instanceof Long frame) {
                    lines.add(states.getAttributeName(level) + ": " + interval.getStartTime() + '-' + (interval.getEndTime() + 1)
                            + ' ' + fText.text(frame));
                }
            }
        }
        return lines;
    }

    /** A mark is beside what sends it, in a row of its own. */
    @Test
    void marksHaveARow() throws Exception {
        ITmfStateSystem states = history("""
                10 sh begins
                10 sh write
                15 sh marks mark:7
                20 sh -
                30 sh write
                30 sh marks mark:8
                40 sh -
                50 sh marks -
                60 sh marks mark:9
                70 sh marks -
                70 sh ends
                """, TracerFilter::new);
        assertEquals(List.of("1: 10-20 write", "1: 30-40 write"), row(states, "Processes", "web", "sh (80)"));
        assertEquals(List.of("1: 15-30 mark:7", "1: 30-50 mark:8", "1: 60-70 mark:9"),
                row(states, "Processes", "web", "marks of sh (80)"));
        assertEquals(80L, at(states, 20, "Processes", "web", "marks of sh (80)"));
        assertEquals(1, at(states, 20, "Processes", "web", "marks of sh (80)", "CallStack"));
        assertEquals(null, at(states, 55, "Processes", "web", "marks of sh (80)", "CallStack"));
    }

    private static Object at(ITmfStateSystem states, long time, String... path) throws Exception {
        return states.querySingleState(time, states.getQuarkAbsolute(path)).getValue();
    }

    @Test
    void threadsMayBeReportedOneBehindTheOther() throws Exception {
        ITmfStateSystem states = history("""
                10 sh begins
                10 sh main
                20 sh read
                30 sh -
                30 sh read
                60 sh -
                90 sh -
                5 late begins
                6 late write
                7 late flush
                8 late -
                95 late -
                95 late ends
                90 sh ends
                """, sink -> sink);
        assertEquals(List.of("1: 10-90 main", "2: 20-30 read", "2: 30-60 read"), row(states, "Processes", "web", "sh (80)"));
        assertEquals(List.of("1: 6-95 write", "2: 7-8 flush"), row(states, "Processes", "web", "late (81)"));
        assertEquals(1, at(states, 50, "Processes", "web"));
        assertEquals(81L, at(states, 50, "Processes", "web", "late (81)"));
        assertEquals(2, at(states, 7, "Processes", "web", "late (81)", "CallStack"));
        assertEquals(1, at(states, 8, "Processes", "web", "late (81)", "CallStack"));
    }

    @Test
    void everyBootIsAProcessAndEveryThreadHasARowOfItsOwn() throws Exception {
        ColumnStates states = states("history");
        CallStackWriter writer = new CallStackWriter(states, thread -> "*");
        writer.enters(10, new StackThread(0, null, null, 0, 0, 2), fText.frame("a"));
        StackThread second = new StackThread(1, null, null, 4, 0, 2);
        second.inBoot(2);
        writer.enters(20, second, fText.frame("b"));
        writer.enters(30, new StackThread(2, null, null, 4, 0, 2), fText.frame("c"));
        close(states, writer);
        assertEquals(List.of("1: 10-101 a"), row(states, "Processes", "VM *", "swapper/2"));
        assertEquals(List.of("1: 20-101 b"), row(states, "Processes", "VM *, boot 2", "swapper/2"));
        assertEquals(List.of("1: 30-101 c"), row(states, "Processes", "VM *, boot 2", "swapper/2#2"));
        assertEquals(5, at(states, 50, "Processes", "VM *, boot 2"));
        // another VM of that name
        states = states("other");
        writer = new CallStackWriter(states, thread -> "web");
        writer.enters(10, new StackThread(0, null, null, 0, 0, 2), fText.frame("a"));
        writer.enters(20, new StackThread(1, null, null, 1, 0, 2), fText.frame("b"));
        close(states, writer);
        assertEquals(List.of("1: 20-101 b"), row(states, "Processes", "web (2)", "swapper/2"));
    }

    /** A name that is known late is the name from the begin on, and nobody sees another one before. */
    @Test
    void nobodyFindsAThreadBeforeItsNameIsKnown() throws Exception {
        ColumnStates states = states("history");
        String[] vm = { "VM 1234" };
        CallStackWriter writer = new CallStackWriter(states, thread -> vm[0]);
        StackThread first = new StackThread(0, null, null, 0, 44, -1);
        StackThread second = new StackThread(1, null, null, 0, 44, -1);
        first.named("init");
        writer.enters(10, first, fText.frame("main"));
        second.named("deaf-service");
        writer.enters(15, second, fText.frame("main"));
        writer.leaves(20, first, -1);
        assertEquals(0, states.getNbAttributes());
        assertEquals(List.of(), states.getQuarks("*"));
        assertEquals(20, states.getCurrentEndTime());
        first.named("deaf-service");
        vm[0] = "web";
        close(states, writer);
        assertEquals(List.of("1: 10-20 main"), row(states, "Processes", "web", "deaf-service (44)"));
        assertEquals(List.of("1: 15-101 main"), row(states, "Processes", "web", "deaf-service (44)#2"));
        states.dispose();
        assertEquals(List.of("1: 15-101 main"), row(ColumnStates.open("test", fFolder.resolve("history"), 1), "Processes", "web", "deaf-service (44)#2"));
    }

    @Test
    void withoutTracingOnlyItsExitsAreMissing() throws Exception {
        ITmfStateSystem states = history("""
                10 sh begins
                10 sh main
                20 sh tracer:18
                22 sh state:3
                25 sh -
                26 sh -
                30 sh read
                40 sh exit:12
                41 sh -
                45 sh tracer:18
                45 sh -
                45 sh -
                45 sh irq:7
                45 sh again tracer:18
                46 sh -
                47 sh -
                50 sh -
                """, TracerFilter::new);
        assertEquals(List.of("1: 10-50 main", "2: 30-45 read", "2: 45-47 irq:7", "3: 40-41 exit:12"),
                row(states, "Processes", "web", "sh (80)"));
    }

    @Test
    @Tag("long")
    void whatIsTooMuchIsLeftOutAndCounted() throws Exception {
        ColumnStates states = states("history");
        CallStackWriter writer = new CallStackWriter(states, thread -> "web");
        int depth = CallStackWriter.MOST_ATTRIBUTES + 10;
        for (int i = 0; i < depth; i++) {
            writer.enters(10, fText.thread("deep"), i);
        }
        for (int i = 0; i < depth; i++) {
            writer.leaves(20, fText.thread("deep"), -1);
        }
        close(states, writer);
        assertEquals(CallStackWriter.MOST_ATTRIBUTES, states.getNbAttributes());
        assertTrue(writer.leftOut() > 0);
    }
}
