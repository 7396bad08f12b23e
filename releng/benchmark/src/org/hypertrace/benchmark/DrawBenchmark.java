/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Platform;
import org.eclipse.equinox.app.IApplication;
import org.eclipse.equinox.app.IApplicationContext;
import org.eclipse.tracecompass.lttng2.kernel.core.trace.LttngKernelTrace;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ctf.core.event.CtfTmfEvent;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.core.stack.flame.FlameTree;
import org.hypertrace.core.stack.flame.StackFigures;
import org.hypertrace.core.stack.history.GuestCallStackAnalysis;
import org.hypertrace.core.task.view.VirtualCpuDataProvider;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * How soon there is a first picture, how long redraws take at several zooms, and figures of stacks of a part of the trace beside those of
 * all of it. Of views over time it is the answer for 2000 columns and all rows.
 */
public final class DrawBenchmark implements IApplication {

    private static final String FLAME_CHART = "org.eclipse.tracecompass.internal.analysis.profiling.callstack.provider.CallStackDataProvider";
    private static final int RANGES = 20;
    private static final int TREES = 5;
    private static final int POLL_MS = 500;

    private ITmfTrace fTrace;
    private long fBegin;
    private long fLength;

    @SuppressWarnings("unchecked") // what draws Trace Compass' views has rows of these types
    @Override
    public Object start(IApplicationContext context) throws Exception {
        String[] arguments = (String[]) context.getArguments().get(IApplicationContext.APPLICATION_ARGS);
        Path folder = Path.of(Platform.getLocation().toOSString(), "longer");
        ReplicatedTrace.write(Path.of(arguments[0]), folder, Integer.parseInt(arguments[1]));
        fTrace = open(folder);
        firstPicture("beside Trace Compass' own analyses", true);
        for (boolean sleeps : new boolean[] { false, true }) {
            fTrace.dispose();
            TmfTraceManager.deleteSupplementaryFolder(fTrace);
            long begin = System.nanoTime();
            fTrace = open(folder);
            for (IAnalysisModule module : fTrace.getAnalysisModules()) {
                if (module.isAutomatic()) {
                    module.schedule();
                    module.waitForCompletion();
                }
            }
            print("Trace Compass' own analyses take %.2f s", (System.nanoTime() - begin) / 1e9);
            firstPicture("behind them" + (sleeps ? "" : ", asked all the time"), sleeps);
        }
        ITmfStateSystem states = ModelStates.of(fTrace);
        fBegin = states.getStartTime();
        fLength = states.getCurrentEndTime() - fBegin;
        print("model: %d attributes, %.1f s", states.getNbAttributes(), fLength / 1e9);
        Drawing drawing = new Drawing(fBegin, fLength);
        drawing.rows("Virtual CPU", Providers.VIRTUAL_CPU.create(fTrace)).forEach(DrawBenchmark::print);
        drawing.rows("Virtual Resources", Providers.VIRTUAL_RESOURCES.create(fTrace)).forEach(DrawBenchmark::print);
        drawing.rows("Boot", Providers.BOOT.create(fTrace)).forEach(DrawBenchmark::print);
        for (int i = 0; i < TREES; i++) {
            long begin = System.nanoTime();
            Providers.BOOT.create(fTrace).fetchTree(new HashMap<>(), new NullProgressMonitor());
            print("  tree of another provider %.1f ms (limit 250 ms)", (System.nanoTime() - begin) / 1e6);
        }
        drawing.lines("VM Demand", Providers.STEAL_AND_OVERCOMMIT.create(fTrace)).forEach(DrawBenchmark::print);
        drawing.lines("VM Exit Rate", Providers.EXIT_RATE.create(fTrace)).forEach(DrawBenchmark::print);
        IAnalysisModule exits = fTrace.getAnalysisModule(ExitAnalysis.ID);
        exits.schedule();
        exits.waitForCompletion();
        drawing.lines("VM Exits vs Time", Providers.EXIT_TIMES.create(fTrace)).forEach(DrawBenchmark::print);
        IAnalysisModule stacks = fTrace.getAnalysisModule(GuestCallStackAnalysis.ID);
        stacks.schedule();
        stacks.waitForCompletion();
        ITimeGraphDataProvider<?> chart = DataProviderManager.getInstance().getDataProvider(fTrace, FLAME_CHART, ITimeGraphDataProvider.class);
        drawing.rows("Flame Chart", (ITimeGraphDataProvider<TimeGraphEntryModel>) chart).forEach(DrawBenchmark::print);
        figures();
        fTrace.dispose();
        return EXIT_OK;
    }

