/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.ReadTogether;
import org.hypertrace.core.model.ModelAnalysis;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How the model's time, memory and bytes grow with the trace: of so many copies of a sample, one after another, each once. Arguments:
 * {@code [--cold] TRACE COPIES…}; with the first there is no warm-up.
 */
public final class ScalingBenchmark implements IApplication {

    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        boolean cold = arguments[0].equals("--cold");
        if (cold) {
            arguments = Arrays.copyOfRange(arguments, 1, arguments.length);
        }
        int[] copies = Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray();
        double last = 0;
        for (int i = cold ? 0 : -1; i < copies.length; i++) { // the first is the warm-up
            int times = copies[Math.max(i, 0)];
            double took = measure(Path.of(arguments[0]), times, i >= 0);
            if (i > 0) {
                System.out.println(String.format(Locale.ROOT, "x%d takes %.2f times as long as x%d", times, took / last, copies[i - 1]));
            }
            last = took;
        }
        return EXIT_OK;
    }

    private static double measure(Path sample, int copies, boolean print) throws Exception {
        Path folder = copies == 1 ? sample : Path.of(Platform.getLocation().toOSString(), "longer" + copies);
        if (!Files.exists(folder)) {
            ReplicatedTrace.write(sample, folder, copies);
        }
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        ManagementFactory.getMemoryPoolMXBeans().forEach(pool -> pool.resetPeakUsage());
        ModelAnalysis model = new ModelAnalysis();
        model.readTogether(ReadTogether.alone());
        model.setTrace(trace);
        long begin = System.nanoTime();
        model.schedule();
        if (!model.waitForCompletion()) {
            throw new IllegalStateException(model.failure() == null ? "the model failed" : model.failure().sentence());
        }
        double took = (System.nanoTime() - begin) / 1e9;
        long history;
        try (Stream<Path> files = Files.list(Path.of(TmfTraceManager.getSupplementaryFileDir(trace)))) {
            history = files.map(Path::toFile).mapToLong(File::length).sum();
        }
        if (print) {
            System.out.println(String.format(Locale.ROOT,
                    "x%d: %.1f MB of trace, %.2f s (%.1f min), %d vCPUs, %d attributes, history %.1f MB, most in the old generation %d of %d MiB", copies, size(folder) / 1e6,
                    took, took / 60, Machines.of(model.getStateSystem()).stream().flatMap(host -> host.vms().stream()).mapToLong(vm -> vm.vcpus().size()).sum(),
                    model.getStateSystem().getNbAttributes(), history / 1e6, peakHeap() >> 20, Runtime.getRuntime().maxMemory() >> 20));
        }
        model.dispose();
        trace.dispose();
        TmfTraceManager.deleteSupplementaryFolder(trace);
        return took;
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
        }
    }

    private static long peakHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && (pool.getName().contains("Old") || pool.getName().contains("Tenured")))
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).max().orElse(0);
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
