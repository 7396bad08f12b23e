/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.opened;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProvider;
import org.eclipse.tracecompass.tmf.core.symbols.SymbolProviderManager;
import org.eclipse.tracecompass.tmf.core.symbols.SymbolProviderUtils;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.stack.track.Repair;
import org.hypertrace.core.stack.track.StackPass;
import org.hypertrace.core.stack.track.StackSink;
import org.hypertrace.core.stack.track.StackThread;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.log.Extracted;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stacks of guests in Trace Compass' call-stack analysis, and in our tables. */
@Tag("platform")
class GuestCallStacksTest {

    /** One VM, whose functions are reported while it restarts. */
    private static final String GRAPH = "reboot-with-slow-notifier";
    /** Two VMs on one processor. */
    private static final String TWINS = "preempted-guest";

    /** Every frame as it was reported: {@code tid depth begin end frame}. */
    private static final class Reported implements StackSink {
        private final List<String> fFrames = new ArrayList<>();
        private final Map<StackThread, List<long[]>> fOpen = new HashMap<>();

        @Override
        public void begins(long time, StackThread thread) {
            // frames are enough
        }

        @Override
        public void enters(long time, StackThread thread, long frame) {
            fOpen.computeIfAbsent(thread, key -> new ArrayList<>()).add(new long[] { time, frame });
        }

        @Override
        public void leaves(long time, StackThread thread, long guestDuration) {
            List<long[]> open = fOpen.get(thread);
            long[] frame = open.remove(open.size() - 1);
            if (time > frame[0]) {
                fFrames.add(line(thread.tid(), open.size() + 1, frame[0], time, frame[1]));
            }
        }

        @Override
        public void repaired(long time, StackThread thread, Repair repair) {
            // frames are enough
        }

        @Override
        public void ends(long time, StackThread thread) {
            // all have left
        }
    }

    private static String line(long tid, int depth, long begin, long end, long frame) {
        return tid + " " + depth + ' ' + begin + ' ' + end + ' ' + Long.toHexString(frame);
    }

