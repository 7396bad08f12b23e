/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXYDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.AxisRange;
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
    /** One vCPU all the time. */
    private static final double ALL = 100;

    private static final class Lines extends TmfFilteredXYChartViewer {
        private final FromZero fAxis = new FromZero(ALL);

        Lines(Composite parent) {
            super(parent, new TmfXYChartSettings("Steal and Overcommit", "Time", null, RESOLUTION), DemandXyProvider.ID);
        }

        @Override
        protected ITmfXYDataProvider initializeDataProvider(ITmfTrace trace) {
            return fAxis.watch(super.initializeDataProvider(trace));
        }

        @Override
        public AxisRange getFixedYRange() {
            return fAxis == null ? null : fAxis.or(super.getFixedYRange());
        }
    }

    /** Made by the workbench. */
    public OvercommitView() {
        super("Steal and Overcommit");
    }

    @Override
    protected TmfXYChartViewer createChartViewer(Composite parent) {
        return new Lines(parent);
    }

    @Override
    protected TmfViewer createLeftChildViewer(Composite parent) {
        return new SeriesTree(parent, DemandXyProvider.ID, this::setContentDescription);
    }
}
