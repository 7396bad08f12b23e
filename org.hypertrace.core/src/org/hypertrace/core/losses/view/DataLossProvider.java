/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.losses.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.PlainTree;

/**
 * The table of what is missing or contradictory in a trace: how often in all of it and, if times are requested, how often between the
 * first and the last of them. A row shows it if there is nothing, and why if there is no model.
 */
public final class DataLossProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.oddities";
    /** The columns. What a host's tracer lost or what belongs to no thread is known of the whole trace only. */
    public static final List<String> COLUMNS = List.of("Where", "What", "How many", "In selection", "What it means",
            "What helps");

    private static final String COPY = "Copy the trace anew, or look whether the disk was full.";
    private static final String NOTHING = "Nothing was lost, and nothing contradicts itself.";

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();
    private List<String> fDamage;

    /** @param trace a trace or experiment */
    public DataLossProvider(ITmfTrace trace) {
        fTrace = trace;
        fWhyNot = MissingDataMessage.of(trace);
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        ITmfStateSystem states = fWhyNot == null ? ModelStates.of(fTrace) : null;
        if (states == null) {
            return response(List.of(note(fWhyNot == null ? MissingDataMessage.failed(fTrace) : fWhyNot)), Status.COMPLETED);
        }
        boolean complete = states.waitUntilBuilt(0);
        String failure = complete ? ModelStates.failure(fTrace) : null;
        if (failure != null) {
            return response(List.of(note(failure)), Status.COMPLETED);
        }
        try {
            List<TmfTreeDataModel> rows = rows(states, DataProviderParameterUtils.extractTimeRequested(parameters));
            for (String sentence : complete ? damage() : List.<String>of()) {
                rows.add(row(sentence, "recording", "damage", "", "", sentence, COPY));
            }
            if (rows.isEmpty() && complete) {
                rows.add(note(NOTHING));
            }
            return response(rows, complete ? Status.COMPLETED : Status.RUNNING);
        } catch (StateSystemDisposedException | TimeRangeException | IndexOutOfBoundsException e) {
            // the trace was closed meanwhile
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        } catch (IOException e) {
            return response(List.of(note(e.getMessage())), Status.COMPLETED);
        } catch (RuntimeException | Error e) {
            return response(List.of(note(MissingDataMessage.failed(e))), Status.COMPLETED);
        }
    }

    /** What no event stands for; the headers of the packets are read once. */
    private synchronized List<String> damage() throws IOException {
        if (fDamage == null) {
            fDamage = HostTraces.of(fTrace).gapsWithoutEvents();
        }
        return fDamage;
    }

    private List<TmfTreeDataModel> rows(ITmfStateSystem states, List<Long> times) throws StateSystemDisposedException {
        List<DataLoss> all = DataLoss.of(states, Long.MIN_VALUE, Long.MAX_VALUE);
        boolean some = times != null && !times.isEmpty();
        List<DataLoss> selected = some ? selected(states, Collections.min(times), Collections.max(times)) : List.of();
        boolean severalHosts = all.stream().map(DataLoss::host).distinct().count() > 1;
        List<TmfTreeDataModel> rows = new ArrayList<>();
        Map<String, Integer> same = new HashMap<>();
        for (DataLoss loss : all) {
            String where = loss.vm() == null ? "host " + loss.host()
                    : severalHosts ? loss.vm() + " on " + loss.host() : loss.vm();
            long inSelection = selected.stream().filter(loss::isSameAs).mapToLong(DataLoss::count).sum();
            String key = where + ' ' + loss.what();
            // hosts may have the same name
            rows.add(row(key + ' ' + same.merge(key, 1, Integer::sum), where, loss.label(), Amount.count(loss.count()),
                    some && loss.vm() != null ? Amount.count(inSelection) : "", loss.meaning(), loss.help()));
        }
        return rows;
    }

    /** What was contradictory from {@code first} to {@code last}, inclusive. */
    private static List<DataLoss> selected(ITmfStateSystem states, long first, long last) throws StateSystemDisposedException {
        return last < states.getStartTime() || first > states.getCurrentEndTime() ? List.of()
                : DataLoss.of(states, first, last == Long.MAX_VALUE ? last : last + 1);
    }

    private TmfTreeDataModel note(String sentence) {
        return row(sentence, sentence, "", "", "", "", "");
    }

    private TmfTreeDataModel row(String key, Object... cells) {
        return new FigureRow(fIds.of(key), -1, List.of(cells));
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows,
            Status status) {
        return new TmfModelResponse<>(PlainTree.of(COLUMNS, rows), status,
                status == Status.RUNNING ? CommonStatusMessage.RUNNING : CommonStatusMessage.COMPLETED);
    }
}
