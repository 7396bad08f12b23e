/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXYDataProvider;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.AxisRange;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfXYChartSettings;
import org.hypertrace.core.exit.view.ExitRateProvider;
import org.hypertrace.core.exit.view.ExitRequest;
import org.hypertrace.ui.cpu.FromZero;

/**
 * Lines on top of each other. The library of Trace Compass' charts stacks only bars over categories, neither areas nor what is over
 * time; bars over time it puts side by side. So the provider adds up the values, and {@link StackedArea} fills what is between
 * them.
 */
final class StackedRates extends TmfFilteredXYChartViewer {

    /** Points per pixel of the chart's width: a storm of exits shows, single ones do not make a comb. */
    private static final double RESOLUTION = 0.2;

    private final FromZero fAxis = new FromZero(1);
    private volatile boolean fWithoutTracing;

    StackedRates(Composite parent) {
        super(parent, new TmfXYChartSettings("VM Exit Rate", "Time", null, RESOLUTION), ExitRateProvider.ID);
        setTooltipProvider(new StackedArea(this));
    }

    @Override
    protected Map<String, Object> createQueryParameters(long start, long end, int number) {
        Map<String, Object> parameters = new HashMap<>(super.createQueryParameters(start, end, number));
        parameters.put(ExitRequest.STACKED, true);
        parameters.put(ExitRequest.WITHOUT_TRACING, fWithoutTracing);
        return parameters;
    }

    @Override
    protected ITmfXYDataProvider initializeDataProvider(ITmfTrace trace) {
        return fAxis.watch(super.initializeDataProvider(trace));
    }

    @Override
    public AxisRange getFixedYRange() {
        return fAxis == null ? null : fAxis.or(super.getFixedYRange());
    }

    /** A line that comes later would be taken for the lowest: all are made anew. */
    @Override
    public void handleCheckStateChangedEvent(Collection<ITmfTreeViewerEntry> entries) {
        clearContent();
        super.handleCheckStateChangedEvent(entries);
    }

    void leaveTracingOut(boolean out) {
        fWithoutTracing = out;
        updateContent();
    }
}
