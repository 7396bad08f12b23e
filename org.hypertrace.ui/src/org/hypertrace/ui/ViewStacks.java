/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.ui.views.histogram.HistogramView;
import org.eclipse.tracecompass.tmf.ui.views.statistics.TmfStatisticsView;
import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.hypertrace.ui.boot.BootComparisonView;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.FunctionFrequencyView;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.boot.LevelsView;
import org.hypertrace.ui.cpu.AccountingView;
import org.hypertrace.ui.cpu.DemandView;
import org.hypertrace.ui.cpu.OvercommitTableView;
import org.hypertrace.ui.cpu.OvercommitView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.exit.ExitDensityView;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.exit.ExitFindingsView;
import org.hypertrace.ui.exit.ExitMatrixView;
import org.hypertrace.ui.exit.ExitRateView;
import org.hypertrace.ui.exit.ExitScatterView;
import org.hypertrace.ui.exit.LatencyView;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.path.CriticalPathFlameView;
import org.hypertrace.ui.path.CriticalPathPartsView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.path.WakeLatencyView;
import org.hypertrace.ui.shutdown.DevicesView;
import org.hypertrace.ui.shutdown.ShutdownComparisonView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.stack.ExitCausesView;
import org.hypertrace.ui.stack.GuestFlameGraphView;
import org.hypertrace.ui.stack.LeafFunctionsView;
import org.hypertrace.ui.syscall.SystemCallLoadView;
import org.hypertrace.ui.syscall.SystemCallsView;
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.hypertrace.ui.vcpu.GuestThreadsView;
import org.hypertrace.ui.vcpu.StolenByView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/**
 * Where views stand: what has a time axis in the upper stack, tables and charts in the lower one. Each perspective opens the few
 * that answer its question. It has a place for all others: a view stands in the same stack whoever opens it.
 */
public final class ViewStacks {

    /** Trace Compass' own constants for these are internal. */
    static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    static final String FLAME_CHART = "org.eclipse.linuxtools.tmf.ui.views.callstack";
    static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";

    private static final String SEGMENTS = "org.eclipse.tracecompass.analysis.timing.ui.segstore.";
    private static final String OF_EXITS = ":org.hypertrace.core.exits";
    /** Trace Compass' views, with our exits. */
    private static final String EXIT_SEGMENTS = SEGMENTS + "table" + OF_EXITS;
    private static final String EXIT_STATISTICS = SEGMENTS + "statistics" + OF_EXITS;

    /** Their order is that of the places in a stack. */
    private static final List<String> UPPER = List.of(VirtualCpuView.ID, VirtualResourcesView.ID, BootView.ID, ShutdownView.ID, UpgradeView.ID,
            CriticalPathView.ID, RESOURCES, CONTROL_FLOW, FLAME_CHART, GuestFlameGraphView.ID, ExitRateView.ID, ExitScatterView.ID);
    private static final List<String> LOWER = List.of(FindingsView.ID, StolenByView.ID, OvercommitView.ID, DemandView.ID,
            OvercommitTableView.ID, AccountingView.ID, InitcallsView.ID, LevelsView.ID, BootComparisonView.ID, FunctionFrequencyView.ID, DevicesView.ID, ShutdownComparisonView.ID,
            UpgradePhasesView.ID, ExitFiguresView.ID, ExitFindingsView.ID, ExitMatrixView.ID, EXIT_SEGMENTS, EXIT_STATISTICS,
            ExitDensityView.ID, LatencyView.ID, CriticalPathPartsView.ID, CriticalPathFlameView.ID, WakeLatencyView.ID, GuestThreadsView.ID,
            SystemCallsView.ID, SystemCallLoadView.ID, LeafFunctionsView.ID, ExitCausesView.ID, DataLossView.ID, IPageLayout.ID_PROP_SHEET, HistogramView.ID, TmfStatisticsView.ID,
            IPageLayout.ID_BOOKMARKS);

    /** In a window 1280 pixels wide the tab of the Project Explorer has its whole name. */
    private static final float LEFT = 0.19f;
    /** In a window 800 pixels high each part has six rows, but the events above: these have three. */
    private static final float EDITORS = 0.24f;
    private static final float VIEWS = 0.5f;

    private ViewStacks() {
    }

    /** @return the ids of all views that have a place, Trace Compass' own among them */
    public static List<String> all() {
        return Stream.concat(UPPER.stream(), LOWER.stream()).toList();
    }

    /** The projects on the left, events above, and below them two stacks with these views open. The others have places in both. */
    static void lay(IPageLayout layout, List<String> upper, List<String> lower) {
        layout.setEditorAreaVisible(true);
        layout.createFolder("left", IPageLayout.LEFT, LEFT, IPageLayout.ID_EDITOR_AREA).addView(IPageLayout.ID_PROJECT_EXPLORER);
        fill(layout, layout.createFolder("views", IPageLayout.BOTTOM, EDITORS, IPageLayout.ID_EDITOR_AREA), upper, without(UPPER, lower));
        fill(layout, layout.createFolder("below", IPageLayout.BOTTOM, VIEWS, "views"), lower, without(LOWER, upper));
    }

    private static List<String> without(List<String> all, List<String> others) {
        return all.stream().filter(view -> !others.contains(view)).toList();
    }

    /** Opens views in a stack, and keeps places there for the others of it. */
    private static void fill(IPageLayout layout, IFolderLayout stack, List<String> open, List<String> all) {
        open.forEach(stack::addView);
        all.stream().filter(view -> !open.contains(view)).forEach(stack::addPlaceholder);
        Stream.concat(open.stream(), all.stream()).distinct().forEach(layout::addShowViewShortcut);
    }
}
