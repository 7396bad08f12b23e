/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.analysis.graph.core.base.IGraphWorker;
import org.eclipse.tracecompass.analysis.graph.core.base.TmfEdge;
import org.eclipse.tracecompass.analysis.graph.core.base.TmfEdge.EdgeType;
import org.eclipse.tracecompass.analysis.graph.core.base.TmfGraph;
import org.eclipse.tracecompass.analysis.graph.core.base.TmfVertex;
import org.eclipse.tracecompass.analysis.graph.core.building.TmfGraphBuilderModule;
import org.eclipse.tracecompass.analysis.graph.core.criticalpath.CriticalPathModule;
import org.eclipse.tracecompass.analysis.os.linux.core.execution.graph.OsWorker;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.testing.Command;
import org.hypertrace.testing.OpenedTrace;
import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * At every instant of the lives of a guest's threads the path by what the guest alone reports, and Trace Compass' Critical Flow of
 * the extracted trace, are on the same thread in the same state; but for the differences of the help page, each with its rule.
 */
@Tag("platform")
@Tag("long")
class CriticalFlowTest {

    private static final String EXECUTION_GRAPH = "org.eclipse.tracecompass.analysis.os.linux.execgraph";

    /** What may differ. */
    private enum Kind {
        NOTHING,
        /** Trace Compass has no interrupts on a path: it stays with who waits, or takes the idle thread that is interrupted. */
        INTERRUPT,
        /** Trace Compass calls a run preempted that ends with the thread runnable or in state 128, or that has a state dump in it. */
        LABEL,
        /** Trace Compass takes any sleep but the states 1 and 2 for preempted (idle kernel threads, state 128), and stays there. */
        IDLE_SLEEP
    }

    /** A piece of a path: the tids of the threads of its chain, whether it ends on an interrupt, and what the last is in. */
    private record Ours(long begin, long end, List<Integer> threads, boolean interrupt, String state) { }

    /** A piece of Critical Flow. */
    private record Theirs(long begin, long end, int thread, EdgeType type) { }

    @TempDir
    private Path fFolder;
    /** By thread and time: the states in which it was switched out. */
    private final Map<Integer, NavigableMap<Long, Long>> fSwitchedOut = new HashMap<>();
    /** By thread: when its state was dumped. */
    private final Map<Integer, NavigableSet<Long>> fDumped = new HashMap<>();

