/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.statistics.SegmentStoreStatisticsView;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.table.SegmentStoreTableView;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.view.ExitFiguresProvider;
import org.hypertrace.core.exit.view.ExitFindingsProvider;
import org.hypertrace.core.exit.view.ExitRateProvider;
import org.hypertrace.core.exit.view.ExitRequest;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.exit.ExitDensityView;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.exit.ExitFindingsView;
import org.hypertrace.ui.exit.ExitMatrixView;
import org.hypertrace.ui.exit.ExitRateView;
import org.hypertrace.ui.exit.ExitScatterView;
import org.hypertrace.ui.exit.ExitTableView;
import org.hypertrace.ui.table.ProviderTable;
import org.hypertrace.ui.tests.window.Charts;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Screenshots;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** VM exits in Trace Compass, on a recorded trace. What is expected is from {@code oracle/exits.py}. */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
class ExitViewsTest {

    @Test
    void figuresAreOfTheTimeInSight() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        ExitFiguresView table = Workbench.show(ExitFiguresView.class, ExitFiguresView.ID);
        String rows = rows(table, "VMMCALL");
        assertTrue(rows.contains("twin-a, tracing 6.92 %, in no figure: 1 unfinished|22349|74.3 s|"), rows);
        assertTrue(rows.contains("VMMCALL|9430|7.99 s|6.92 %|12.4 µs|"), rows);
        assertTrue(rows.contains("IOIO|4495|12.5 s|"), rows);
        Workbench.picture("exits-figures", Workbench::window);
        Screenshots.maximized(table, "exits-zoomed-figures");
        ask(table, ExitRequest.BY, "sub");
        assertTrue(rows(table, "port out 0x3f8|").contains("tracer 0x"), rows);
        ask(table, ExitRequest.WITHOUT_TRACING, true);
        Workbench.waitUntil("tracing is left out", () -> !rows(table.table()).contains("tracer 0x"));
        ask(table, ExitRequest.WITHOUT_TRACING, false);
        ask(table, ExitRequest.BY, ExitFiguresProvider.LONGEST);
        Workbench.waitUntil("the longest are shown", () -> Workbench.inUi(
                () -> table.table().getTreeViewer().getTree().getItemCount()) == 100);
        Screenshots.maximized(table, "exits-zoomed-longest");
        goTo(table, 0, 0);
        ask(table, ExitRequest.BY, "reason");
        long time = VirtualCpuViewTest.PREEMPTED.begin();
        Workbench.show(view, time, time + 100_000_000);
        assertTrue(rows(Workbench.show(ExitFiguresView.class, ExitFiguresView.ID), "INTR|1|").length() < rows.length());
        Workbench.picture("exits-figures-100ms", Workbench::window);
    }

    /** Long texts come after them. */
    private static void figuresAreInSight(Tree tree) {
        Workbench.inUi(() -> {
            Workbench.window().setMaximized(false);
            Workbench.window().setBounds(0, 0, WholeWindow.WIDTH, WholeWindow.HEIGHT);
            return null;
        });
        int last = ExitFindingsProvider.COLUMNS.indexOf("Longest");
        Workbench.waitUntil("figures are in sight in a small window", () -> tree.getClientArea().width < WholeWindow.WIDTH
                && tree.getItem(0).getBounds(last).x + tree.getItem(0).getBounds(last).width <= tree.getClientArea().width);
    }

    @Test
    void findingsGoToTheirWorstExit() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("panic-in-initcall"));
        ExitFindingsView findings = Workbench.show(ExitFindingsView.class, ExitFindingsView.ID);
        String rows = rows(findings.table(), "|port in 0x3fd");
        assertTrue(rows.contains("crasher|"), rows);
        assertTrue(rows.contains(", at io_serial_out (") && !rows.contains("`"), rows);
        Workbench.picture("exits-findings", Workbench::window);
        Screenshots.maximized(findings, "exits-zoomed-findings");
        figuresAreInSight(findings.table().getTreeViewer().getTree());
        long[] times = new long[2];
        Workbench.inUi(() -> {
            Tree tree = findings.table().getTreeViewer().getTree();
            TreeItem row = Arrays.stream(tree.getItems()).filter(item -> item.getText(1).contains("Console output")).findFirst().get();
            TimeGraphEntryModel model = (TimeGraphEntryModel) ((TmfGenericTreeEntry<?>) row.getData()).getModel();
            times[0] = model.getStartTime();
            times[1] = model.getEndTime();
            tree.setSelection(row);
            Event event = new Event();
            event.item = row;
            tree.notifyListeners(SWT.DefaultSelection, event);
            return null;
        });
        Workbench.waitUntil("the worst exit is selected", () -> {
            TmfTimeRange range = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
            return range.getStartTime().toNanos() == times[0] && range.getEndTime().toNanos() == times[1];
        });
        assertTrue(times[0] > 1795280914_000000000L && times[1] > times[0], times[0] + " " + times[1]);
    }

    @Test
    void causesAreAMatrixOfWhichEveryCellLeadsToItsLongestExit() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        ExitMatrixView table = Workbench.show(ExitMatrixView.class, ExitMatrixView.ID);
        String rows = rows(table, "no thread recorded|");
        assertTrue(rows.contains("twin-a|74.3 s|38.6 s|12.5 s|10.6 s|"), rows);
        assertEquals(List.of("Caused by", "All", "INTR", "IOIO", "NPF"), Workbench.inUi(() -> Arrays
                .stream(table.table().getTreeViewer().getTree().getColumns()).limit(5).map(column -> column.getText()).toList()));
        Screenshots.maximized(table, "exits-zoomed-matrix");
        ask(table, ExitRequest.BY, "function");
        rows(table, "no function recorded|");
        ask(table, ExitRequest.CELLS, "count");
        Workbench.waitUntil("numbers are shown", () -> rows(table.table()).contains("|22349|"));
        Screenshots.maximized(table, "exits-zoomed-matrix-functions");
        ask(table, ExitRequest.WITHOUT_TRACING, true);
        Workbench.waitUntil("tracing is left out", () -> rows(table.table()).contains("|12920|"));
        goTo(table, 0, 1);
        long time = VirtualCpuViewTest.PREEMPTED.begin();
        Workbench.show(view, time, time + 100_000_000);
        Screenshots.maximized(table, "exits-zoomed-matrix-100ms");
    }

    private static void ask(ExitTableView table, String key, Object value) {
        Workbench.inUi(() -> {
            table.ask(key, value);
            return null;
        });
    }

    /** A double click on a cell selects the time of its longest exit. */
    private static void goTo(ExitTableView view, int row, int column) {
        TmfTimeRange before = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
        Workbench.waitUntil("the exit's time is selected", () -> {
            Tree tree = view.table().getTreeViewer().getTree();
            if (tree.getItemCount() > row) {
                // until the row is laid out nothing is there to click on
                Rectangle cell = tree.getItem(row).getBounds(column);
                Event event = new Event();
                event.x = cell.x + 5;
                event.y = cell.y + cell.height / 2;
                event.button = 1;
                tree.notifyListeners(SWT.MouseDoubleClick, event);
            }
            TmfTimeRange now = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
            return !now.equals(before) && now.getEndTime().toNanos() > now.getStartTime().toNanos();
        });
    }

    @Test
    void theRateIsALinePerReason() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        ExitRateView chart = Workbench.showAnew(ExitRateView.class, ExitRateView.ID);
        Workbench.waitUntil("the chart shows its lines", () -> chart.getChartViewer() instanceof TmfFilteredXYChartViewer lines
                && !lines.isDirty() && lines.getSelected().size() >= 20);
        fromZero("its lines", chart, 20, 1000);
        assertEquals("Exits|50 /s", Workbench.inUi(() -> Charts.values(chart, 50)));
        // of both VMs
        assertEquals(List.of(Styles.HOST_INTERRUPT.colour(), Styles.HOST_INTERRUPT.colour()), colours("INTR"));
        Workbench.picture("exits-rate", Workbench::window);
        Screenshots.maximized(chart, "exits-zoomed-rate");
        Workbench.inUi(() -> {
            chart.leaveTracingOut(true);
            return null;
        });
        Workbench.waitUntil("the chart is drawn again", () -> !((TmfFilteredXYChartViewer) chart.getChartViewer()).isDirty());
        Screenshots.maximized(chart, "exits-zoomed-rate-without-tracing");
        long time = VirtualCpuViewTest.PREEMPTED.begin();
        Workbench.show(view, time, time + 100_000_000);
        Workbench.waitUntil("the chart is drawn again", () -> !((TmfFilteredXYChartViewer) chart.getChartViewer()).isDirty());
        Screenshots.maximized(chart, "exits-zoomed-rate-100ms");
    }

    /** Of the lines of a reason, each of another VM. */
    private static List<String> colours(String reason) {
        ITmfTreeDataProvider<?> lines = DataProviderManager.getInstance().getDataProvider(TmfTraceManager.getInstance().getActiveTrace(),
                ExitRateProvider.ID, ITmfTreeDataProvider.class);
        return lines.fetchTree(Map.of(), null).getModel().getEntries().stream().filter(line -> line.getLabels().get(0).equals(reason))
                .map(line -> String.valueOf(((TmfTreeDataModel) line).getStyle().getStyleValues().get("color"))).toList();
    }

    /** All that can be checked is at first, and is drawn from 0 on: so many lines at least, up to this value at least. */
    static void fromZero(String what, TmfChartView view, int lines, double value) {
        Workbench.waitUntil("the chart shows " + what, () -> view.getChartViewer() instanceof TmfFilteredXYChartViewer chart && !chart.isDirty()
                && chart.getSelected().size() >= lines && chart.getFixedYRange() != null && chart.getFixedYRange().getUpper() > value);
        assertEquals(0, view.getChartViewer().getFixedYRange().getLower());
    }

    @Test
    void traceCompassShowsTheSegments() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        SegmentStoreTableView table = show(SegmentStoreTableView.class, SegmentStoreTableView.ID);
        Workbench.waitUntil("all exits are there", () -> table.getSegmentStoreViewer().getTableViewer().getTable().getItemCount()
                == 44_519);
        assertEquals("VM Exits", Workbench.inUi(table::getPartName));
        assertEquals(List.of("VM", "vCPU", "Reason", "About", "Task", "Cause", "Guest RIP", "Guest code", "CPU"), Workbench.inUi(
                () -> Arrays.stream(table.getSegmentStoreViewer().getTableViewer().getTable().getColumns()).skip(3).limit(9)
                        .map(column -> column.getText()).toList()));
        Workbench.picture("exits-table", Workbench::window);
        Screenshots.maximized(table, "exits-zoomed-table");
        show(SegmentStoreStatisticsView.class, SegmentStoreStatisticsView.ID);
        Workbench.picture("exits-statistics", Workbench::window);
        ExitScatterView scatter = Workbench.show(ExitScatterView.class, ExitScatterView.ID);
        // 15 reasons of twin-a; the longest exits took more than 100 ms
        fromZero("its points", scatter, 15, 1e8);
        assertEquals("Duration|50 ns", Workbench.inUi(() -> Charts.values(scatter, 50)));
        Workbench.picture("exits-scatter", Workbench::window);
        Screenshots.maximized(scatter, "exits-zoomed-scatter");
        Workbench.show(ExitDensityView.class, ExitDensityView.ID);
        Workbench.picture("exits-density", Workbench::window);
    }

    /** A view of Trace Compass with our segments. */
    private static <V extends IViewPart> V show(Class<V> type, String id) {
        return Workbench.inUi(() -> {
            try {
                return type.cast(Workbench.page().showView(id, ExitAnalysis.ID, IWorkbenchPage.VIEW_ACTIVATE));
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static String rows(ExitTableView view, String with) {
        return rows(view.table(), with);
    }

    /** The rows of a table, as soon as they contain this; a line each, with a bar after each cell. */
    static String rows(ProviderTable table, String with) {
        String[] rows = { "" };
        Workbench.waitUntil("the table shows " + with, () -> {
            rows[0] = rows(table);
            return rows[0].contains(with);
        });
        return rows[0];
    }

    /** The same, now; for the UI thread. */
    static String rows(ProviderTable table) {
        return rows(table.getTreeViewer().getTree().getItems());
    }

    private static String rows(TreeItem[] items) {
        return Arrays.stream(items).map(item -> {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < item.getParent().getColumnCount(); i++) {
                row.append(item.getText(i)).append('|');
            }
            return row.append('\n') + rows(item.getItems());
        }).collect(Collectors.joining());
    }
}
