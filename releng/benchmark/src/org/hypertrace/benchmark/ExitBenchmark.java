/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.analysis.os.linux.core.tid.TidAnalysisModule;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.ISegmentStoreProvider;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.exit.ExitAnalysis;
import org.hypertrace.core.exit.ExitColumns;
import org.hypertrace.core.exit.ExitGrouping;
import org.hypertrace.core.exit.ExitQuery;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.trace.HypertraceKernelTrace;

/**
 * How long the analysis of VM exits takes beside Trace Compass' analysis of system call latencies over an equivalent trace (see
 * {@link ExitTraces}), in turns in the same Java machine after a warm-up; and how long figures of a new range of time take.
 * Arguments: EXITS RUNS. The threads' ids, which Trace Compass' analysis needs, are found before it is measured.
 */
public final class ExitBenchmark implements IApplication {

    private static final String CALLS = "org.eclipse.tracecompass.analysis.os.linux.latency.syscall";
    private static final int ANSWERS = 100;
    private static final int WARM_UP = 10;

    private int fCount;

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        fCount = Integer.parseInt(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        Path exits = Path.of(Platform.getLocation().toOSString(), "exits");
        Path calls = Path.of(Platform.getLocation().toOSString(), "calls");
        ExitTraces.writeExits(exits, fCount);
        ExitTraces.writeCalls(calls, fCount);
        double[] ours = new double[runs];
        double[] theirs = new double[runs];
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            double their = analyse(new LttngKernelTrace(), calls, CALLS, false);
            double our = analyse(HypertraceKernelTrace.of(exits), exits, ExitAnalysis.ID, run == runs - 1);
            if (run >= 0) {
                ours[run] = our;
                theirs[run] = their;
                print("  exits %.2f s, system calls %.2f s: %.3f", our, their, our / their);
            }
        }
        double ratio = median(ours) / median(theirs);
        print("%d exits: %.2f s (%.0f ns each), as many system calls: %.2f s (%.0f ns each): %.3f x", fCount, median(ours),
                median(ours) / fCount * 1e9, median(theirs), median(theirs) / fCount * 1e9, ratio);
        print("peak of the old generation %d MiB, heap limit %d MiB, load %.2f", peakHeap() >> 20,
                Runtime.getRuntime().maxMemory() >> 20, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        return EXIT_OK;
    }

    private double analyse(LttngKernelTrace trace, Path folder, String analysis, boolean ask) throws Exception {
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        // only to the trace, which makes its analyses: Trace Compass' windows would want a display
        trace.traceOpened(new TmfTraceOpenedSignal(this, trace, null));
        for (IAnalysisModule module : trace.getAnalysisModules()) {
            if (module.isAutomatic() || module instanceof TidAnalysisModule) {
                module.schedule();
                module.waitForCompletion();
            }
        }
        IAnalysisModule module = trace.getAnalysisModule(analysis);
        System.gc();
        long begin = System.nanoTime();
        module.schedule();
        boolean done = module.waitForCompletion();
        double took = (System.nanoTime() - begin) / 1e9;
        int found = done ? ((ISegmentStoreProvider) module).getSegmentStore().size() : 0;
        if (found < fCount - 4) {
            throw new IllegalStateException(analysis + " found " + found + ", so its time means nothing");
        }
        if (ask) {
            ask(((ExitAnalysis) module).exits());
        }
        Path supplementary = Path.of(TmfTraceManager.getSupplementaryFileDir(trace));
        trace.dispose();
        try (Stream<Path> files = Files.list(supplementary)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        return took;
    }

    /** Ranges of 90 to 100 % of all exits, each asked for once. */
    private static void ask(ExitColumns exits) {
        Random random = new Random(1);
        long begin = exits.begin(0);
        long length = exits.begin(exits.count() - 1) - begin;
        for (ExitGrouping grouping : ExitGrouping.values()) {
            double[] took = new double[ANSWERS];
            int rows = 0;
            for (int i = -WARM_UP; i < ANSWERS; i++) {
                long from = begin + (long) (random.nextDouble() * 0.05 * length);
                long to = begin + length - (long) (random.nextDouble() * 0.05 * length);
                long before = System.nanoTime();
                ExitTable table = ExitTable.of(exits, new ExitQuery(from, to, vcpu -> true, i % 2 == 0), grouping,
                        new NullProgressMonitor());
                if (i >= 0) {
                    took[i] = (System.nanoTime() - before) / 1e6;
                }
                rows = table.vms().stream().mapToInt(vm -> vm.rows().size()).sum();
            }
            Arrays.sort(took);
            print("  figures by %-10s median %6.1f ms, p95 %6.1f ms; %d rows", grouping, took[ANSWERS / 2],
                    took[ANSWERS * 95 / 100], rows);
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
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getName().contains("Old"))
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).max().orElse(0);
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