    static Stream<String> samples() {
        // one vCPU and all events of the guest: see the help page for what differs otherwise
        return Samples.recorded("panic-in-initcall").filter(Set.of("blocked-on-network", "panic-in-initcall")::contains);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void thePathByTheGuestAloneIsCriticalFlow(String sample) throws Exception {
        Command extract = Command.run("extract", "--quiet", Samples.trace(sample), "-o", fFolder);
        assertEquals("0 ", extract.status() + " " + extract.err());
        try (OpenedTrace opened = OpenedTrace.of(guest())) {
            readSwitches(opened.trace());
            TmfGraphBuilderModule graph = graph(opened.trace());
            List<Integer> threads = new ArrayList<>();
            List<Object> words = new ArrayList<>(List.of("path", "--quiet", Samples.trace(sample), "--guest-only", "--full", "--format", "json"));
            for (IGraphWorker worker : graph.getGraph().getWorkers()) {
                int tid = ((OsWorker) worker).getHostThread().getTid();
                if (tid > 0) {
                    threads.add(tid);
                    words.addAll(List.of("--thread", Integer.toString(tid)));
                }
            }
            Command command = Command.run(words.toArray());
            assertEquals("0 ", command.status() + " " + command.err());
            JsonArray paths = JsonParser.parseString(command.out()).getAsJsonObject().getAsJsonArray("paths");
            Map<Kind, Long> found = new EnumMap<>(Kind.class);
            List<String> others = new ArrayList<>();
            for (int i = 0; i < threads.size(); i++) {
                compare(ours(paths.get(i).getAsJsonObject()), theirs(graph, opened.trace(), threads.get(i)), found, others);
            }
            assertEquals(List.of(), others);
            for (Kind kind : Kind.values()) {
                // else the rule is tested by nothing
                assertTrue(found.getOrDefault(kind, 0L) > 0, kind + " occurs: " + found);
            }
            opened.forget();
        }
    }

    private Path guest() throws Exception {
        try (Stream<Path> folders = Files.list(fFolder)) {
            return folders.filter(folder -> Files.isRegularFile(folder.resolve("metadata")) && !folder.endsWith("lab-host")).findFirst().orElseThrow();
        }
    }

    /** What it reports of threads when they run: how they are switched out, and their names, as state dumps that call them runnable. */
    private void readSwitches(ITmfTrace trace) {
        ITmfContext context = trace.seekEvent(0);
        for (ITmfEvent event = trace.getNext(context); event != null; event = trace.getNext(context)) {
            if (event.getName().equals("sched_switch")) {
                int tid = ((Long) event.getContent().getField("prev_tid").getValue()).intValue();
                fSwitchedOut.computeIfAbsent(tid, key -> new TreeMap<>()).put(event.getTimestamp().toNanos(),
                        (Long) event.getContent().getField("prev_state").getValue());
            } else if (event.getName().equals("lttng_statedump_process_state")) {
                int tid = ((Long) event.getContent().getField("tid").getValue()).intValue();
                fDumped.computeIfAbsent(tid, key -> new TreeSet<>()).add(event.getTimestamp().toNanos());
            }
        }
    }

    /** Whether Trace Compass takes the thread for preempted after this switch. */
    private static boolean isNoSleep(Map.Entry<Long, Long> switchedOut) {
        return switchedOut != null && (switchedOut.getValue() & 3) == 0;
    }

    /** Whether a state dump of the thread is in this run of it. */
    private boolean isDumped(int thread, long time) {
        NavigableMap<Long, Long> switches = fSwitchedOut.getOrDefault(thread, new TreeMap<>());
        Long begin = switches.floorKey(time);
        Long end = switches.higherKey(time);
        Long dumped = fDumped.getOrDefault(thread, new TreeSet<>()).ceiling(begin == null ? Long.MIN_VALUE : begin);
        return dumped != null && (end == null || dumped < end);
    }

    private static TmfGraphBuilderModule graph(ITmfTrace trace) {
        for (IAnalysisModule module : trace.getAnalysisModules()) {
            if (module instanceof TmfGraphBuilderModule graph && module.getId().equals(EXECUTION_GRAPH)) {
                graph.schedule();
                assertTrue(graph.waitForCompletion(new NullProgressMonitor()));
                return graph;
            }
        }
        throw new AssertionError("Trace Compass has no " + EXECUTION_GRAPH);
    }

    private static List<Ours> ours(JsonObject path) {
        List<List<String>> chains = new ArrayList<>();
        for (JsonElement chain : path.getAsJsonArray("chains")) {
            List<String> keys = new ArrayList<>();
            chain.getAsJsonObject().getAsJsonArray("keys").forEach(key -> keys.add(key.getAsString()));
            chains.add(keys);
        }
        List<Ours> pieces = new ArrayList<>();
        for (JsonElement one : path.getAsJsonArray("path")) {
            JsonObject segment = one.getAsJsonObject();
            List<String> keys = chains.get(segment.get("chain").getAsInt());
            List<Integer> threads = keys.stream().filter(key -> key.startsWith("g:"))
                    .map(key -> Integer.valueOf(key.replaceFirst(".*:(\\d+)#\\d+$", "$1"))).toList();
            pieces.add(new Ours(segment.get("begin").getAsLong(), segment.get("end").getAsLong(), threads,
                    keys.get(keys.size() - 1).startsWith("i:"), segment.get("phase").getAsString() + '/' + segment.get("state").getAsString()));
        }
        return pieces;
    }

    private static List<Theirs> theirs(TmfGraphBuilderModule graph, ITmfTrace trace, int tid) throws Exception {
        CriticalPathModule module = new CriticalPathModule(graph);
        module.setTrace(trace);
        for (IGraphWorker worker : graph.getGraph().getWorkers()) {
            if (((OsWorker) worker).getHostThread().getTid() == tid) {
                module.setParameter(CriticalPathModule.PARAM_WORKER, worker);
            }
        }
        module.schedule();
        assertTrue(module.waitForCompletion(new NullProgressMonitor()));
        TmfGraph path = module.getCriticalPath();
        List<Theirs> pieces = new ArrayList<>();
        for (TmfVertex at = path.getHead(); at != null;) {
            TmfEdge along = at.getEdge(TmfVertex.EdgeDirection.OUTGOING_HORIZONTAL_EDGE);
            TmfEdge edge = along != null ? along : at.getEdge(TmfVertex.EdgeDirection.OUTGOING_VERTICAL_EDGE);
            TmfVertex next = edge == null ? null : edge.getVertexTo();
            if (next != null && next.getTs() > at.getTs()) {
                OsWorker worker = (OsWorker) path.getParentOf(along != null ? at : next);
                pieces.add(new Theirs(at.getTs(), next.getTs(), worker.getHostThread().getTid(), edge.getType()));
            }
            at = next;
        }
        module.dispose();
        return pieces;
    }

    private void compare(List<Ours> ours, List<Theirs> theirs, Map<Kind, Long> found, List<String> others) {
        for (int i = 0, j = 0; i < ours.size() && j < theirs.size();) {
            Ours our = ours.get(i);
            Theirs their = theirs.get(j);
            long begin = Math.max(our.begin, their.begin);
            long end = Math.min(our.end, their.end);
            if (end > begin) {
                Kind kind = kind(our, their, begin);
                if (kind == null) {
                    others.add(begin + " " + (end - begin) + " ns: " + our + " but " + their);
                } else {
                    found.merge(kind, end - begin, Long::sum);
                }
            }
            if (our.end <= their.end) {
                i++;
            } else {
                j++;
            }
        }
    }

    /** Of what kind the difference is, null if of none that may be. */
    private Kind kind(Ours our, Theirs their, long time) {
        int at = our.threads.indexOf(their.thread);
        NavigableMap<Long, Long> switches = fSwitchedOut.getOrDefault(their.thread, new TreeMap<>());
        if (at >= 0 && at < our.threads.size() - 1 && their.type == EdgeType.PREEMPTED && isNoSleep(switches.floorEntry(time))) {
            return Kind.IDLE_SLEEP;
        }
        if (our.interrupt) {
            return at == our.threads.size() - 1 || their.thread == 0 ? Kind.INTERRUPT : null;
        }
        if (at != our.threads.size() - 1) {
            return null;
        }
        return switch (our.state) {
        case "run/vCPU" -> their.type == EdgeType.RUNNING ? Kind.NOTHING
                : their.type == EdgeType.PREEMPTED && (isNoSleep(switches.higherEntry(time)) || isDumped(their.thread, time)) ? Kind.LABEL : null;
        case "ready/vCPU" -> their.type == EdgeType.PREEMPTED ? Kind.NOTHING : null;
        default -> null;
        };
    }
}
