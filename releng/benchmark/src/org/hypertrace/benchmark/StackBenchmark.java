/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.analysis.profiling.core.callstack.CallStackAnalysis;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.flame.StackFigures;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How long stacks of guests take: their history for Trace Compass' views and our own trees, beside Trace Compass' own
 * call-stack analysis of the same events, one after the other in the same Java machine after a warm-up. Arguments: numbers of
 * function events, the smallest first. Without tracing the history has the same frames as the plain one; with it twice as many
 * or more. And how long Trace Compass' Flame Graph takes to put such a history together, until it takes more than
 * {@value #PATIENCE} s.
 */
public final class StackBenchmark implements IApplication {

    private static final int PATIENCE = 60;
    private static final List<Integer> GRAPHS = List.of(160_000, 640_000, 2_500_000, 10_000_000);

    private interface Work {
        long on(ITmfTrace trace) throws Exception;
    }

    @Override
    public Object start(IApplicationContext context) throws Exception {
        long[] numbers = Arrays.stream((String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS))
                .mapToLong(Long::parseLong).toArray();
        List<String> names = List.of("Trace Compass", "history, without tracing", "history", "trees and exit causes");
        List<Work> works = List.of(trace -> history(new PlainCallStacks(), trace, false),
                trace -> history(new GuestCallStackAnalysis(), trace, true),
                trace -> history(new GuestCallStackAnalysis(), trace, false), StackBenchmark::trees);
        measure(numbers[0] / 10, names, works, false);
        for (long number : numbers) {
            measure(number, names, works, true);
        }
        print("Trace Compass' Flame Graph of its own history; all functions return");
        graphs(0);
        print("The same, a function of every thread does not");
        graphs(1);
        return EXIT_OK;
    }

    private static Path trace(long events, int open) throws IOException {
        Path folder = Path.of(Platform.getLocation().toOSString(), "stacks-" + events + "-" + open);
        if (!Files.exists(folder)) {
            StackTrace.write(folder, events, open);
        }
        return folder;
    }

    private static void measure(long events, List<String> names, List<Work> works, boolean reports) throws Exception {
        Path folder = trace(events, 0);
        double first = 0;
        if (reports) {
            print("%d function events", events);
        }
        for (int i = 0; i < works.size(); i++) {
            LttngKernelTrace trace = open(folder);
            long begin = System.nanoTime();
            long found = works.get(i).on(trace);
            double took = (System.nanoTime() - begin) / 1e9;
            trace.dispose();
            first = i == 0 ? took : first;
            if (found == 0) {
                throw new IllegalStateException(names.get(i) + " found nothing, so its time means nothing");
            }
            if (reports) {
                print("  %-26s %8.2f s  %5.2f x Trace Compass  %6.2f µs per event  found %d  heap %d MiB", names.get(i), took,
                        took / first, took * 1e6 / events, found, heap() >> 20);
            }
        }
    }

    private static LttngKernelTrace open(Path folder) throws Exception {
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        return trace;
    }

    private static long history(CallStackAnalysis module, ITmfTrace trace, boolean withoutTracing) throws Exception {
        new TracingChoice(withoutTracing).write(TracingChoice.file(trace));
        run(module, trace);
        long found = module.getStateSystem().getNbAttributes();
        module.dispose();
        clean(trace);
        return found;
    }

    private static void run(IAnalysisModule module, ITmfTrace trace) throws Exception {
        module.setTrace(trace);
        module.schedule();
        if (!module.waitForCompletion()) {
            throw new IllegalStateException(module.getName() + " failed");
        }
    }

    private static void clean(ITmfTrace trace) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }

    private static long trees(ITmfTrace trace) throws Exception {
        StackFigures figures = StackFigures.of(trace, Long.MIN_VALUE, Long.MAX_VALUE, new NullProgressMonitor());
        return figures.causes().size() + figures.tree(figures.boots().get(0)).wall(FlameTree.ROOT);
    }

    /** Trace Compass' own tree, of more and more. */
    private static void graphs(int open) throws Exception {
        for (int events : GRAPHS) {
            LttngKernelTrace trace = open(trace(events, open));
            PlainCallStacks stacks = new PlainCallStacks();
            run(stacks, trace);
            long begin = System.nanoTime();
            IAnalysisModule graph = (IAnalysisModule) stacks.getCallGraph();
            graph.schedule();
            boolean done = graph.waitForCompletion();
            double took = (System.nanoTime() - begin) / 1e9;
            print("  %8d function events  %8.2f s%s", events, took, done ? "" : ", failed");
            List<IAnalysisModule> modules = new ArrayList<>(List.of(graph, stacks));
            modules.forEach(IAnalysisModule::dispose);
            clean(trace);
            trace.dispose();
            if (took > PATIENCE) {
                break;
            }
        }
    }

    /** What is in use after a garbage collection. */
    private static long heap() {
        return java.lang.management.ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP && pool.getName().contains("Old"))
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
