/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfXYChartSettings;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.hypertrace.core.cpu.view.DemandXyProvider;

/** How much of every VM's time is stolen and how many vCPUs want every processor, as lines to be switched on and off. */
public final class OvercommitView extends TmfChartView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.resource.xy";

    /** Points per pixel of the chart's width: more would hide the peaks behind each other. */
    private static final double RESOLUTION = 0.5;

    /** Made by the workbench. */
    public OvercommitView() {
        super("Steal and Overcommit");
    }

    @Override
    protected TmfXYChartViewer createChartViewer(Composite parent) {
        return new TmfFilteredXYChartViewer(parent, new TmfXYChartSettings("Steal and Overcommit", "Time", null, RESOLUTION),
                DemandXyProvider.ID);
    }

    @Override
    protected TmfViewer createLeftChildViewer(Composite parent) {
        return new SeriesTree(parent, DemandXyProvider.ID);
    }
}
