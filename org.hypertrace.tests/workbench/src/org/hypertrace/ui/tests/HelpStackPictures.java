/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.table.SegmentStoreTableView;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.view.ExitFiguresProvider;
import org.hypertrace.core.exit.view.ExitRequest;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.exit.ExitFindingsView;
import org.hypertrace.ui.exit.ExitMatrixView;
import org.hypertrace.ui.exit.ExitRateView;
import org.hypertrace.ui.exit.LatencyView;
import org.hypertrace.ui.extract.GuestExtraction;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.stack.ExitCausesView;
import org.hypertrace.ui.stack.GuestFlameGraphView;
import org.hypertrace.ui.stack.LeafFunctionsView;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** As {@link HelpPictures}: those of stacks, exits, shutdowns and extracted traces. */
@ExtendWith(CleanPicture.class)
class HelpStackPictures {

    private static final int WIDTH = 1200;
    private static final int HEIGHT = 620;
    private static final long PREEMPTED = 1_795_279_302_839_479_164L;
    private static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";
    private static final String CRITICAL_PATH = "org.eclipse.linuxtools.tmf.analysis.graph.ui.criticalpath.view.criticalpathview";
    private static final String FLAME_GRAPH = "org.eclipse.tracecompass.internal.analysis.timing.ui.flamegraph.flamegraphView";
    private static final String SLOW = "reboot-with-slow-notifier";

    @TempDir
    Path folder;

    private static ITmfTrace trace() {
        return TmfTraceManager.getInstance().getActiveTrace();
    }

    private static void showAll(AbstractTimeGraphView view) {
        Workbench.show(view, trace().getStartTime().toNanos(), trace().getEndTime().toNanos());
    }

    private Path extracted(String sample, String... options) {
        StringWriter message = new StringWriter();
        String[] words = new String[options.length + 5];
        System.arraycopy(new String[] { "extract", "--quiet", VirtualCpuViewTest.sample(sample).toString(), "-o",
                folder.resolve("out").toString() }, 0, words, 0, 5);
        System.arraycopy(options, 0, words, 5, options.length);
        assertEquals(0, ReportApplication.run(words, folder.resolve("unpacked"), new PrintWriter(message), new PrintWriter(message)),
                message.toString());
        return folder.resolve("out");
    }

    @Test
    void restart() throws Exception {
        ShutdownView view = Workbench.open(VirtualCpuViewTest.sample(SLOW), ShutdownView.class, ShutdownView.ID);
        Workbench.waitUntil("the devices are there", () -> Entries.tree(view).contains("      Devices\n"));
        ITimeGraphEntry reboot = Entries.at(view, "lab-host", "slow", "reboot 1");
        long begin = reboot.getStartTime();
        long end = reboot.getEndTime();
        HelpPicture.only(view);
        Workbench.show(view, begin - (end - begin) / 20, end + (end - begin) / 20);
        HelpPicture.keep("shutdown/view", WIDTH, 330, view);
        long from = Entries.at(view, "lab-host", "slow", "reboot 1", "Devices").getTimeEventsIterator().next().getTime();
        Workbench.show(view, from, from + (end - from) / 8);
        HelpPicture.keep("shutdown/devices", WIDTH, 330, view);
    }

