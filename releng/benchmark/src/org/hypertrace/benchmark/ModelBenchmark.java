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
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.analysis.os.linux.core.kernel.KernelAnalysisModule;
import org.eclipse.tracecompass.analysis.os.linux.core.trace.IKernelTrace;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.request.ITmfEventRequest;
import org.eclipse.tracecompass.tmf.core.request.TmfEventRequest;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.kvm.HostLayout;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.stream.Hypercall;
import org.hypertrace.core.stream.decode.GuestEventDecoder;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How long decoding the guests' hypercalls and the whole model take, beside a bare reading of the events and Trace Compass'
 * own kernel analysis over the same trace, in turns in the same Java machine after a warm-up: medians, and the ratios to the kernel analysis. Trace Compass waits a
 * second before it serves a request in the background; that wait is measured too, by a request for one event, and taken off
 * all the others. Arguments: TRACE COPIES RUNS; the trace is measured as it is and COPIES times as long. A run with an empty
 * result fails the benchmark.
 */
public final class ModelBenchmark implements IApplication {

    /** Something to be measured: returns how many things it found. */
    private interface Work {
        long on(ITmfTrace trace) throws Exception;
    }

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

    private double measure(Path folder, String name, int runs) throws Exception {
        List<String> names = List.of("wait", "bare request", "decoding", "kernel analysis", "model", "without boots");
        List<Work> works = List.of(trace -> read(trace, 1, event -> { }),
                trace -> read(trace, ITmfEventRequest.ALL_DATA, event -> { }), ModelBenchmark::decode,
                trace -> analyse(new KernelAnalysisModule(), trace), trace -> analyse(new ModelAnalysis(), trace), trace -> {
                    ModelAnalysis model = new ModelAnalysis();
                    model.leaveBootsOut();
                    return analyse(model, trace);
                });
        double[][] seconds = new double[works.size()][runs];
        long[] found = new long[works.size()];
        for (int run = -1; run < runs; run++) { // the first is the warm-up
            for (int i = 0; i < works.size(); i++) {
                LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
                trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
                long begin = System.nanoTime();
                found[i] = works.get(i).on(trace);
                double took = (System.nanoTime() - begin) / 1e9;
                trace.dispose();
                if (found[i] == 0) {
                    throw new IllegalStateException(names.get(i) + " found nothing, so its time means nothing");
                }
                if (run >= 0) {
                    seconds[i][run] = took;
                }
            }
        }
        print("%s: %d events, %.1f MB", name, found[1], size(folder) / 1e6);
        double wait = median(seconds[0]);
        double bare = median(seconds[1]) - wait;
        double kernel = median(seconds[3]) - wait;
        print("  %-16s %8.3f s", names.get(0), wait);
        for (int i = 1; i < works.size(); i++) {
            Arrays.sort(seconds[i]);
            double median = median(seconds[i]) - wait;
            print("  %-16s %8.3f s (%.3f - %.3f)  %5.3f x kernel analysis  %5.2f x bare  found %d", names.get(i), median,
                    seconds[i][0] - wait, seconds[i][runs - 1] - wait, median / kernel, median / bare, found[i]);
        }
        double model = median(seconds[4]) - wait;
        print("  following boots takes %.1f %% of the model", 100 * (1 - (median(seconds[5]) - wait) / model));
        return model;
    }

    /** Reads all events and decodes the hypercalls among them; finds as many guest events. */
    private static long decode(ITmfTrace trace) throws InterruptedException {
        long[] events = { 0 };
        GuestEventDecoder decoder = new GuestEventDecoder(Dialect.builtIn(Dialect.HYPERTRACE_1), event -> events[0]++);
        HostEventReader reader = new HostEventReader(0, ((IKernelTrace) trace).getKernelEventLayout(), false);
        Consumer<HostEvent> hear = event -> {
            if (event instanceof HostEvent.KvmHypercall h) {
                decoder.accept(new Hypercall(h.time(), h.cpu(), Hypercall.Origin.KERNEL, h.nr(), h.a0(), h.a1(), h.a2(), h.a3()));
            }
        };
        read(trace, ITmfEventRequest.ALL_DATA, event -> {
            if (HostLayout.isHypercall(event.getName())) {
                reader.read(event, hear);
            }
        });
        return events[0];
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
            files.map(Path::toFile).filter(file -> file.getName().endsWith(".ht")).forEach(File::delete);
        }
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
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getName().contains("Old"))
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