    private static GuestCallStackAnalysis analysis(ITmfTrace trace) {
        GuestCallStackAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, GuestCallStackAnalysis.class,
                GuestCallStackAnalysis.ID);
        assertNotNull(analysis);
        analysis.schedule();
        assertTrue(analysis.waitForCompletion());
        return analysis;
    }

    /** Every frame in the history, and its name. */
    private static Map<String, String> frames(ITmfTrace trace) throws Exception {
        ITmfStateSystem states = analysis(trace).getStateSystem();
        Collection<ISymbolProvider> symbols = SymbolProviderManager.getInstance().getSymbolProviders(trace);
        Map<Integer, int[]> places = new HashMap<>();
        for (int process : states.getQuarks("Processes", "*")) {
            int pid = (Integer) states.querySingleState(states.getCurrentEndTime(), process).getValue();
            for (int thread : states.getSubAttributes(process, false)) {
                int tid = ((Long) states.querySingleState(states.getCurrentEndTime(), thread).getValue()).intValue();
                for (int level : states.getSubAttributes(states.getQuarkRelative(thread, "CallStack"), false)) {
                    places.put(level, new int[] { pid, tid, Integer.parseInt(states.getAttributeName(level)) });
                }
            }
        }
        Map<String, String> frames = new LinkedHashMap<>();
        for (ITmfStateInterval interval : states.query2D(places.keySet(), states.getStartTime(), states.getCurrentEndTime())) {
            if (interval.getValue() instanceof Long frame) {
                int[] place = places.get(interval.getAttribute());
                frames.put(line(place[1], place[2], interval.getStartTime(), interval.getEndTime() + 1, frame),
                        SymbolProviderUtils.getSymbolText(symbols, place[0], interval.getStartTime(), frame));
            }
        }
        return frames;
    }

    @Test
    void theHistoryHasEveryFrameByItsName() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(GRAPH))) {
            ITmfTrace trace = opened.trace();
            opened.forget();
            Reported reported = new Reported();
            HostTraces hosts = HostTraces.of(trace);
            // names in the manifest are names of frames: who took a processor
            try (StackPass pass = new StackPass(host -> hosts.hosts().get(host).manifest(), List.of(), (guest, nested) -> null, reported)) {
                assertTrue(HostEventRequest.read(trace, hosts, Long.MAX_VALUE, pass::accept, new NullProgressMonitor()));
                pass.finish();
            }
            Map<String, String> frames = frames(trace);
            Set<String> missing = new HashSet<>(reported.fFrames);
            assertEquals(reported.fFrames.size(), missing.size());
            assertEquals(missing.size(), frames.size());
            missing.removeAll(frames.keySet());
            // what is open when the last event comes is reported to end there, in the history a nanosecond later
            assertTrue(missing.size() <= 16, () -> missing.size() + " not found: " + missing.iterator().next());
            for (String name : new String[] { "exit: tracer", "exit: MSR", "host: host kernel", "slow_notifier" }) {
                assertTrue(frames.containsValue(name), name);
            }
            assertFalse(frames.values().stream().anyMatch(name -> name.startsWith("0x4")), "no code of ours is shown");
        }
    }

    @Test
    void withoutTracingItIsBuiltAgain() throws Exception {
        Path folder = Samples.trace(GRAPH);
        long with;
        try (OpenedTrace opened = OpenedTrace.of(folder)) {
            opened.forget();
            Map<String, String> frames = frames(opened.trace());
            with = frames.values().stream().filter(name -> !name.startsWith("exit: tracer")).count();
            assertTrue(with < frames.size());
            new TracingChoice(true).write(TracingChoice.file(opened.trace()));
        }
        try (OpenedTrace opened = OpenedTrace.of(folder)) {
            Map<String, String> frames = frames(opened.trace());
            assertFalse(frames.containsValue("exit: tracer"));
            assertTrue(frames.size() < with, "what the host did in them is left out, too");
            Path names = TracingChoice.file(opened.trace()).resolveSibling(GuestCallStackAnalysis.ID + ".names");
            Files.delete(names);
        }
        try (OpenedTrace opened = OpenedTrace.of(folder)) {
            assertTrue(frames(opened.trace()).containsValue("exit: MSR"), "names are made again");
            new TracingChoice(false).write(TracingChoice.file(opened.trace()));
            assertFalse(Files.exists(TracingChoice.file(opened.trace())));
        }
        try (OpenedTrace opened = OpenedTrace.of(folder)) {
            assertTrue(frames(opened.trace()).containsValue("exit: tracer"));
            opened.forget();
        }
    }

    @Test
    void anExperimentHasItOnce() throws Exception {
        try (OpenedTrace opened = OpenedTrace.ofAll(List.of(Samples.trace(GRAPH), Samples.trace(TWINS)))) {
            List<GuestCallStackAnalysis> all = new ArrayList<>();
            TmfTraceUtils.getAnalysisModulesOfClass(opened.trace(), GuestCallStackAnalysis.class).forEach(all::add);
            assertEquals(1, all.size());
            ITmfStateSystem states = analysis(opened.trace()).getStateSystem();
            assertEquals(3, states.getQuarks("Processes", "*").size(), "VMs of both hosts");
            opened.forget();
        }
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(TWINS))) {
            assertNull(opened.trace().getParent());
            assertTrue(frames(opened.trace()).values().stream().anyMatch(name -> name.startsWith("host: preempted by ")));
            assertEquals(2, analysis(opened.trace()).getStateSystem().getQuarks("Processes", "*").size());
            opened.forget();
        }
    }

    @Test
    void tablesAreOfTheSameTime() throws Exception {
        try (OpenedTrace opened = OpenedTrace.of(Samples.trace(GRAPH))) {
            List<TmfTreeDataModel> leaves = Providers.LEAF_FUNCTIONS.create(opened.trace()).fetchTree(Map.of(), null)
                    .getModel().getEntries();
            assertEquals("slow", leaves.get(0).getLabels().get(0));
            assertTrue(leaves.stream().anyMatch(row -> row.getLabels().get(0).equals("host: host kernel")), leaves.toString());
            List<TmfTreeDataModel> causes = Providers.EXIT_CAUSES.create(opened.trace()).fetchTree(Map.of(), null)
                    .getModel().getEntries();
            assertEquals(leaves.get(0).getLabels().get(6), causes.get(0).getLabels().get(2), "each exit is in both");
            opened.forget();
        }
    }

    @Test
    void extractedTracesHaveTheNamesOfTheirGuest(@TempDir Path folder) throws Exception {
        long text = 0xffffffff9a000000L;
        List<Written> written = Extracted.of(List.of(
                new Hypercall(200, 0, Hypercall.Origin.KERNEL, 0x82, text, text + 0x1000, 0, 1),
                new Hypercall(300, 0, Hypercall.Origin.KERNEL, 0x64, text + 0x100, 0, 0, 0)), folder.resolve("traces"), 0, 1000);
        Path map = folder.resolve("System.map");
        Files.writeString(map, "ffffffff81000000 T _text\nffffffff81000100 T do_it\nffffffff81000180 T do_more\n");
        try (OpenedTrace opened = OpenedTrace.of(written.get(0).folder())) {
            ITmfTrace trace = opened.trace();
            Collection<ISymbolProvider> symbols = SymbolProviderManager.getInstance().getSymbolProviders(trace);
            assertEquals("0xffffffff9a000110", SymbolProviderUtils.getSymbolText(symbols, text + 0x110));
            SymbolChoices.write(SymbolChoices.file(trace), List.of(new GuestSymbols.Chosen("10#1", map)));
            assertEquals("do_it+0x10", SymbolProviderUtils.getSymbolText(symbols, text + 0x110));
            assertEquals("do_more", SymbolProviderUtils.getSymbolText(symbols, 1, 300, text + 0x180));
            opened.forget();
        }
    }
}
