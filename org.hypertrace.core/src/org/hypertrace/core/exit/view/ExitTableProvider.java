/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;

/** A table about the exits of a trace or experiment; where there is nothing to report, one row reports why. */
public abstract class ExitTableProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    private final ITmfTrace fTrace;
    private final String fId;
    private final String fNothing;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /**
     * @param trace
     *            a trace or experiment
     * @param id
     *            of this data provider
     * @param nothing
     *            what is reported if there are no rows for the time asked for
     */
    protected ExitTableProvider(ITmfTrace trace, String id, String nothing) {
        fTrace = trace;
        fId = id;
        fNothing = nothing;
        fWhyNot = MissingDataMessage.of(trace);
    }

    @Override
    public final String getId() {
        return fId;
    }

    @Override
    public final TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        ExitColumns exits = fWhyNot == null ? ExitAnalysis.of(fTrace) : null;
        List<TmfTreeDataModel> rows = new ArrayList<>();
        List<String> headers = headers();
        if (exits != null) {
            try {
                headers = fill(exits, ExitRequest.query(parameters), parameters,
                        monitor == null ? new NullProgressMonitor() : monitor, rows);
            } catch (OperationCanceledException e) {
                return Responses.cancelled();
            } catch (RuntimeException | Error e) {
                rows.clear();
                rows.add(new TmfTreeDataModel(fIds.of("failure"), -1, List.of(MissingDataMessage.failed(e)), false, null));
            }
        }
        if (rows.isEmpty()) {
            String sentence = fWhyNot != null ? fWhyNot : exits == null ? ExitAnalysis.whyNot(fTrace, ExitAnalysis.ID) : fNothing;
            rows.add(new TmfTreeDataModel(fIds.of(sentence), -1, List.of(sentence), false, null));
        }
        return Responses.completed(PlainTree.of(headers, rows));
    }

    /** @return whose table this is */
    protected final ITmfTrace trace() {
        return fTrace;
    }

    /** @return the columns as long as there are no rows */
    protected abstract List<String> headers();

    /**
     * @param exits
     *            all exits
     * @param query
     *            which of them are asked for
     * @param parameters
     *            what else is asked for, see {@link ExitRequest}
     * @param monitor
     *            can cancel
     * @param rows
     *            gets the rows
     * @return the columns
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    protected abstract List<String> fill(ExitColumns exits, ExitQuery query, Map<String, Object> parameters,
            IProgressMonitor monitor, List<TmfTreeDataModel> rows);

    /** @return the id of the row with this key, the same each time */
    protected final long id(Object key) {
        return fIds.of(key);
    }
}
