/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.view.FlameColours;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.view.Shades;
import org.hypertrace.testing.story.Story;
import org.hypertrace.testing.story.TaskStory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A drawing of a guest's stacks: boxes, their words and colours, and what differs from another one. */
@Tag("plain")
class FlameGraphTest {

    private static final String A = "0xffffffff81000061";
    private static final String B = "0xffffffff81000062";

    /** sh has the vCPU from 100 to 300: a from 110 to 190, in it b twice for 10 ns, an interrupt from 200 to 220, an exit of 30 ns. */
    private static final String STORY = """
            100 vcpu0 switch :1 S sh:82
            110 vcpu0 enter sh:82 a 0
            120 vcpu0 enter sh:82 b 1
            130 vcpu0 return sh:82 b 1 9
            140 vcpu0 enter sh:82 b 1
            150 vcpu0 return sh:82 b 1 8
            190 vcpu0 return sh:82 a 0 70
            200 vcpu0 irq_entry 4
            220 vcpu0 irq_exit 4
            230 host cpu0 kvm_exit IOIO
            260 host cpu0 kvm_entry
            300 host cpu0 other
            """;
    /** The same for 400 ns: b is called four times and takes 20 ns of its own each, a has 40 ns of its own as before. */
    private static final String SLOWER = """
            100 vcpu0 switch :1 S sh:82
            110 vcpu0 enter sh:82 a 0
            120 vcpu0 enter sh:82 b 1
            140 vcpu0 return sh:82 b 1
            150 vcpu0 enter sh:82 b 1
            170 vcpu0 return sh:82 b 1
            180 vcpu0 enter sh:82 b 1
            200 vcpu0 return sh:82 b 1
            210 vcpu0 enter sh:82 b 1
            230 vcpu0 return sh:82 b 1
            250 vcpu0 return sh:82 a 0
            300 vcpu0 irq_entry 4
            310 vcpu0 irq_exit 4
            500 host cpu0 other
            """;

    private final FlameLabels fLabels = new FlameLabels();

    private static StackFigures figures(String story) {
        FlameForest forest = new FlameForest(Long.MIN_VALUE, Long.MAX_VALUE);
        ExitCauses causes = new ExitCauses(Long.MIN_VALUE, Long.MAX_VALUE);
        try (StackPass pass = new StackPass(host -> null, List.of(), (guest, nested) -> null, new StackFanOut(List.of(forest, causes)))) {
            Story.events(TaskStory.of(story)).forEach(pass::accept);
            pass.finish();
            return new StackFigures(forest, causes, pass.names(), thread -> pass.guest(thread, host -> "host"));
        }
    }

    private FlameGraph graph(String story) {
        StackFigures figures = figures(story);
        return FlameGraph.of(figures, figures.boots().get(0), FlameMode.WALL, true, fLabels);
    }

    /** Without the thread that had the vCPU before, whose state is not known: it is named by 1 and sleeps. */
    private static String boxes(FlameGraph graph) {
        List<String> lines = new ArrayList<>();
        FlameLayout layout = graph.layout();
        for (int box = 0; box < layout.size(); box++) {
            lines.add("  ".repeat(layout.depth(box)) + graph.label(box) + ' ' + layout.begin(box) + '+' + graph.wall(box));
        }
        return String.join("\n", lines);
    }

    private static int box(FlameGraph graph, String label) {
        for (int box = 0; box < graph.layout().size(); box++) {
            if (graph.label(box).equals(label)) {
                return box;
            }
        }
        throw new AssertionError(label + " is not among\n" + boxes(graph));
    }

    @Test
    void boxesLieByTheirNamesAndCallersComeFirst() {
        FlameGraph graph = graph(STORY);
        // 200 ns of sh, and the same time off the vCPU of the thread 1
        assertEquals("""
                VM 10 0+400
                  (interrupts) 0+20
                  %s 20+80
                  exit: IOIO 100+30
                  off CPU: sleeping 130+200
                    irq: 4 0+20
                    %s 20+20
                    host: host kernel 100+30""".formatted(A, B), boxes(graph));
        assertEquals(400, graph.whole());
        assertEquals(2, graph.layout().depth());
    }

    @Test
    void whatIsKnownOfABox() {
        FlameGraph graph = graph(STORY);
        // tracer exits take no time, yet they are exits: of the switch, of a's return, of the interrupt's end; and IOIO
        assertEquals("VM 10\n400 ns, 100.00 %; own 70 ns, 4 exits", graph.words(0));
        assertEquals(B + "\n20 ns, 5.00 %, 2 times, 2 exits\nby the guest's own word 17 ns of 20 ns", graph.words(box(graph, B)));
        assertEquals(A + "\n80 ns, 20.00 %; own 60 ns, 1 times, 3 exits\nby the guest's own word 70 ns of 80 ns", graph.words(box(graph, A)));
        assertEquals("exit: IOIO\n30 ns, 7.50 %; own 0 ns, 1 times", graph.words(box(graph, "exit: IOIO")));
        assertEquals("host: host kernel\n30 ns, 7.50 %, 1 times", graph.words(box(graph, "host: host kernel")));
        FlameGraph repaired = graph("""
                100 vcpu0 switch :1 S sh:82
                110 vcpu0 enter sh:82 a 0
                120 vcpu0 enter sh:82 b 1
                130 vcpu0 return sh:82 a 0
                200 host cpu0 other
                """);
        assertTrue(repaired.words(box(repaired, B)).endsWith(" 1 repaired"), repaired.words(box(repaired, B)));
    }

