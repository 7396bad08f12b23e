/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.FunctionFrequency;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.view.EntryIds;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.PlainTree;

/**
 * The table of the functions that boots call: below every boot that was recorded with function events what leaving some out
 * would save, then the functions, the most frequent first.
 */
public final class FunctionFrequencyDataProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.boot.functions";
    /** The columns. Shares are those of all calls; times are the guest's. */
    public static final List<String> COLUMNS = List.of("Function", "Calls", "Share", "Cumulative", "Self", "Total",
            "Self per call", "Filter for the recorder");
    /** More rows nobody reads: the rest is one row here, and whole in the report. */
    static final int MOST = 1000;

    private static final String NOTHING = "No boot was recorded with function events; record some with the guest's tracer.";

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /** @param trace a trace or experiment */
    public FunctionFrequencyDataProvider(ITmfTrace trace) {
        fTrace = trace;
        fWhyNot = MissingDataMessage.ofBoots(trace);
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
            // functions are reported at the end of a boot or of the trace
            GuestSymbols symbols = GuestSymbols.of(fTrace);
            List<TmfTreeDataModel> rows = new ArrayList<>();
            for (GuestBoot boot : Boots.of(states)) {
                if (!boot.functions().isEmpty()) {
                    BootSymbols names = BootSymbols.of(boot, symbols);
                    add(rows, boot, names, FunctionFrequency.of(boot, names));
                }
            }
            if (rows.isEmpty() && complete) {
                rows.add(note(NOTHING));
            }
            return response(rows, complete ? Status.COMPLETED : Status.RUNNING);
        } catch (IOException e) {
            return response(List.of(note(e.getMessage())), Status.COMPLETED);
        } catch (StateSystemDisposedException e) {
            // the trace was closed meanwhile
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        } catch (RuntimeException | Error e) {
            return response(List.of(note(MissingDataMessage.failed(e))), Status.COMPLETED);
        }
    }

    private void add(List<TmfTreeDataModel> rows, GuestBoot boot, BootSymbols names, FunctionFrequency frequency) {
        String key = boot.host().id() + ' ' + boot.label();
        long top = fIds.of(key);
        rows.add(new FigureRow(top, -1, List.of(boot.label() + (names.remark() == null ? "" : " - " + names.remark()),
                Amount.count(frequency.calls()), "", "", Amount.ns(frequency.self()), "", "", "")));
        saving(rows, key, top, frequency, frequency.suggestion());
        saving(rows, key, top, frequency, frequency.without(FunctionFrequency.USUAL));
        List<FunctionFrequency.Line> lines = frequency.functions();
        for (FunctionFrequency.Line line : lines.subList(0, Math.min(MOST, lines.size()))) {
            rows.add(new FigureRow(fIds.of(key + ' ' + line.name()), top, List.of(line.name(), Amount.count(line.calls()),
                    Amount.share(line.calls(), frequency.calls()), Amount.share(line.before() + line.calls(), frequency.calls()),
                    Amount.ns(line.self()), Amount.ns(line.total()), line.calls() == 0 ? "" : Amount.ns(line.self() / line.calls()), "")));
        }
        if (lines.size() > MOST) {
            List<FunctionFrequency.Line> rest = lines.subList(MOST, lines.size());
            long calls = rest.stream().mapToLong(FunctionFrequency.Line::calls).sum();
            rows.add(new FigureRow(fIds.of(key + " rest"), top, List.of(rest.size() + " other functions",
                    Amount.count(calls), Amount.share(calls, frequency.calls()), Amount.share(1, 1),
                    Amount.ns(rest.stream().mapToLong(FunctionFrequency.Line::self).sum()), "", "", "")));
        }
    }

    private void saving(List<TmfTreeDataModel> rows, String key, long top, FunctionFrequency frequency,
            FunctionFrequency.Saving saving) {
        if (saving.functions() > 0) {
            rows.add(new FigureRow(fIds.of(key + " without " + saving.filter()), top, List.of(
                    "leaving out " + saving.functions() + " functions saves", Amount.count(saving.calls()),
                    Amount.share(saving.calls(), frequency.calls()), "", Amount.ns(saving.self()), "", "", "notrace=" + saving.filter())));
        }
    }

    private TmfTreeDataModel note(String sentence) {
        return new FigureRow(fIds.of(sentence), -1, List.of(sentence, "", "", "", "", "", "", ""));
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows,
            Status status) {
        return new TmfModelResponse<>(PlainTree.of(COLUMNS, rows), status,
                status == Status.RUNNING ? CommonStatusMessage.RUNNING : CommonStatusMessage.COMPLETED);
    }
}
