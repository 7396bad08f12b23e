/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How long reading, the whole model, and all that one reading serves take, beside a bare request for the events, Trace Compass' own
 * kernel analysis, its execution graph and babeltrace2 over the same trace; the model by Trace Compass' reader; a copy of the bytes. All
 * run in turns in the same Java machine after a warm-up. It prints medians by the clock and of the processor, and ratios. Trace Compass waits a second before it serves a request in the background. That wait is measured, too, by a request for
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
        List<Line> lines = List.of(new Line("wait", true, trace -> Works.read(trace, 1, event -> { })),
                new Line("bare request", true, trace -> Works.read(trace, ITmfEventRequest.ALL_DATA, event -> { })),
                new Line("kernel analysis", true, trace -> Works.analyse(new KernelAnalysisModule(), trace)),
                new Line("decode only", false, Works::decode),
                new Line("host events", false, Works::hostEvents), new Line("model", false, trace -> Works.analyse(new ModelAnalysis(), trace)),
                new Line("without boots", false, trace -> {
                    ModelAnalysis model = new ModelAnalysis();
                    model.leaveBootsOut();
                    return Works.analyse(model, trace);
                }), new Line("+ exits, stacks", false, trace -> Works.together(trace, false)),
                new Line("+ paths", false, trace -> Works.together(trace, true)),
                new Line("execution graph", true, Works::graph), new Line("babeltrace2", false, trace -> Works.babeltrace(folder)),
                new Line("model, fallback", false, Works::fallBack), new Line("copy of the bytes", false, trace -> Works.copy(folder)));
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
        print("%s: %d events, %.1f MB, history %.1f MB", name, found[1], size(folder) / 1e6, Works.history() / 1e6);
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
                Works.history() / (double) size(folder));
        print("  following boots takes %.1f %% of the model", 100 * (1 - median(seconds[6]) / model));
        return model;
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
