/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.analysis.timing.core.segmentstore.ISegmentStoreProvider;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.density2.AbstractSegmentStoreDensityView;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.density2.AbstractSegmentStoreDensityViewer;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.table.AbstractSegmentStoreTableViewer;
import org.eclipse.tracecompass.analysis.timing.ui.views.segmentstore.table.SegmentStoreTableViewer;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.exit.columns.ExitAnalysis;

/** How many VM exits are how long: Trace Compass' view of it, with our exits. */
public final class ExitDensityView extends AbstractSegmentStoreDensityView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.exits.density";

    private static final class Viewer extends AbstractSegmentStoreDensityViewer {
        Viewer(Composite parent) {
            super(parent);
        }

        @Override
        protected ISegmentStoreProvider getSegmentStoreProvider(ITmfTrace trace) {
            return TmfTraceUtils.getAnalysisModuleOfClass(trace, ExitAnalysis.class, ExitAnalysis.ID);
        }
    }

    /** Made by the workbench. */
    public ExitDensityView() {
        super(ID);
    }

    @Override
    protected AbstractSegmentStoreTableViewer createSegmentStoreTableViewer(Composite parent) {
        return new SegmentStoreTableViewer(new TableViewer(parent, SWT.FULL_SELECTION | SWT.VIRTUAL), ExitAnalysis.ID, false);
    }

    @Override
    protected AbstractSegmentStoreDensityViewer createSegmentStoreDensityViewer(Composite parent) {
        return new Viewer(parent);
    }
}
