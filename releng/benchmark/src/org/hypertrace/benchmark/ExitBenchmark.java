/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;
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
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

import com.sun.management.OperatingSystemMXBean;

/**
 * How long the analysis of VM exits takes beside Trace Compass' analysis of system call latencies over an equivalent trace (see
 * {@link ExitTraces}), in turns in the same Java machine after a warm-up; and how long figures of a new range of time take.
 * Arguments: EXITS RUNS. The threads' ids, which Trace Compass' analysis needs, are found before it is measured.
 */
public final class ExitBenchmark implements IApplication {

    private static final Random RANDOM = new Random(1);
    private static final String CALLS = "org.eclipse.tracecompass.analysis.os.linux.latency.syscall";
    private static final int ANSWERS = 40;
    private static final int WARM_UP = 5;
    private static final double MS = 1e6;
    private static final OperatingSystemMXBean PROCESS = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** How long something took: by the clock, and of it the processors' time, which other load of the machine changes less. */
    private record Took(double seconds, double processor) { }

    private int fCount;
    private ExitColumns fExits;

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        fCount = Integer.parseInt(arguments[0]);
        int runs = Integer.parseInt(arguments[1]);
        Path exits = Path.of(Platform.getLocation().toOSString(), "exits");
        Path calls = Path.of(Platform.getLocation().toOSString(), "calls");
        ExitTraces.writeExits(exits, fCount);
        ExitTraces.writeCalls(calls, fCount);
        Took[] ours = new Took[runs];
        Took[] theirs = new Took[runs];
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            Took their = analyse(new LttngKernelTrace(), calls, CALLS);
            Took our = analyse(HypertraceKernelTrace.of(exits), exits, ExitAnalysis.ID);
            if (run >= 0) {
                ours[run] = our;
                theirs[run] = their;
            }
        }
        print("%d exits and as many system calls, of each as long as the other", fCount);
        print("  %-26s %8s %10s", "", "exits", "calls");
        report("clock, ns each", ours, theirs, Took::seconds);
        report("processor, ns each", ours, theirs, Took::processor);
        print("peak of the old generation %d MiB, heap limit %d MiB, load %.2f", peakHeap() >> 20,
                Runtime.getRuntime().maxMemory() >> 20, PROCESS.getSystemLoadAverage());
        print("figures of 90 to 100 %% of the exits, each time another range; clock, then the processor's time");
        for (ExitGrouping grouping : ExitGrouping.values()) {
            ask(fExits, grouping);
        }
        return EXIT_OK;
    }

    private void report(String what, Took[] ours, Took[] theirs, ToDoubleFunction<Took> of) {
        double our = median(Arrays.stream(ours).mapToDouble(of).toArray()) / fCount * 1e9;
        double their = median(Arrays.stream(theirs).mapToDouble(of).toArray()) / fCount * 1e9;
        print("  %-26s %8.0f %10.0f   %.3f x", what, our, their, our / their);
    }

    private Took analyse(LttngKernelTrace trace, Path folder, String analysis) throws Exception {
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
        long processor = PROCESS.getProcessCpuTime();
        module.schedule();
        boolean done = module.waitForCompletion();
        Took took = new Took((System.nanoTime() - begin) / 1e9, (PROCESS.getProcessCpuTime() - processor) / 1e9);
        int found = done ? ((ISegmentStoreProvider) module).getSegmentStore().size() : 0;
        if (found < fCount - 4) {
            throw new IllegalStateException(analysis + " found " + found + ", so its time means nothing");
        }
        fExits = module instanceof ExitAnalysis ours ? ours.result() : fExits;
        Path supplementary = Path.of(TmfTraceManager.getSupplementaryFileDir(trace));
        trace.dispose();
        try (Stream<Path> files = Files.list(supplementary)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        return took;
    }

    private static void ask(ExitColumns exits, ExitGrouping grouping) {
        long begin = exits.begin(0);
        long length = exits.begin(exits.count() - 1) - begin;
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        double[] clock = new double[ANSWERS];
        double[] processor = new double[ANSWERS];
        int rows = 0;
        for (int i = -WARM_UP; i < ANSWERS; i++) {
            long from = begin + (long) (RANDOM.nextDouble() * 0.05 * length);
            long to = begin + length - (long) (RANDOM.nextDouble() * 0.05 * length);
            long clockBefore = System.nanoTime();
            long processorBefore = thread.getCurrentThreadCpuTime();
            ExitTable table = ExitTable.of(exits, new ExitQuery(from, to, vcpu -> true, i % 2 == 0), grouping,
                    new NullProgressMonitor());
            if (i >= 0) {
                clock[i] = (System.nanoTime() - clockBefore) / MS;
                processor[i] = (thread.getCurrentThreadCpuTime() - processorBefore) / MS;
            }
            rows = table.vms().stream().mapToInt(vm -> vm.rows().size()).sum();
        }
        Arrays.sort(clock);
        Arrays.sort(processor);
        print("  by %-10s median %6.1f ms, p95 %6.1f ms; median %6.1f ms, p95 %6.1f ms; %d rows", grouping, clock[ANSWERS / 2],
                clock[ANSWERS * 95 / 100], processor[ANSWERS / 2], processor[ANSWERS * 95 / 100], rows);
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