    @Test
    void stacks() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(SLOW));
        TmfView graph = Workbench.show(TmfView.class, FLAME_GRAPH);
        Workbench.waitUntil("the graph has frames", () -> Dialogs.all(TimeGraphControl.class, graph.getParentComposite()).stream()
                .anyMatch(control -> control.getExpandedElementCount() > 3));
        HelpPicture.only(graph);
        HelpPicture.keep("stacks/tc-graph", WIDTH, HEIGHT, graph);
    }

    @Test
    void flames() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(SLOW));
        GuestFlameGraphView graph = Workbench.show(GuestFlameGraphView.class, GuestFlameGraphView.ID);
        Workbench.waitUntil("it is drawn", () -> graph.canvas().graph() != null);
        HelpPicture.only(graph);
        HelpPicture.keep("stacks/graph", WIDTH, 420, graph);
        Workbench.inUi(() -> {
            FlameGraph drawn = graph.canvas().graph();
            graph.canvas().zoom(IntStream.range(0, drawn.layout().size()).filter(i -> drawn.label(i).equals("device_shutdown"))
                    .findFirst().getAsInt());
            graph.search().setText("exit: tracer");
            return null;
        });
        HelpPicture.keep("stacks/graph-zoom", WIDTH, 420, graph);
        Workbench.inUi(() -> {
            graph.search().setText("");
            graph.compare().setSelection(true);
            graph.compare().notifyListeners(SWT.Selection, new Event());
            Combo mode = graph.mode();
            mode.select(mode.indexOf("on CPU"));
            mode.notifyListeners(SWT.Selection, new Event());
            return null;
        });
        Workbench.waitUntil("it is compared", () -> graph.canvas().graph() != null && graph.canvas().graph().label(0).contains("compared"));
        HelpPicture.keep("stacks/graph-difference", WIDTH, 420, graph);
    }

    @Test
    void tablesOfStacks() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(SLOW));
        LeafFunctionsView leaves = Workbench.show(LeafFunctionsView.class, LeafFunctionsView.ID);
        ExitViewsTest.rows(leaves.table(), "host: host kernel");
        HelpPicture.only(leaves);
        HelpPicture.keep("stacks/leaves", WIDTH, 520, leaves);
        ExitCausesView causes = Workbench.show(ExitCausesView.class, ExitCausesView.ID);
        ExitViewsTest.rows(causes.table(), "exit: tracer");
        HelpPicture.only(causes);
        HelpPicture.keep("stacks/causes", WIDTH, 520, causes);
    }

    @Test
    void exits() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        ExitFiguresView figures = Workbench.show(ExitFiguresView.class, ExitFiguresView.ID);
        ExitViewsTest.rows(figures.table(), "VMMCALL");
        HelpPicture.only(figures);
        HelpPicture.keep("vm-exits/figures", WIDTH, HEIGHT, figures);
        Workbench.inUi(() -> {
            figures.ask(ExitRequest.BY, ExitFiguresProvider.LONGEST);
            return null;
        });
        Workbench.waitUntil("the longest are shown", () -> figures.table().getTreeViewer().getTree().getItemCount() == 100);
        HelpPicture.keep("vm-exits/longest", WIDTH, 420, figures);
        ExitMatrixView matrix = Workbench.show(ExitMatrixView.class, ExitMatrixView.ID);
        ExitViewsTest.rows(matrix.table(), "no thread recorded|");
        HelpPicture.only(matrix);
        HelpPicture.keep("vm-exits/matrix", WIDTH, 520, matrix);
        SegmentStoreTableView table = Workbench.inUi(() -> {
            try {
                return (SegmentStoreTableView) Workbench.page().showView(SegmentStoreTableView.ID, ExitAnalysis.ID, IWorkbenchPage.VIEW_ACTIVATE);
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
        Workbench.waitUntil("all exits are there", () -> table.getSegmentStoreViewer().getTableViewer().getTable().getItemCount() == 44_519);
        HelpPicture.only(table);
        HelpPicture.keep("vm-exits/table", 1340, 420, table);
        VirtualCpuView cpus = Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        ExitRateView rate = Workbench.showAnew(ExitRateView.class, ExitRateView.ID);
        Workbench.waitUntil("the chart shows its lines", () -> rate.getChartViewer() instanceof TmfFilteredXYChartViewer lines
                && !lines.isDirty() && lines.getSelected().size() >= 20);
        HelpPicture.only(cpus, rate);
        HelpPicture.keep("vm-exits/rate", WIDTH, HEIGHT, rate);
        Workbench.show(cpus, PREEMPTED, PREEMPTED + 100_000_000);
        Workbench.waitUntil("the chart is drawn again", () -> !((TmfFilteredXYChartViewer) rate.getChartViewer()).isDirty());
        HelpPicture.keep("vm-exits/rate-100ms", WIDTH, HEIGHT, rate);
    }

    @Test
    void findings() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("panic-in-initcall"));
        ExitFindingsView findings = Workbench.show(ExitFindingsView.class, ExitFindingsView.ID);
        ExitViewsTest.rows(findings.table(), "|port in 0x3fd");
        HelpPicture.only(findings);
        HelpPicture.keep("vm-exits/findings", 1340, 270, findings);
    }

    @Test
    void exitsOfANestedGuest() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("nested"));
        ExitFiguresView figures = Workbench.show(ExitFiguresView.class, ExitFiguresView.ID);
        ExitViewsTest.rows(figures.table(), "MSR, handled by VM|1959|");
        HelpPicture.only(figures);
        HelpPicture.keep("vm-exits/nested", WIDTH, 900, figures);
        LatencyView latencies = Workbench.show(LatencyView.class, LatencyView.ID);
        ExitViewsTest.rows(latencies.table(), "Injection to entry");
        HelpPicture.only(latencies);
        HelpPicture.keep("vm-exits/latencies", WIDTH, 520, latencies);
    }

    @Test
    void guestsOwnTrace() throws Exception {
        Workbench.open(extracted("quiet-boot", "--guests-only").resolve("quiet"));
        AbstractTimeGraphView flow = Workbench.show(AbstractTimeGraphView.class, CONTROL_FLOW);
        Workbench.waitUntil("threads are there", () -> Entries.tree(flow).contains("poweroff"));
        showAll(flow);
        HelpPicture.onlyWithEvents(flow);
        HelpPicture.keepTitled("guest-traces/control-flow", WIDTH, 700, List.of("quiet", flow.getTitle()));
        AbstractTimeGraphView resources = Workbench.show(AbstractTimeGraphView.class, RESOURCES);
        AbstractTimeGraphView path = Workbench.show(AbstractTimeGraphView.class, CRITICAL_PATH);
        TmfSignalManager.dispatchSignal(new TmfThreadSelectedSignal(this, 1, trace()));
        Workbench.waitUntil("the critical path is there", () -> Entries.tree(path).contains("init"));
        showAll(path);
        HelpPicture.only(resources, path);
        HelpPicture.keep("guest-traces/critical-path", WIDTH, 700, resources, path);
    }

    @Test
    void hostAndGuests() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        TmfTraceElement host = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true)
                .getTracesFolder().getTraces().get(0);
        GuestExtraction job = new GuestExtraction(host);
        job.schedule();
        Workbench.waitUntil("the experiment is open", () -> trace() instanceof TmfExperiment active && !active.isIndexing());
        job.join();
        AbstractTimeGraphView flow = Workbench.show(AbstractTimeGraphView.class, CONTROL_FLOW);
        Workbench.waitUntil("three times kthreadd", () -> Entries.tree(flow).lines().filter(line -> line.strip().equals("kthreadd")).count() == 3);
        showAll(flow);
        ITimeGraphEntry inside = Entries.at(flow, host.getName() + " guests/twin-a", "kthreadd");
        HelpPicture.only(flow);
        Workbench.inUi(() -> {
            flow.getTimeGraphViewer().setSelection(inside, true);
            return null;
        });
        HelpPicture.keep("guest-traces/host-and-guests", WIDTH, HEIGHT, flow);
    }
}
