/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.stack.flame.StackFigures;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.PlainTree;
import org.hypertrace.core.view.Responses;

/** A table of what is in the stacks of guests, a part of it for every boot of a VM. Waits until all was read. */
public abstract class StackTableProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** More rows nobody reads: the rest is one row here, and whole in the report. */
    protected static final int MOST = 1000;

    private static final String NOTHING = "No guest reports what its threads do: record it with Hypertrace's tracer in its kernel.";

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final List<String> fColumns;
    private final EntryIds fIds = new EntryIds();

    /**
     * @param trace
     *            a trace or experiment
     * @param columns
     *            the headers
     */
    protected StackTableProvider(ITmfTrace trace, List<String> columns) {
        fTrace = trace;
        fWhyNot = MissingDataMessage.of(trace);
        fColumns = columns;
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        List<TmfTreeDataModel> rows = new ArrayList<>();
        if (fWhyNot != null) {
            rows.add(row("", -1, fWhyNot));
            return response(rows);
        }
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        boolean all = times == null || times.isEmpty();
        try {
            StackFigures figures = StackFigures.of(fTrace, all ? Long.MIN_VALUE : Collections.min(times),
                    all ? Long.MAX_VALUE : Collections.max(times), monitor == null ? new NullProgressMonitor() : monitor);
            for (StackFigures.Boot boot : figures.boots()) {
                add(rows, figures, boot);
            }
            if (rows.isEmpty()) {
                rows.add(row("", -1, NOTHING));
            }
        } catch (IOException e) {
            rows.add(row("", -1, e.getMessage()));
        } catch (OperationCanceledException e) {
            return Responses.cancelled();
        } catch (RuntimeException | Error e) {
            rows.clear();
            rows.add(row("", -1, MissingDataMessage.failed(e)));
        }
        return response(rows);
    }

    /**
     * Adds what is to be reported about a boot.
     *
     * @param rows
     *            gets a row for the boot, and those below it
     * @param figures
     *            of all boots
     * @param boot
     *            one of them
     */
    protected abstract void add(List<TmfTreeDataModel> rows, StackFigures figures, StackFigures.Boot boot);

    /**
     * @param key
     *            shows rows with the same labels apart
     * @param parent
     *            the row above, -1 for none
     * @param cells
     *            texts and figures
     * @return a row
     */
    protected TmfTreeDataModel row(String key, long parent, Object... cells) {
        return new FigureRow(fIds.of(key + '\n' + parent + '\n' + cells[0]), parent, List.of(cells));
    }

    private TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows) {
        return Responses.completed(PlainTree.of(fColumns, rows));
    }
}
