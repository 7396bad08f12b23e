/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.scatter.AbstractSegmentStoreScatterChartViewer2;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXYDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.AxisRange;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfXYChartSettings;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.view.ExitTimesProvider;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.cpu.FromZero;
import org.hypertrace.ui.cpu.SeriesTree;

/** How long each VM exit took, as a point at its begin. All reasons are shown at first. */
public final class ExitScatterView extends TmfChartView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.scatter";

    private static final String NAME = "VM Exits vs Time";

    /** Trace Compass' picture of segments. Its own provider would make an object of each segment for each picture. */
    private static final class Points extends AbstractSegmentStoreScatterChartViewer2 {
        private final FromZero fAxis = new FromZero(1);

        Points(Composite parent) {
            super(parent, new TmfXYChartSettings(NAME, "Time", "Duration", 1), ExitAnalysis.ID);
        }

        @Override
        protected ITmfXYDataProvider initializeDataProvider(ITmfTrace trace) {
            return fAxis.watch(Providers.EXIT_TIMES.create(trace));
        }

        @Override
        public AxisRange getFixedYRange() {
            return fAxis == null ? null : fAxis.or(super.getFixedYRange());
        }
    }

    /** Made by the workbench. */
    public ExitScatterView() {
        super(NAME);
    }

    @Override
    protected TmfXYChartViewer createChartViewer(Composite parent) {
        return new Points(parent);
    }

    @Override
    protected TmfViewer createLeftChildViewer(Composite parent) {
        return new SeriesTree(parent, ExitTimesProvider.ID, this::setContentDescription);
    }
}
