/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.DataInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.analysis.os.linux.core.execution.graph.OsExecutionGraph;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.path.view.PathDataProvider;
import org.hypertrace.core.path.view.PathIndex;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

import com.sun.management.OperatingSystemMXBean;

/**
 * How long it takes to gather what critical paths are found in, beside the model's pass, with the model at the same time, and
 * beside Trace Compass' execution graph of the host, over the same trace in turns in the same Java machine after a warm-up; what
 * heap each keeps; and how long paths take. Arguments: TRACE COPIES RUNS VM and subjects, each an option and its value; the trace is
 * read COPIES times as long; paths are asked of the trace as it is, and drawn as the view does of the long one. Or: --made SEGMENTS…, for
 * paths of so many segments in a trace that is made for that.
 */
public final class PathBenchmark implements IApplication {

    private static final String MADE = "--made";
    private static final int PATHS = 20;
    private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** How long something took by the clock and of the processors' time, seconds, and the heap it keeps, MiB. */
    private record Took(double clock, double processor, double keeps) { }

    /** Analyses that run at the same time. */
    private interface Made {
        List<TmfAbstractAnalysisModule> made();
    }

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        if (arguments[0].equals(MADE)) {
            for (int i = 1; i < arguments.length; i++) {
                made(Integer.parseInt(arguments[i]));
            }
            return EXIT_OK;
        }
        Path sample = Path.of(arguments[0]);
        int copies = Integer.parseInt(arguments[1]);
        int runs = Integer.parseInt(arguments[2]);
        Path folder = sample;
        if (copies > 1) {
            folder = Path.of(Platform.getLocation().toOSString(), "longer");
            ReplicatedTrace.write(sample, folder, copies);
        }
        List<String> names = List.of("model", "paths", "model and paths", "execution graph");
        List<Made> works = List.of(() -> List.of(new ModelAnalysis()), PathBenchmark::pathsAlone,
                () -> List.of(new ModelAnalysis(), new PathAnalysis()), () -> List.of(new OsExecutionGraph()));
        Took[][] took = new Took[works.size()][runs];
        double[] keeps = new double[works.size()];
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            for (int i = 0; i < works.size(); i++) {
                Took one = analyse(folder, works.get(i));
                if (run >= 0) {
                    took[i][run] = one;
                } else {
                    // later the platform still holds the graph of the run before, and the difference is none
                    keeps[i] = one.keeps;
                }
            }
        }
        print("%s x %d, %.1f MB", sample.getParent().getFileName(), copies, size(folder) / 1e6);
        print("  %-16s %9s %9s %10s %10s %10s", "", "clock", "processor", "x model", "x graph", "keeps");
        for (int i = 0; i < works.size(); i++) {
            print("  %-16s %7.2f s %7.2f s %10.3f %10.3f %6.1f MiB", names.get(i), median(took[i], 0), median(took[i], 1),
                    median(took[i], 1) / median(took[0], 1), median(took[i], 1) / median(took[3], 1), keeps[i]);
        }
        print("  ratios are of the processors' time; clock: paths / model %.3f, paths / graph %.3f", median(took[1], 0) / median(took[0], 0),
                median(took[1], 0) / median(took[3], 0));
        for (int i = 3; i + 2 < arguments.length; i += 3) {
            ask(sample, arguments[i], arguments[i + 1], arguments[i + 2]);
            // a longer trace has no manifest beside it, so its VMs and functions have no names
            boolean inLonger = copies > 1 && List.of("--thread", "--vcpu").contains(arguments[i + 1]);
            draw(inLonger ? folder : sample, inLonger ? null : arguments[i], arguments[i + 1], arguments[i + 2]);
        }
        print("peak of the old generation %d MiB, heap limit %d MiB, load %.2f", peakHeap() >> 20, Runtime.getRuntime().maxMemory() >> 20,
                PROCESS.getSystemLoadAverage());
        return EXIT_OK;
    }

    private static List<TmfAbstractAnalysisModule> pathsAlone() {
        PathAnalysis paths = new PathAnalysis();
        paths.readTogether(ReadTogether.alone());
        return List.of(paths);
    }

    private static Took analyse(Path folder, Made works) throws Exception {
        List<TmfAbstractAnalysisModule> modules = works.made();
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        long before = used();
        long begin = System.nanoTime();
        long processor = PROCESS.getProcessCpuTime();
        trace.notifyPendingRequest(true);
        ReadTogether both = modules.size() > 1 ? new ReadTogether(modules.size()) : null;
        for (TmfAbstractAnalysisModule module : modules) {
            module.setTrace(trace);
            if (both != null && module instanceof PathAnalysis paths) {
                paths.readTogether(both.reader());
            } else if (both != null && module instanceof ModelAnalysis model) {
                model.readTogether(both.reader());
            }
            module.schedule();
            if (module instanceof ModelAnalysis model) {
                model.waitForInitialization();
            }
        }
        trace.notifyPendingRequest(false);
        for (TmfAbstractAnalysisModule module : modules) {
            if (!module.waitForCompletion()) {
                throw new IllegalStateException(module.getName() + " failed");
            }
        }
        double clock = (System.nanoTime() - begin) / 1e9;
        double used = (PROCESS.getProcessCpuTime() - processor) / 1e9;
        double keeps = (used() - before) / (double) (1 << 20);
        for (TmfAbstractAnalysisModule module : modules) {
            if (module instanceof OsExecutionGraph graph && graph.getGraph().size() == 0
                    || module instanceof PathAnalysis paths && paths.result() == null) {
                throw new IllegalStateException(module.getName() + " found nothing, so its time means nothing");
            }
            module.dispose();
        }
        removeFiles(trace);
        trace.dispose();
        return new Took(clock, used, keeps);
    }

    private static void ask(Path sample, String vm, String option, String value) throws Exception {
        LttngKernelTrace trace = HypertraceKernelTrace.of(sample);
        trace.initTrace(null, sample.toString(), CtfTmfEvent.class);
        PathAnalysis analysis = new PathAnalysis();
        analysis.readTogether(ReadTogether.alone());
        analysis.setTrace(trace);
        analysis.schedule();
        if (!analysis.waitForCompletion()) {
            throw new IllegalStateException("paths failed");
        }
        CriticalPaths paths = analysis.result();
        double[] ms = new double[PATHS];
        int segments = 0;
        for (int i = -1; i < PATHS; i++) {
            long begin = System.nanoTime();
            segments = paths.find(PathQuery.of(kind(option), value, vm)).segments().size();
            if (i >= 0) {
                ms[i] = (System.nanoTime() - begin) / 1e6;
            }
        }
        Arrays.sort(ms);
        print("  path %s %s: %d segments, %.1f ms (%.1f - %.1f; limit %d ms)", option, value, segments, ms[PATHS / 2], ms[0], ms[PATHS - 1],
                option.equals("--initcall") ? 50 : 1000);
        Path file = Path.of(TmfTraceManager.getSupplementaryFileDir(trace), PathAnalysis.ID + ".rows");
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.readLong();
            long rows = PathRows.open(file, in.readInt()).count();
            print("  file: %d rows, %.1f bytes a row (limit 24)", rows, (double) Files.size(file) / rows);
        }
        analysis.dispose();
        removeFiles(trace);
        trace.dispose();
    }

    /** Draws the path, in the trace as often as it is read, as a view does that is zoomed and moved at random. */
    private void draw(Path folder, String vm, String option, String value) throws Exception {
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        // only to the trace, which makes its analyses: Trace Compass' windows would want a display
        trace.traceOpened(new TmfTraceOpenedSignal(this, trace, null));
        long asked = System.nanoTime();
        AskedPaths.Answer answer = AskedPaths.of(trace).ask(trace, PathQuery.of(kind(option), value, vm)).join();
        double ready = (System.nanoTime() - asked) / 1e6;
        PathIndex index = answer.index();
        if (index == null) {
            throw new IllegalStateException(answer.sentence());
        }
        Segments path = index.found().segments();
        PathDataProvider provider = new PathDataProvider(trace);
        List<Long> rows = new ArrayList<>();
        for (TimeGraphEntryModel entry : provider.fetchTree(Map.of(), new NullProgressMonitor()).getModel().getEntries()) {
            rows.add(entry.getId());
        }
        print("  drawn %s %s: %d segments in %d rows of %d pixels, made ready in %.0f ms", option, value, path.size(), rows.size(), PathDrawing.PIXELS, ready);
        PathDrawing.measure(provider, rows, path).forEach(System.out::println);
        removeFiles(trace);
        trace.dispose();
    }

    /** A path of so many segments, in a trace of one life. */
    private void made(int segments) throws Exception {
        Path folder = Path.of(Platform.getLocation().toOSString(), "made-" + segments);
        PathTrace.write(folder, segments);
        Took took = analyse(folder, PathBenchmark::pathsAlone);
        print("made for %d segments, %.1f MB: gathered in %.2f s, %.2f s of the processor", segments, size(folder) / 1e6, took.clock, took.processor);
        String thread = Integer.toString(PathTrace.THREAD);
        ask(folder, null, "--thread", thread);
        draw(folder, null, "--thread", thread);
        print("  peak of the old generation %d MiB, heap limit %d MiB, load %.2f", peakHeap() >> 20, Runtime.getRuntime().maxMemory() >> 20,
                PROCESS.getSystemLoadAverage());
    }

    private static PathQuery.Kind kind(String option) {
        return Arrays.stream(PathQuery.Kind.values()).filter(one -> one.option().equals(option)).findFirst().orElseThrow();
    }

    private static void removeFiles(LttngKernelTrace trace) throws Exception {
        try (Stream<Path> files = Files.list(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    private static long size(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static double median(Took[] took, int what) {
        double[] sorted = Arrays.stream(took).mapToDouble(one -> what == 0 ? one.clock : one.processor).sorted()
                .toArray();
        return sorted[sorted.length / 2];
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** The most that was in use right after a garbage collection: what the heap must have. */
    private static long peakHeap() {
        List<Long> peaks = new ArrayList<>();
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP && pool.getName().contains("Old"))
                .forEach(pool -> peaks.add(pool.getPeakUsage().getUsed()));
        return peaks.stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
