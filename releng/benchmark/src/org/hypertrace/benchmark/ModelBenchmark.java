/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.analysis.os.linux.core.execution.graph.OsExecutionGraph;
import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.analysis.TmfAbstractAnalysisModule;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.DirectReading;
import org.hypertrace.core.machine.read.HostEventSource;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.trace.ctf.MergedEvents;
import org.hypertrace.core.trace.ctf.StreamEvents;
import org.hypertrace.core.trace.ctf.TraceEvents;
import org.hypertrace.core.trace.ctf.type.TraceTypes;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How long reading, the whole model, and all that one reading serves take, beside a bare request for the events, Trace Compass' own
 * kernel analysis, its execution graph and babeltrace2 over the same trace; the model by Trace Compass' reader; a copy of the bytes. All run in turns in the same Java machine after a warm-up. It prints medians by the clock and of the processor,
 * and ratios. Trace Compass waits a second before it serves a request in the background. That wait is measured, too, by a request for
 * one event, and taken off those that wait. Arguments: TRACE COPIES RUNS; the trace is measured as it is and COPIES times as long.
 * A run with an empty result fails the benchmark.
 */
public final class ModelBenchmark implements IApplication {

    /** Something to be measured: returns how many things it found. */
    private interface Work {
        long on(ITmfTrace trace) throws Exception;
    }

    private static final OperatingSystemMXBean OS = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final PrintStream fOut = System.out;
    /** Bytes that the last history had. */
    private static long sHistory;

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        Path sample = Path.of(arguments[0]);
        int copies = Integer.parseInt(arguments[1]);
        int runs = Integer.parseInt(arguments[2]);
        double one = measure(sample, sample.getParent().getFileName().toString(), runs);
        if (copies > 1) {
            Path longer = Path.of(Platform.getLocation().toOSString(), "longer");
            ReplicatedTrace.write(sample, longer, copies);
            double many = measure(longer, sample.getParent().getFileName() + " x" + copies, runs);
            print("model: %.2f x the time for %d x the trace", many / one, copies);
        }
        print("peak of the old generation %d MiB, heap limit %d MiB, load %.2f", peakHeap() >> 20, Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return EXIT_OK;
    }

    /** {@code waits}: whether it is served by a request in the background. */
    private record Line(String name, boolean waits, Work work) { }

