/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.eclipse.jface.action.IAction;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.hypertrace.core.exit.view.ExitRateProvider;
import org.hypertrace.ui.cpu.SeriesTree;
import org.hypertrace.core.settings.Preferences;

/** How many VM exits of every reason there are per second, on top of each other; reasons can be switched on and off. */
public final class ExitRateView extends TmfChartView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.rate";

    private StackedRates fRates;

    /** Made by the workbench. */
    public ExitRateView() {
        super("VM Exit Rate");
    }

    @Override
    protected TmfXYChartViewer createChartViewer(Composite parent) {
        fRates = new StackedRates(parent);
        return fRates;
    }

    @Override
    protected TmfViewer createLeftChildViewer(Composite parent) {
        return new SeriesTree(parent, ExitRateProvider.ID, this::setContentDescription);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        IAction without = ExitTableView.toggle("Without exits for tracing", "Without tracing", this::leaveTracingOut);
        without.setChecked(Preferences.isWithoutTracing());
        leaveTracingOut(without.isChecked());
        getViewSite().getActionBars().getToolBarManager().add(without);
    }

    /** @param out whether exits that the guests' tracers caused are not counted */
    public void leaveTracingOut(boolean out) {
        fRates.leaveTracingOut(out);
    }
}
