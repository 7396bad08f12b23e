/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.FunctionFrequency;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.view.FigureRow;
import org.hypertrace.core.view.ModelTableProvider;

/**
 * The table of the functions that boots call. A boot that was recorded with function events has a row with what leaving some out would
 * save. Its functions follow, the most frequent first.
 */
public final class FunctionFrequencyDataProvider extends ModelTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.boot.functions";
    /** The columns. Shares are those of all calls; times are the guest's. */
    public static final TableColumns COLUMNS = TableColumns.of("Function", "Calls", "Share", "Cumulative", "Self", "Total",
            "Self per call", "Filter for the recorder")
            .adding("Calls", "Self");
    /** More rows nobody reads: the rest is one row here, and whole in the report. */
    static final int MOST = 1000;

    private static final String NOTHING = "No boot was recorded with function events; record some with the guest's tracer.";

    /** @param trace a trace or experiment */
    public FunctionFrequencyDataProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.ofBoots(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        List<TmfTreeDataModel> rows = rowsSoFar(states, parameters);
        return rows.isEmpty() ? List.of(note(NOTHING)) : rows;
    }

    @Override
    protected List<TmfTreeDataModel> rowsSoFar(ITmfStateSystem states, Map<String, Object> parameters)
            throws StateSystemDisposedException, IOException {
        // functions are reported at the end of a boot or of the trace
        GuestSymbols symbols = GuestSymbols.of(trace());
        List<TmfTreeDataModel> rows = new ArrayList<>();
        for (GuestBoot boot : Boots.of(states)) {
            if (!boot.functions().isEmpty()) {
                BootSymbols names = BootSymbols.of(boot, symbols);
                add(rows, boot, names, FunctionFrequency.of(boot, names));
            }
        }
        return rows;
    }

    private void add(List<TmfTreeDataModel> rows, GuestBoot boot, BootSymbols names, FunctionFrequency frequency) {
        String key = boot.host().id() + ' ' + boot.label();
        long top = id(key);
        rows.add(new FigureRow(top, -1, List.of(boot.label() + (names.remark() == null ? "" : " - " + names.remark()),
                Amount.count(frequency.calls()), "", "", Amount.ns(frequency.self()), "", "", "")));
        saving(rows, key, top, frequency, frequency.suggestion());
        saving(rows, key, top, frequency, frequency.without(FunctionFrequency.USUAL));
        List<FunctionFrequency.Line> lines = frequency.functions();
        for (FunctionFrequency.Line line : lines.subList(0, Math.min(MOST, lines.size()))) {
            rows.add(new FigureRow(id(key + ' ' + line.name()), top, List.of(line.name(), Amount.count(line.calls()),
                    Amount.share(line.calls(), frequency.calls()), Amount.share(line.before() + line.calls(), frequency.calls()),
                    Amount.ns(line.self()), Amount.ns(line.total()), line.calls() == 0 ? "" : Amount.ns(line.self() / line.calls()), "")));
        }
        if (lines.size() > MOST) {
            List<FunctionFrequency.Line> rest = lines.subList(MOST, lines.size());
            long calls = rest.stream().mapToLong(FunctionFrequency.Line::calls).sum();
            rows.add(new FigureRow(id(key + " rest"), top, List.of(rest.size() + " other functions",
                    Amount.count(calls), Amount.share(calls, frequency.calls()), Amount.share(1, 1),
                    Amount.ns(rest.stream().mapToLong(FunctionFrequency.Line::self).sum()), "", "", "")));
        }
    }

    private void saving(List<TmfTreeDataModel> rows, String key, long top, FunctionFrequency frequency,
            FunctionFrequency.Saving saving) {
        if (saving.functions() > 0) {
            rows.add(new FigureRow(id(key + " without " + saving.filter()), top, List.of(
                    "leaving out " + saving.functions() + " functions saves", Amount.count(saving.calls()),
                    Amount.share(saving.calls(), frequency.calls()), "", Amount.ns(saving.self()), "", "", "notrace=" + saving.filter())));
        }
    }
}
