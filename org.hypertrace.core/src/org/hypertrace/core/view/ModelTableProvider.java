/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;

/** A table out of the complete model of a trace; where there is none, or nothing to report, a row reports why. */
public abstract class ModelTableProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The parent of rows that are in no other. */
    protected static final long NOWHERE = -1;

    private final String fId;
    private final List<String> fColumns;
    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /**
     * @param id
     *            the id of the provider, as registered
     * @param columns
     *            the headers
     * @param trace
     *            a trace or experiment
     * @param whyNot
     *            why its model cannot report anything of what the rows are about; null if it can
     */
    protected ModelTableProvider(String id, List<String> columns, ITmfTrace trace, String whyNot) {
        fId = id;
        fColumns = columns;
        fTrace = trace;
        fWhyNot = whyNot;
    }

    /**
     * @param states
     *            the model, complete
     * @param monitor
     *            can cancel, null if nobody can
     * @return all rows
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws IOException
     *             with a sentence that the only row then reports
     * @throws OperationCanceledException
     *             if the monitor has cancelled it
     */
    protected abstract List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException;

    /**
     * @param states
     *            the model, not complete
     * @param parameters
     *            what is asked for
     * @return what is known so far, no rows by default
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws IOException
     *             with a sentence that the only row then reports
     */
    protected List<TmfTreeDataModel> rowsSoFar(ITmfStateSystem states, Map<String, Object> parameters)
            throws StateSystemDisposedException, IOException {
        return List.of();
    }

    /**
     * @param monitor
     *            of a question, null if nobody can cancel it
     * @throws OperationCanceledException
     *             if it is cancelled: part of a table would look like all of it
     */
    protected static void check(IProgressMonitor monitor) {
        if (monitor != null && monitor.isCanceled()) {
            throw new OperationCanceledException();
        }
    }

    @Override
    public final String getId() {
        return fId;
    }

    /** @return whose table this is */
    protected final ITmfTrace trace() {
        return fTrace;
    }

    @Override
    public final TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        ITmfStateSystem states = fWhyNot == null ? ModelStates.of(fTrace) : null;
        if (states == null) {
            return only(fWhyNot == null ? MissingDataMessage.failed(fTrace) : fWhyNot);
        }
        try {
            if (!states.waitUntilBuilt(0)) {
                return Responses.running(PlainTree.of(fColumns, rowsSoFar(states, parameters)));
            }
            String failure = ModelStates.failure(fTrace);
            return failure != null ? only(failure) : Responses.completed(PlainTree.of(fColumns, rows(states, parameters, monitor)));
        } catch (IOException e) {
            return only(String.valueOf(e.getMessage()));
        } catch (StateSystemDisposedException e) {
            // the trace was closed meanwhile
            return Responses.cancelled();
        } catch (OperationCanceledException e) {
            return Responses.cancelled();
        } catch (RuntimeException | Error e) {
            if (ModelStates.isClosed(states)) {
                return Responses.cancelled();
            }
            return only(MissingDataMessage.failed(e));
        }
    }

    private TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> only(String sentence) {
        return Responses.completed(PlainTree.of(fColumns, List.of(note(sentence))));
    }

    /** @return a row that only reports a sentence */
    protected final TmfTreeDataModel note(String sentence) {
        return row(sentence, NOWHERE, FigureRow.only(sentence, fColumns.size()));
    }

    /**
     * @param key
     *            the same for the same row
     * @return its id
     */
    protected final long id(String key) {
        return fIds.of(key);
    }

    /** @return a row without a time */
    protected final TmfTreeDataModel row(String key, long parent, List<?> cells) {
        return new FigureRow(fIds.of(key), parent, cells);
    }

    /** @return a row to whose time one can go, ns since the epoch */
    protected final TmfTreeDataModel row(String key, List<?> cells, long begin, long end) {
        return new TimedRow(fIds.of(key), cells, begin, end);
    }
}
