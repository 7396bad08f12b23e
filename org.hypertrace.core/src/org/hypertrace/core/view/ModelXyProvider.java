/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.TmfXyModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;

/**
 * Lines over time out of the model of a trace, and a table of the same over the time in sight. They serve the views of Trace Compass and
 * the trace server. Subclasses decide what the lines are. Where the trace has no model, the table reports why.
 */
public abstract class ModelXyProvider implements ITmfTreeXYDataProvider<@NonNull TmfTreeDataModel> {

    private final String fId;
    private final ITmfTrace fTrace;
    private final String fTitle;
    private final List<String> fColumns;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /**
     * @param id
     *            the id of the provider, as registered
     * @param title
     *            of the chart
     * @param columns
     *            of the table
     * @param trace
     *            a trace or experiment
     */
    protected ModelXyProvider(String id, String title, List<String> columns, ITmfTrace trace) {
        fId = id;
        fTrace = trace;
        fTitle = title;
        fColumns = columns;
        fWhyNot = MissingDataMessage.of(trace);
    }

    /**
     * Adds the lines of the table, parents before children.
     *
     * @param begin
     *            of the time in sight, ns since the epoch
     * @param end
     *            of it (exclusive)
     * @param complete
     *            whether the model is complete; if not, the values of the columns may be left out
     */
    protected abstract void entries(ITmfStateSystem states, long begin, long end, boolean complete,
            List<TmfTreeDataModel> to) throws StateSystemDisposedException;

    /**
     * @param entries
     *            the ids of entries
     * @param times
     *            where they have points, ascending; each stands for the time until the next one
     * @return the lines of those that have one, by one reading of the model; null if it was cancelled
     */
    protected abstract List<ISeriesModel> series(ITmfStateSystem states, List<Long> entries, long[] times, IProgressMonitor monitor)
            throws StateSystemDisposedException;

    /** @return the entry's id: always the same for the same key */
    protected final long id(Object key) {
        return fIds.of(key);
    }

    /** @return an entry that only reports something */
    protected final TmfTreeDataModel note(long parent, String sentence) {
        return new TmfTreeDataModel(id(parent + sentence), parent, List.of(sentence), false, null);
    }

    @Override
    public final String getId() {
        return fId;
    }

    @Override
    public final TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        ITmfStateSystem states = fWhyNot == null ? ModelStates.of(fTrace) : null;
        List<TmfTreeDataModel> entries = new ArrayList<>();
        if (states == null) {
            entries.add(note(-1, fWhyNot == null ? MissingDataMessage.failed(fTrace) : fWhyNot));
            return answer(PlainTree.of(fColumns, entries), true);
        }
        boolean complete = states.waitUntilBuilt(0);
        try {
            boolean all = times == null || times.isEmpty();
            entries(states, all ? Long.MIN_VALUE : Collections.min(times), all ? Long.MAX_VALUE : Collections.max(times),
                    complete, entries);
        } catch (StateSystemDisposedException | TimeRangeException | IndexOutOfBoundsException e) {
            return cancelled(); // the trace was closed meanwhile
        } catch (RuntimeException | Error e) {
            if (ModelStates.isClosed(states)) {
                return cancelled();
            }
            entries.clear();
            entries.add(note(-1, MissingDataMessage.failed(e)));
        }
        String failure = complete ? ModelStates.failure(fTrace) : null;
        return answer(PlainTree.of(fColumns, failure == null ? entries : List.of(note(-1, failure))), complete);
    }

    @Override
    public final TmfModelResponse<ITmfXyModel> fetchXY(Map<String, Object> parameters, IProgressMonitor monitor) {
        List<Long> requested = DataProviderParameterUtils.extractTimeRequested(parameters);
        List<Long> ids = DataProviderParameterUtils.extractSelectedItems(parameters);
        if (requested == null || requested.isEmpty() || ids == null) {
            return Responses.wrongParameters();
        }
        long[] times = requested.stream().mapToLong(Long::longValue).sorted().toArray();
        ITmfStateSystem states = fWhyNot == null ? ModelStates.of(fTrace) : null;
        try {
            boolean complete = states == null || states.waitUntilBuilt(0);
            List<ISeriesModel> series = states == null ? List.of() : series(states, List.copyOf(ids), times, monitor);
            return series == null ? cancelled() : answer(new TmfXyModel(fTitle, series), complete);
        } catch (StateSystemDisposedException | TimeRangeException | IndexOutOfBoundsException e) {
            return cancelled();
        } catch (RuntimeException e) {
            return Responses.closed(states, e);
        }
    }

    private static <T> TmfModelResponse<T> answer(T model, boolean complete) {
        return complete ? Responses.completed(model)
                : Responses.running(model);
    }

    private static <T> TmfModelResponse<T> cancelled() {
        return Responses.cancelled();
    }
}