    private static LttngKernelTrace open(Path folder) throws Exception {
        LttngKernelTrace trace = HypertraceKernelTrace.of(folder);
        trace.initTrace(null, folder.toString(), CtfTmfEvent.class);
        // only to the trace, which makes its analyses: Trace Compass' windows would want a display
        TmfTraceOpenedSignal opened = new TmfTraceOpenedSignal(DrawBenchmark.class, trace, null);
        trace.traceOpened(opened);
        TmfTraceManager.getInstance().traceOpened(opened);
        return trace;
    }

    /** Asks for rows again and again while the model is made; {@code sleeps}: every half second, as Trace Compass' views. */
    private void firstPicture(String when, boolean sleeps) throws InterruptedException {
        long begin = System.nanoTime();
        VirtualCpuDataProvider provider = Providers.VIRTUAL_CPU.create(fTrace);
        double first = 0;
        boolean complete = false;
        int drawn = 0;
        while (!complete) {
            var answer = provider.fetchTree(new HashMap<>(), new NullProgressMonitor());
            complete = answer.getStatus() == ITmfResponse.Status.COMPLETED;
            List<Long> rows = answer.getModel() == null ? List.of() : answer.getModel().getEntries().stream().map(TimeGraphEntryModel::getId).toList();
            if (!rows.isEmpty()) {
                List<Long> times = new ArrayList<>();
                for (int pixel = 0; pixel < 2000; pixel++) {
                    times.add(fTrace.getStartTime().toNanos() + pixel * (fTrace.getEndTime().toNanos() - fTrace.getStartTime().toNanos()) / 2000);
                }
                var picture = provider.fetchRowModel(new HashMap<>(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, times,
                        DataProviderParameterUtils.REQUESTED_ITEMS_KEY, rows)), new NullProgressMonitor()).getModel();
                if (first == 0 && picture != null && picture.getRows().stream().anyMatch(row -> !row.getStates().isEmpty())) {
                    first = (System.nanoTime() - begin) / 1e9;
                }
                drawn++;
            }
            if (!complete && sleeps) {
                Thread.sleep(POLL_MS);
            }
        }
        print("%s: first picture after %.2f s, complete after %.2f s with %d pictures (limits 1 s, 6 s)", when, first, (System.nanoTime() - begin) / 1e9, drawn);
    }

    /** The first answer has the file made. */
    private void figures() throws Exception {
        long before = System.nanoTime();
        figures(Long.MIN_VALUE, Long.MAX_VALUE);
        print("Stack figures: first answer %.2f s", (System.nanoTime() - before) / 1e9);
        Random random = new Random(1);
        double[][] ms = new double[2][RANGES];
        for (int i = -RANGES; i < RANGES; i++) { // the first half is the warm-up
            for (int part = 0; part < 2; part++) {
                // never the same range: the last answers are kept
                long length = part == 0 ? fLength - Math.floorMod(i, 1000) - 1 : fLength / 100;
                long from = fBegin + (long) ((fLength - length) * random.nextDouble());
                long begin = System.nanoTime();
                figures(from, from + length);
                if (i >= 0) {
                    ms[part][i] = (System.nanoTime() - begin) / 1e6;
                }
            }
        }
        Arrays.sort(ms[0]);
        Arrays.sort(ms[1]);
        print("  all of it %.1f ms, 1 %% of it %.1f ms, p95 %.1f ms: %.3f x (limit 0.05)", ms[0][RANGES / 2], ms[1][RANGES / 2],
                ms[1][RANGES * 95 / 100], ms[1][RANGES / 2] / ms[0][RANGES / 2]);
    }

    private long figures(long from, long to) throws Exception {
        StackFigures figures = StackFigures.of(fTrace, from, to, new NullProgressMonitor());
        long found = figures.causes().size();
        for (StackFigures.Boot boot : figures.boots()) {
            found += figures.tree(boot).wall(FlameTree.ROOT);
        }
        return found;
    }

    private static void print(String format, Object... arguments) {
        System.out.println(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
    }

    @Override
    public void stop() {
        // the process ends with its measurements
    }
}