    @Test
    void whatIsLookedForCountsOnce() {
        FlameGraph graph = graph(STORY);
        assertEquals(80, graph.found("0xffff"));
        assertEquals(20, graph.found("62"));
        // interrupts with the irq in them, the exit, and the sleep
        assertEquals(20 + 30 + 200, graph.found("i"));
        assertEquals(0, graph.found("qemu"));
        assertEquals(0, graph.found("nothing"));
        assertEquals(20, graph.found("irq: 4"));
        assertEquals(30, graph.found("ioio"));
    }

    @Test
    void aDifferenceHasTheTimesOfBoth() {
        FlameGraph graph = graph(SLOWER).comparedWith(graph(STORY), FlameDifference.Norm.NONE);
        assertEquals("VM 10 compared with VM 10", graph.label(0));
        int b = box(graph, B);
        assertEquals(B + "\n80 ns, 10.00 %, 4 times, 4 exits\nbefore 20 ns, 2 times; now +300.0 %", graph.words(b).replaceFirst(
                "\nby the guest's own word .*", ""));
        assertEquals("(interrupts)\n10 ns, 1.25 %; own 0 ns\nbefore 20 ns; now -50.0 %", graph.words(box(graph, "(interrupts)")));
        // what is gone is in the tree without time
        assertEquals(800, graph.whole());
        // b's own time is 60 ns longer; the thread's is 80 ns longer and the other one's wait 200
        assertEquals("#d2e2f5", graph.colour(0));
        assertEquals("#f04141", graph.colour(box(graph, "off CPU: sleeping")));
        // 60 of 200: 240 - 175 * sqrt(0.3) = 144.15
        assertEquals("#f09090", graph.colour(b));
        // a has 60 of its own in both
        assertEquals("#f4f4f4", graph.colour(box(graph, A)));
        // 10 of 200 less: 240 - 175 * sqrt(0.05) = 200.87
        assertEquals("#c9c9f0", graph.colour(box(graph, "irq: 4")));
    }

    @Test
    void madeComparable() {
        FlameGraph byTotal = graph(SLOWER).comparedWith(graph(STORY), FlameDifference.Norm.TOTAL);
        assertEquals("before 40 ns (scaled from 20 ns), 2 times; now +100.0 %", last(byTotal.words(box(byTotal, B))));
        FlameGraph byCount = graph(SLOWER).comparedWith(graph(STORY), FlameDifference.Norm.COUNT);
        assertEquals("before 40 ns (scaled from 20 ns), 2 times; now +100.0 %", last(byCount.words(box(byCount, B))));
        assertEquals("before 80 ns (scaled from 80 ns), 1 times; now +75.0 %", last(byCount.words(box(byCount, A))));
        // something new
        FlameGraph fresh = graph(STORY.replace("b 1", "d 1")).comparedWith(graph(STORY), FlameDifference.Norm.NONE);
        assertEquals("before 0 ns", last(fresh.words(box(fresh, "0xffffffff81000064"))));
    }

    private static String last(String words) {
        return words.substring(words.lastIndexOf('\n') + 1);
    }

    /** A second boot has a row of its own; all together are under one root. */
    @Test
    void bootsApartAndTogether() {
        StackFigures figures = figures("""
                50 vcpu0 stage 1
                100 vcpu0 switch :1 S sh:82
                110 vcpu0 enter sh:82 a 0
                130 vcpu0 return sh:82 a 0 9
                200 vcpu0 stage 1
                210 vcpu0 switch :1 S sh:82
                220 vcpu0 enter sh:82 b 0
                270 vcpu0 return sh:82 b 0 9
                300 host cpu0 other
                """);
        assertEquals(List.of("VM 10", "VM 10, boot 2"), figures.boots().stream().map(StackFigures.Boot::label)
                .toList());
        FlameGraph first = FlameGraph.of(figures, figures.boots().get(0), FlameMode.WALL, true, fLabels);
        FlameGraph second = FlameGraph.of(figures, figures.boots().get(1), FlameMode.WALL, true, fLabels);
        FlameGraph all = FlameGraph.of(figures, null, FlameMode.WALL, true, fLabels);
        assertEquals("20 0", first.found("61") + " " + first.found("62"));
        assertEquals("0 50", second.found("61") + " " + second.found("62"));
        assertEquals("20 50", all.found("61") + " " + all.found("62"));
        assertEquals("all", all.label(0));
        assertEquals("VM 10, boot 2", second.label(0));
        assertEquals(first.whole() + second.whole(), all.whole());
        assertEquals("(nothing recorded)", figures.name(figures.boots().get(0), Frames.of(FrameKind.THREAD, 0)));
        assertEquals("(interrupts)", figures.name(figures.boots().get(0), Frames.of(FrameKind.INTERRUPTS, 0)));
        assertEquals("(others)", figures.name(figures.boots().get(0), Frames.of(FrameKind.OTHERS, 0)));
        assertEquals("irq: 7", figures.name(figures.boots().get(1), Frames.of(FrameKind.IRQ, 7)));
    }

