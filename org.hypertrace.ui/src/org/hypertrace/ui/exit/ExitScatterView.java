/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.scatter.AbstractSegmentStoreScatterChartTreeViewer2;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.scatter.AbstractSegmentStoreScatterChartViewer2;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXYDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.AxisRange;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfXYChartSettings;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.ui.cpu.FreshLines;
import org.hypertrace.ui.cpu.FromZero;

/** How long each VM exit took, as a point at its begin. All reasons are shown at first. */
public final class ExitScatterView extends TmfChartView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.scatter";

    private static final String NAME = "VM Exits vs Time";

    private static final class Points extends AbstractSegmentStoreScatterChartViewer2 {
        private final FromZero fAxis = new FromZero(1);

        Points(Composite parent) {
            super(parent, new TmfXYChartSettings(NAME, "Time", "Duration", 1), ExitAnalysis.ID);
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

    private static final class Reasons extends AbstractSegmentStoreScatterChartTreeViewer2 {
        private final FreshLines fLines;

        Reasons(Composite parent) {
            super(parent, ExitAnalysis.ID);
            fLines = new FreshLines(this);
        }

        @Override
        protected void contentChanged(ITmfTreeViewerEntry root) {
            super.contentChanged(root);
            Object[] checked = fLines.of(root);
            if (checked.length > 0) {
                setCheckedElements(checked);
            }
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
        return new Reasons(parent);
    }
}
