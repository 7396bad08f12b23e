/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.SeriesModel.SeriesModelBuilder;
import org.eclipse.tracecompass.tmf.core.model.TmfXyModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.model.xy.TmfXYAxisDescription;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitPoints;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;

/**
 * How long exits take, as points over the time of their begins, a series per reason. Exits whose points would lie on each other are one
 * point ({@link ExitPoints}). So an answer has no more points than the picture has places. Waits until the exits are known.
 */
public final class ExitTimesProvider implements ITmfTreeXYDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.times";

    /** The id of what stands above all others; theirs are the numbers of kinds, the same in each provider of a trace. */
    private static final long ROOT = 1L << 32;
    private static final String TITLE = "VM Exits vs Time";
    private static final TmfXYAxisDescription LENGTH = new TmfXYAxisDescription("Duration", "ns");

    /** What was found of the exits, as long as these are the trace's. */
    private record Known(ExitColumns exits, boolean withoutTracing, ExitPoints points) { }

    private final ITmfTrace fTrace;
    private final ShownExits fExits;
    private volatile Known fKnown;

    /** @param trace a trace or experiment */
    public ExitTimesProvider(ITmfTrace trace) {
        fTrace = trace;
        fExits = new ShownExits(trace);
    }

    @Override
    public String getId() {
        return ID;
    }

    /** Null if there are no exits. */
    private ExitPoints points() {
        ExitColumns exits = fExits.columns();
        if (exits == null) {
            return null;
        }
        boolean withoutTracing = isWithoutTracing();
        Known known = fKnown;
        if (known == null || known.exits != exits || known.withoutTracing != withoutTracing) {
            known = new Known(exits, withoutTracing, new ExitPoints(exits, withoutTracing));
            fKnown = known;
        }
        return known.points;
    }

    private boolean isWithoutTracing() {
        try {
            return TracingChoice.read(TracingChoice.file(fTrace)).withoutTracing();
        } catch (IOException e) {
            // the analysis fails of it, too, and reports it
            return false;
        }
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters, IProgressMonitor monitor) {
        ExitPoints points = points();
        List<TmfTreeDataModel> entries = new ArrayList<>();
        if (points == null) {
            String sentence = fExits.whyNot();
            entries.add(new TmfTreeDataModel(ROOT, -1, List.of(sentence), false, null));
        } else {
            entries.add(new TmfTreeDataModel(ROOT, -1, List.of(fTrace.getName()), false, null));
            points.kinds().forEach(kind -> entries.add(new TmfTreeDataModel(kind, ROOT, List.of(points.name(kind)), true, null)));
        }
        return Responses.completed(PlainTree.of(List.of("Name"), entries));
    }

    @Override
    public TmfModelResponse<ITmfXyModel> fetchXY(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> requested = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (requested == null || requested.isEmpty() || ids == null) {
            return Responses.wrongParameters();
        }
        ExitPoints points = points();
        List<ISeriesModel> series = new ArrayList<>();
        if (points != null) {
            long[] times = requested.stream().mapToLong(Long::longValue).sorted().toArray();
            List<ExitPoints.Series> found = points.within(times, ids.stream().filter(id -> id >= 0 && id < ROOT).sorted().map(Long::intValue).toList(),
                    () -> monitor != null && monitor.isCanceled());
            if (found == null) {
                return Responses.cancelled();
            }
            found.forEach(each -> series.add(new SeriesModelBuilder(each.kind(), PlainText.line(points.name(each.kind())),
                    each.begins(), each.lengths()).yAxisDescription(LENGTH).build()));
        }
        return Responses.completed(new TmfXyModel(TITLE, series));
    }
}
