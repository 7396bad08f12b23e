/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;

import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.boot.view.BootDataProvider;
import org.hypertrace.core.guesttrace.CtfClock;
import org.hypertrace.core.guesttrace.CtfWriter;
import org.hypertrace.core.guesttrace.KernelEvents;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How long the rows of the <em>Boot</em> view take: six VMs boot at once in 10 s, with 1000 initcalls each; asked for 2000
 * columns of all rows, at full range, 1 s and 10 ms at many places. The bound is 200 ms for 95 of 100 answers.
 */
public final class BootBenchmark implements IApplication {

    private static final long BEGIN = 1_700_000_000_000_000_000L;
    private static final long MS = 1_000_000;
    private static final int VMS = 6;
    private static final int INITCALLS = 1000;
    private static final int COLUMNS = 2000;
    private static final int ANSWERS = 300;
    private static final long KERNEL = 0xffffffff81000000L;

    @Override
    public Object start(IApplicationContext context) throws Exception {
        Path folder = Path.of(Platform.getLocation().toOSString(), "boots");
        write(folder);
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        // only to the trace, which makes its analyses: Trace Compass' windows would want a display
        trace.traceOpened(new TmfTraceOpenedSignal(this, trace, null));
        ITmfStateSystem states = ModelStates.of(trace);
        states.waitUntilBuilt();
        BootDataProvider provider = Providers.BOOT.create(trace);
        long before = System.nanoTime();
        List<TimeGraphEntryModel> entries = provider.fetchTree(Map.of(), null).getModel().getEntries();
        print("tree of %d rows: %.1f ms", entries.size(), (System.nanoTime() - before) / 1e6);
        List<Long> rows = entries.stream().filter(TimeGraphEntryModel::hasRowModel).map(TimeGraphEntryModel::getId).toList();
        long length = states.getCurrentEndTime() - BEGIN;
        for (long range : new long[] { length, 1_000 * MS, 10 * MS }) {
            double[] took = new double[ANSWERS];
            long found = 0;
            for (int i = -ANSWERS; i < ANSWERS; i++) { // the first half is the warm-up
                long from = BEGIN + (length - range) * Math.floorMod(i, ANSWERS) / ANSWERS;
                List<Long> times = LongStream.range(0, COLUMNS).mapToObj(column -> from + range * column / COLUMNS).toList();
                long begin = System.nanoTime();
                long drawn = provider.fetchRowModel(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, times,
                        DataProviderParameterUtils.REQUESTED_ITEMS_KEY, rows), null).getModel().getRows().stream()
                        .mapToLong(row -> row.getStates().size()).sum();
                if (i >= 0) {
                    took[i] = (System.nanoTime() - begin) / 1e6;
                    found += drawn;
                }
            }
            Arrays.sort(took);
            print("  %9.3f ms in sight: median %6.2f ms, p95 %6.2f ms, most %6.2f ms; %d states at a time", range / 1e6,
                    took[ANSWERS / 2], took[ANSWERS * 95 / 100], took[ANSWERS - 1], found / ANSWERS);
            if (found == 0) {
                throw new IllegalStateException("nothing was found, so its time means nothing");
            }
        }
        trace.dispose();
        return EXIT_OK;
    }

    /** A hypercall of a VM that has the processor of its number. */
    private record PlannedEvent(long time, int vm, long nr, long a0, long a1, long a2, long a3) { }

    private static void write(Path folder) throws IOException {
        List<PlannedEvent> all = new ArrayList<>();
        for (int vm = 0; vm < VMS; vm++) {
            long time = BEGIN + 10 * MS + vm * MS / 10;
            for (int i = 0; i < INITCALLS; i++) {
                if (i % (INITCALLS / 10) == 0) {
                    // a level of this number, called a, b, c, ...
                    all.add(new PlannedEvent(time - 50_000, vm, 0x7b, i, 0, 'a' + i * 10 / INITCALLS, 0));
                }
                long took = i % 50 == 0 ? 100 * MS : 1 + i * 7919L % (8 * MS);
                all.add(new PlannedEvent(time, vm, 0x7c, KERNEL + 0x100 * i, 1, 0, 0));
                all.add(new PlannedEvent(time + took, vm, 0x7d, KERNEL + 0x100 * i, 0, took, 1));
                time += took + MS;
            }
        }
        all.sort((a, b) -> Long.compare(a.time, b.time));
        try (CtfWriter writer = new CtfWriter(folder, UUID.randomUUID(), CtfClock.monotonic(UUID.randomUUID(), 0),
                KernelEvents.environment("benchmark")).declare(KernelEvents.SCHED).declare(KernelEvents.KVM)) {
            for (int vm = 0; vm < VMS; vm++) {
                int pid = 1000 * (vm + 1);
                writer.event(vm, BEGIN + vm, "sched_process_fork", "qemu", pid, pid, 0, "CPU 0/KVM", pid + 2, new int[] { pid + 2 },
                        pid, 0);
                writer.event(vm, BEGIN + MS + vm, "sched_switch", "qemu", pid, 20, 1, "CPU 0/KVM", pid + 2, 20);
                writer.event(vm, BEGIN + MS + 1000 + vm, "kvm_x86_entry", 0);
            }
            for (PlannedEvent reported : all) {
                writer.event(reported.vm, reported.time - 1000, "kvm_x86_exit", 129, KERNEL, 2, 0, 0, 0, 0, 0);
                writer.event(reported.vm, reported.time, "kvm_x86_hypercall", reported.nr, reported.a0, reported.a1, reported.a2,
                        reported.a3);
                writer.event(reported.vm, reported.time + 1000, "kvm_x86_entry", 0);
            }
        }
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