    private double measure(Path folder, String name, int runs) throws Exception {
        List<Line> lines = List.of(new Line("wait", true, trace -> read(trace, 1, event -> { })),
                new Line("bare request", true, trace -> read(trace, ITmfEventRequest.ALL_DATA, event -> { })),
                new Line("kernel analysis", true, trace -> analyse(new KernelAnalysisModule(), trace)),
                new Line("decode only", false, ModelBenchmark::decode), new Line("host events", false, ModelBenchmark::hostEvents), new Line("model", false, trace -> analyse(new ModelAnalysis(), trace)),
                new Line("without boots", false, trace -> {
                    ModelAnalysis model = new ModelAnalysis();
                    model.leaveBootsOut();
                    return analyse(model, trace);
                }), new Line("+ exits, stacks", false, trace -> together(trace, false)),
                new Line("+ paths", false, trace -> together(trace, true)),
                new Line("execution graph", true, ModelBenchmark::graph), new Line("babeltrace2", false, trace -> babeltrace(folder)),
                new Line("model, fallback", false, ModelBenchmark::fallBack), new Line("copy of the bytes", false, trace -> copy(folder)));
        double[][] seconds = new double[lines.size()][runs];
        double[][] processor = new double[lines.size()][runs];
        long[] found = new long[lines.size()];
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            for (int i = 0; i < lines.size(); i++) {
                LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
                trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
                long used = OS.getProcessCpuTime();
                long begin = System.nanoTime();
                found[i] = lines.get(i).work().on(trace);
                double took = (System.nanoTime() - begin) / 1e9;
                double cpu = (OS.getProcessCpuTime() - used) / 1e9;
                trace.dispose();
                if (found[i] == 0) {
                    throw new IllegalStateException(lines.get(i).name() + " found nothing, so its time means nothing");
                }
                if (run >= 0) {
                    seconds[i][run] = took;
                    processor[i][run] = cpu;
                }
            }
        }
        print("%s: %d events, %.1f MB, history %.1f MB", name, found[1], size(folder) / 1e6, sHistory / 1e6);
        double wait = median(seconds[0]);
        double bare = median(seconds[1]) - wait;
        double kernel = median(seconds[2]) - wait;
        print("  %-17s %8.3f s", "wait", wait);
        for (int i = 1; i < lines.size(); i++) {
            Arrays.sort(seconds[i]);
            double off = lines.get(i).waits() ? wait : 0;
            double median = median(seconds[i]) - off;
            print("  %-17s %8.3f s (%.3f - %.3f)  %5.3f x kernel analysis  %5.2f x bare  processor %.3f s, %5.3f x  found %d", lines.get(i).name(),
                    median, seconds[i][0] - off, seconds[i][runs - 1] - off, median / kernel, median / bare, median(processor[i]),
                    median(processor[i]) / median(processor[2]), found[i]);
        }
        double model = median(seconds[5]);
        print("  model / babeltrace2 %.2f (limit 1.0); all four / execution graph %.2f (1.0), of the processor %.2f; history / trace %.3f (0.35)",
                model / median(seconds[10]), median(seconds[8]) / (median(seconds[9]) - wait), median(processor[8]) / median(processor[9]),
                sHistory / (double) size(folder));
        print("  following boots takes %.1f %% of the model", 100 * (1 - median(seconds[6]) / model));
        return model;
    }

    /** Decodes the fields that the model asks for, of all events in their order; finds as many events. */
    private static long decode(ITmfTrace trace) throws IOException, TraceTypes.UnknownTypes {
        HostEventReader reader = new HostEventReader(0, ((IKernelTrace) trace).getKernelEventLayout(), false);
        long found = 0;
        try (TraceEvents events = TraceEvents.of(Path.of(trace.getPath()), reader::kind)) {
            MergedEvents<ITmfTrace> merged = new MergedEvents<>();
            for (StreamEvents stream : events.streams()) {
                merged.add(stream, trace, time -> time);
            }
            while (merged.next()) {
                found++;
            }
        }
        return found;
    }

    /** Makes the events of the host without Trace Compass' objects; finds as many. */
    private static long hostEvents(ITmfTrace trace) throws IOException {
        long[] events = { 0 };
        HostEventSource source = new HostEventSource(HostTraces.of(trace));
        try (DirectReading reading = DirectReading.of(trace, source)) {
            if (reading == null || reading.read(time -> true, event -> events[0]++) != DirectReading.End.ALL) {
                throw new IllegalStateException("the trace is not decoded without Trace Compass");
            }
        }
        return events[0];
    }

    /** Another program, whose time of the processor is not measured here. */
    private static long babeltrace(Path folder) throws IOException, InterruptedException {
        int status = new ProcessBuilder("babeltrace2", "-o", "dummy", folder.toString()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        return status == 0 ? 1 : 0;
    }

    /** The model of a trace whose clock is corrected by 1 ns: that is a matter of Trace Compass' reader. */
    private static long fallBack(ITmfTrace trace) throws Exception {
        trace.setTimestampTransform(TimestampTransformFactory.createWithOffset(1));
        try (DirectReading reading = DirectReading.of(trace, new HostEventSource(HostTraces.of(trace)))) {
            if (reading != null) {
                throw new IllegalStateException("the trace is decoded without Trace Compass");
            }
        }
        try {
            return analyse(new ModelAnalysis(), trace);
        } finally {
            TmfTraceManager.deleteSupplementaryFolder(trace); // the correction is kept there, too
        }
    }

    /** What no reader can do without: each byte of the trace is copied once. */
    private static long copy(Path folder) throws IOException {
        long bytes = 0;
        byte[] buffer = new byte[1 << 20];
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (FileChannel channel = FileChannel.open(file)) {
                    ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
                    while (mapped.hasRemaining()) {
                        int length = Math.min(buffer.length, mapped.remaining());
                        mapped.get(buffer, 0, length);
                        bytes += length;
                    }
                }
            }
        }
        return bytes;
    }

    private static long read(ITmfTrace trace, int number, Consumer<ITmfEvent> with) throws InterruptedException {
        long[] events = { 0 };
        TmfEventRequest request = new TmfEventRequest(ITmfEvent.class, TmfTimeRange.ETERNITY, 0, number,
                ITmfEventRequest.ExecutionType.BACKGROUND) {
            @Override
            public void handleData(ITmfEvent event) {
                super.handleData(event);
                with.accept(event);
                events[0]++;
            }
        };
        trace.sendRequest(request);
        request.waitForCompletion();
        return events[0];
    }

    private static long analyse(TmfStateSystemAnalysisModule module, ITmfTrace trace) throws Exception {
        module.setTrace(trace);
        if (module instanceof ModelAnalysis model) {
            model.readTogether(ReadTogether.alone());
        }
        module.schedule();
        if (!module.waitForCompletion()) {
            throw new IllegalStateException(module.getName() + " failed");
        }
        ITmfStateSystem states = module.getStateSystem();
        long found = module instanceof ModelAnalysis
                ? Machines.of(states).stream().flatMap(host -> host.vms().stream()).mapToLong(vm -> vm.vcpus().size()).sum()
                : states.getNbAttributes();
        module.dispose();
        try (Stream<Path> files = Files.list(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)))) {
            for (File file : files.map(Path::toFile).filter(one -> one.getName().startsWith(module.getId())).toList()) {
                sHistory = module instanceof ModelAnalysis && file.getName().endsWith(".columns") ? file.length() : sHistory;
                file.delete();
            }
        }
        return found;
    }

    /** The model, exits and call stacks of one reading, and what paths are found in; finds as many exits. */
    private static long together(ITmfTrace trace, boolean withPaths) throws Exception {
        try (ReadTogether all = new ReadTogether(withPaths ? 4 : 3)) {
            ModelAnalysis model = new ModelAnalysis();
            model.readTogether(all.reader());
            GuestCallStackAnalysis stacks = new GuestCallStackAnalysis();
            stacks.readTogether(all.reader());
            ExitAnalysis exits = new ExitAnalysis();
            exits.readTogether(all.reader());
            List<TmfAbstractAnalysisModule> modules = new ArrayList<>(List.of(model, stacks, exits));
            if (withPaths) {
                PathAnalysis paths = new PathAnalysis();
                paths.readTogether(all.reader());
                modules.add(paths);
            }
            for (TmfAbstractAnalysisModule module : modules) {
                module.setTrace(trace);
                module.schedule();
            }
            for (TmfAbstractAnalysisModule module : modules) {
                if (!module.waitForCompletion()) {
                    throw new IllegalStateException(module.getName() + " failed");
                }
            }
            long found = exits.result().count();
            modules.forEach(TmfAbstractAnalysisModule::dispose);
            TmfTraceManager.deleteSupplementaryFolder(trace);
            return found;
        }
    }

    /** Trace Compass' graph of who waits for whom on the host. */
    private static long graph(ITmfTrace trace) throws Exception {
        OsExecutionGraph graph = new OsExecutionGraph();
        graph.setTrace(trace);
        graph.schedule();
        if (!graph.waitForCompletion()) {
            throw new IllegalStateException(graph.getName() + " failed");
        }
        long found = graph.getGraph().size();
        graph.dispose();
        return found;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The most that was in use right after a garbage collection: what the heap must have. */
    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && (pool.getName().contains("Old") || pool.getName().contains("Tenured")))
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).max().orElse(0);
    }

    private void print(String format, Object... arguments) {
        fOut.println(String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
