/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.hypertrace.core.report.open.OpenTraces;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.core.report.open.StackReading;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.stack.flame.FlameForest;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.frames.FrameFile;
import org.hypertrace.core.stack.frames.FrameWriter;
import org.hypertrace.core.stack.track.FrameKind;
import org.hypertrace.core.stack.track.FrameNames;
import org.hypertrace.core.stack.track.Frames;
import org.hypertrace.core.stack.track.StackFanOut;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.log.StackFigureLines;
import org.hypertrace.testing.oracle.NaiveStacks;
import org.hypertrace.testing.oracle.Oracle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.google.gson.JsonObject;

/** Trees of recorded stacks: their sums, beside a count that knows nothing of trees, and beside the oracle. */
@Tag("platform")
class StacksOfSamplesTest {

    @TempDir
    private Path fFolder;

    @ParameterizedTest
    @CsvSource({ "reboot-with-slow-notifier, false", "syscall-load, true" })
    void treesHaveEveryNanosecond(String sample, boolean tellsInterrupts) throws ReportException {
        FlameForest forest = new FlameForest(Long.MIN_VALUE, Long.MAX_VALUE);
        NaiveStacks naive = new NaiveStacks(Long.MIN_VALUE, Long.MAX_VALUE);
        FrameNames names;
        try (OpenTraces traces = OpenTraces.open(List.of(Samples.trace(sample)))) {
            GuestSymbols symbols = new GuestSymbols(traces.hosts().hosts(), List.of());
            StackPass pass = StackReading.of(traces, symbols, new StackFanOut(List.of(forest, naive)), false, new NullProgressMonitor()).pass();
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
        assertEquals(tellsInterrupts, hasInterrupts);
    }

    /** Of all of it, and of stretches of a hundredth, a tenth and a half. */
    @ParameterizedTest
    @ValueSource(strings = { "reboot-with-slow-notifier", "syscall-load", "preempted-guest" })
    void aFileOfFramesHasTheFiguresOfAnyStretchOfTime(String sample) throws Exception {
        Path path = fFolder.resolve("frames");
        long begin;
        long end;
        try (OpenTraces traces = OpenTraces.open(List.of(Samples.trace(sample))); FrameWriter writer = new FrameWriter(path)) {
            StackPass pass = StackReading.of(traces, new GuestSymbols(traces.hosts().hosts(), List.of()), writer, false, new NullProgressMonitor()).pass();
            writer.finish(1, thread -> "boot " + thread.boot(), pass.names());
            begin = traces.trace().getStartTime().toNanos();
            end = pass.end();
        }
        FrameFile file = FrameFile.open(path, 1);
        List<StackFigureLines> expected = new ArrayList<>();
        List<StackFigureLines> found = new ArrayList<>();
        for (int parts : new int[] { 100, 10, 2 }) {
            for (int part = 0; part < parts; part += Math.max(1, parts / 5)) {
                long from = begin + (end - begin) / parts * part;
                long to = from + (end - begin) / parts;
                expected.add(new StackFigureLines(from, to));
                found.add(new StackFigureLines(from, to));
                file.report(from, to, found.get(found.size() - 1).sink());
            }
        }
        expected.add(new StackFigureLines(Long.MIN_VALUE, Long.MAX_VALUE));
        found.add(new StackFigureLines(Long.MIN_VALUE, Long.MAX_VALUE));
        file.report(Long.MIN_VALUE, Long.MAX_VALUE, found.get(found.size() - 1).sink());
        try (OpenTraces traces = OpenTraces.open(List.of(Samples.trace(sample)))) {
            StackReading.of(traces, new GuestSymbols(traces.hosts().hosts(), List.of()),
                    new StackFanOut(expected.stream().map(StackFigureLines::sink).toList()), false, new NullProgressMonitor());
        }
        int known = 0;
        for (int i = 0; i < found.size(); i++) {
            String text = found.get(i).finished();
            assertEquals(expected.get(i).finished(), text);
            known += text.isEmpty() ? 0 : 1;
        }
        assertTrue(known > 2, "stretches in which guests ran");
    }

    @Test
    void functionsOfTheReportAreTheOracles() {
        Map<String, long[]> found = new TreeMap<>();
        JsonObject report = Command.json("stacks", Samples.trace("reboot-with-slow-notifier"));
        for (JsonObject thread : Summary.objects(Summary.objects(report, "vms").get(0), "threads")) {
            for (JsonObject function : Summary.objects(thread, "functions")) {
                if (function.get("kind").getAsString().equals("function")) {
                    long[] sums = found.computeIfAbsent("function " + function.get("address").getAsString(), key -> new long[4]);
                    sums[0] += function.get("calls").getAsLong();
                    sums[1] += function.get("total").getAsLong();
                    sums[2] += function.has("reported") ? function.getAsJsonObject("reported").get("guest").getAsLong() : 0;
                    sums[3] += function.get("repaired").getAsLong();
                }
            }
        }
        Map<String, long[]> expected = new TreeMap<>();
        Summary.objects(Oracle.stacks("reboot-with-slow-notifier"), "vms").get(0).getAsJsonObject("calls").entrySet().forEach(call -> {
            if (call.getKey().startsWith("function")) {
                expected.put(call.getKey(), Stream.of("calls", "wall", "guest", "repaired")
                        .mapToLong(figure -> call.getValue().getAsJsonObject().get(figure).getAsLong()).toArray());
            }
        });
        assertTrue(expected.size() > 30);
        assertEquals(lines(expected), lines(found));
    }

    /** Calls, their time by the host's clock, by the guest's, and how many were repaired. */
    private static String lines(Map<String, long[]> functions) {
        return functions.entrySet().stream().map(one -> one.getKey() + ' ' + Arrays.toString(one.getValue()))
                .collect(Collectors.joining("\n"));
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
