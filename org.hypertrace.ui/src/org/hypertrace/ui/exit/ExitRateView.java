/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfXYChartSettings;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.hypertrace.core.exit.ExitRateProvider;
import org.hypertrace.ui.resource.LineTree;

/** How many VM exits of every reason there are per second, as lines to be switched on and off. */
public final class ExitRateView extends TmfChartView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.rate";

    /** Points per pixel of the chart's width: a storm of exits shows, single ones do not make a comb. */
    private static final double RESOLUTION = 0.2;

    /** Made by the workbench. */
    public ExitRateView() {
        super("VM Exit Rate");
    }

    @Override
    protected TmfXYChartViewer createChartViewer(Composite parent) {
        return new TmfFilteredXYChartViewer(parent, new TmfXYChartSettings("VM Exit Rate", "Time", null, RESOLUTION),
                ExitRateProvider.ID);
    }

    @Override
    protected TmfViewer createLeftChildViewer(Composite parent) {
        return new LineTree(parent, ExitRateProvider.ID);
    }
}
