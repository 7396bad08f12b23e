/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui;

import org.eclipse.tracecompass.tmf.ui.views.histogram.HistogramView;
import org.eclipse.tracecompass.tmf.ui.views.statistics.TmfStatisticsView;
import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
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
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.exit.ExitMatrixView;
import org.hypertrace.ui.exit.ExitRateView;
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
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.hypertrace.ui.vcpu.GuestThreadsView;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/** The perspective <em>Hypertrace</em>: projects on the left, events above, what the virtual CPUs and the host did below. */
public final class HypertracePerspective implements IPerspectiveFactory {

    /** The id of the perspective. */
    public static final String ID = "org.hypertrace.ui.perspective";

    /** Trace Compass' own constants for these are internal. */
    static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    static final String FLAME_CHART = "org.eclipse.linuxtools.tmf.ui.views.callstack";
    static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";

    @Override
    public void createInitialLayout(IPageLayout layout) {
        layout.setEditorAreaVisible(true);
        layout.createFolder("left", IPageLayout.LEFT, 0.15f, IPageLayout.ID_EDITOR_AREA).addView(IPageLayout.ID_PROJECT_EXPLORER);
        IFolderLayout views = layout.createFolder("views", IPageLayout.BOTTOM, 0.35f, IPageLayout.ID_EDITOR_AREA);
        views.addView(VirtualCpuView.ID);
        views.addView(VirtualResourcesView.ID);
        views.addView(BootView.ID);
        views.addPlaceholder(ShutdownView.ID);
        views.addPlaceholder(UpgradeView.ID);
        views.addPlaceholder(CriticalPathView.ID);
        views.addView(RESOURCES);
        views.addView(CONTROL_FLOW);
        views.addPlaceholder(FLAME_CHART);
        views.addPlaceholder(GuestFlameGraphView.ID);
        IFolderLayout below = layout.createFolder("below", IPageLayout.BOTTOM, 0.66f, "views");
        below.addView(FindingsView.ID);
        below.addView(OvercommitView.ID);
        below.addView(DemandView.ID);
        below.addPlaceholder(OvercommitTableView.ID);
        below.addPlaceholder(AccountingView.ID);
        below.addView(InitcallsView.ID);
        below.addView(LevelsView.ID);
        below.addPlaceholder(BootComparisonView.ID);
        below.addPlaceholder(FunctionFrequencyView.ID);
        below.addPlaceholder(DevicesView.ID);
        below.addPlaceholder(ShutdownComparisonView.ID);
        below.addPlaceholder(UpgradePhasesView.ID);
        below.addView(ExitFiguresView.ID);
        below.addPlaceholder(CriticalPathPartsView.ID);
        below.addPlaceholder(CriticalPathFlameView.ID);
        below.addPlaceholder(WakeLatencyView.ID);
        below.addPlaceholder(GuestThreadsView.ID);
        below.addPlaceholder(LeafFunctionsView.ID);
        below.addPlaceholder(ExitCausesView.ID);
        below.addView(DataLossView.ID);
        below.addView(IPageLayout.ID_PROP_SHEET);
        below.addView(HistogramView.ID);
        below.addView(TmfStatisticsView.ID);
        below.addPlaceholder(IPageLayout.ID_BOOKMARKS);
        layout.addShowViewShortcut(FindingsView.ID);
        layout.addShowViewShortcut(VirtualCpuView.ID);
        layout.addShowViewShortcut(GuestThreadsView.ID);
        layout.addShowViewShortcut(VirtualResourcesView.ID);
        layout.addShowViewShortcut(OvercommitView.ID);
        layout.addShowViewShortcut(DemandView.ID);
        layout.addShowViewShortcut(OvercommitTableView.ID);
        layout.addShowViewShortcut(AccountingView.ID);
        layout.addShowViewShortcut(BootView.ID);
        layout.addShowViewShortcut(InitcallsView.ID);
        layout.addShowViewShortcut(LevelsView.ID);
        layout.addShowViewShortcut(BootComparisonView.ID);
        layout.addShowViewShortcut(FunctionFrequencyView.ID);
        layout.addShowViewShortcut(ShutdownView.ID);
        layout.addShowViewShortcut(DevicesView.ID);
        layout.addShowViewShortcut(ShutdownComparisonView.ID);
        layout.addShowViewShortcut(UpgradeView.ID);
        layout.addShowViewShortcut(UpgradePhasesView.ID);
        layout.addShowViewShortcut(ExitFiguresView.ID);
        layout.addShowViewShortcut(ExitMatrixView.ID);
        layout.addShowViewShortcut(ExitRateView.ID);
        layout.addShowViewShortcut(LatencyView.ID);
        layout.addShowViewShortcut(FLAME_CHART);
        layout.addShowViewShortcut(GuestFlameGraphView.ID);
        layout.addShowViewShortcut(LeafFunctionsView.ID);
        layout.addShowViewShortcut(ExitCausesView.ID);
        layout.addShowViewShortcut(CriticalPathView.ID);
        layout.addShowViewShortcut(CriticalPathPartsView.ID);
        layout.addShowViewShortcut(CriticalPathFlameView.ID);
        layout.addShowViewShortcut(WakeLatencyView.ID);
        layout.addShowViewShortcut(DataLossView.ID);
    }
}