    @Test
    void exitsByTheirFrames() {
        StackFigures figures = figures(STORY);
        List<ExitCauses.Row> rows = figures.causes();
        assertEquals("exit: IOIO 1 30", figures.name(figures.boots().get(0), rows.get(0).exit()) + ' ' + rows.get(0).count() + ' '
                + rows.get(0).total());
        assertEquals(30, rows.get(0).mean());
    }

    @Test
    void ofOneKindOfTime() {
        StackFigures figures = figures(STORY);
        assertEquals(200, FlameGraph.of(figures, null, FlameMode.ON_CPU, true, fLabels).whole());
        assertEquals(200, FlameGraph.of(figures, null, FlameMode.OFF_CPU, true, fLabels).whole());
        assertEquals("wall on-cpu hypervisor off-cpu", String.join(" ", FlameMode.WALL.key(), FlameMode.ON_CPU.key(), FlameMode.HYPERVISOR.key(),
                FlameMode.OFF_CPU.key()));
    }

    @Test
    void coloursByWhatABoxIs() {
        FlameGraph graph = graph(STORY);
        assertEquals("#d2e2f5", graph.colour(0));
        assertEquals("#b30606", graph.colour(box(graph, "exit: IOIO")));
        assertEquals("#99c3ed", graph.colour(box(graph, "off CPU: sleeping")));
        assertEquals("#dc829d", graph.colour(box(graph, "irq: 4")));
        Set<String> states = new HashSet<>();
        for (VcpuState state : VcpuState.values()) {
            states.add(FlameColours.of(new FlameLabels().of(state, "any"), "any", false));
        }
        assertEquals(VcpuState.values().length, states.size());
        assertEquals(FlameColours.of(new FlameLabels().of(VcpuState.UNKNOWN, "any"), "any", false),
                FlameColours.of(new FlameLabels().of((VcpuState) null, "host: preempted"), "host: preempted", false));
        for (FrameKind kind : FrameKind.values()) {
            assertTrue(FlameColours.of(Frames.of(kind, 1), "x", false).matches("#[0-9a-f]{6}"), kind.toString());
        }
    }

    /** Warm ones, the same for the same name, of all shades that there are. */
    @Test
    void coloursOfFunctions() {
        int[] least = { 255, 255, 255 };
        int[] most = new int[3];
        Set<String> different = new HashSet<>();
        for (int i = 0; i < 3_000; i++) {
            String colour = FlameColours.of(1, "function_" + i, false);
            assertEquals(colour, FlameColours.of(2, "function_" + i, false));
            different.add(colour);
            for (int k = 0; k < 3; k++) {
                int part = Integer.parseInt(colour.substring(1 + 2 * k, 3 + 2 * k), 16);
                least[k] = Math.min(least[k], part);
                most[k] = Math.max(most[k], part);
            }
        }
        assertEquals("232-251 140-219 60-109", least[0] + "-" + most[0] + ' ' + least[1] + '-' + most[1] + ' ' + least[2] + '-' + most[2]);
        assertTrue(different.size() > 2_500, different.size() + " different ones");
        assertNotEquals(FlameColours.of(1, "read", false), FlameColours.of(1, "write", false));
        assertEquals("#d2e2f5", FlameColours.of(1, "read", true));
    }

    /** By brightness: red counts 3, green 6, blue 1; half of what white has is 1275. */
    @Test
    void textThatCanBeRead() {
        assertEquals("#ffffff", Shades.text("#000000"));
        assertEquals("#111111", Shades.text("#ffffff"));
        assertEquals("#ffffff", Shades.text("#ff0000"));
        assertEquals("#111111", Shades.text("#00ff00"));
        assertEquals("#ffffff", Shades.text("#0000ff"));
        assertEquals("#ffffff", Shades.text("#b30606"));
        assertEquals("#111111", Shades.text("#f2e34c"));
        // 3 * 255 + 6 * 85 + 5, and one less
        assertEquals("#111111", Shades.text("#ff5505"));
        assertEquals("#ffffff", Shades.text("#ff5504"));
    }
}
