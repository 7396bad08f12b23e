/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.CommonStatusMessage;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.provider.DurationText;
import org.hypertrace.core.provider.EntryIds;
import org.hypertrace.core.provider.Explanation;

/**
 * The table of VM exits in the time in sight: per VM its exits put together in every way, and who caused them; the same figures
 * as in the report. Waits until the exits are known.
 */
public final class ExitFiguresProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.figures";
    /** The columns. */
    public static final List<String> COLUMNS = List.of("Exits of", "Number", "Total", "Of life", "Min", "Mean", "p50", "p90",
            "p99", "p99.9", "Max", "Deviation", "Longest at");

    /** Rows of a kind that are shown: the others, with less time, are summed up in one. */
    private static final int MOST = 60;

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /** @param trace a trace or experiment */
    public ExitFiguresProvider(ITmfTrace trace) {
        fTrace = trace;
        fWhyNot = Explanation.of(trace);
    }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
            IProgressMonitor monitor) {
        ExitColumns exits = fWhyNot == null ? ExitAnalysis.of(fTrace) : null;
        List<TmfTreeDataModel> rows = new ArrayList<>();
        if (exits == null) {
            note(fWhyNot == null ? Explanation.failed() : fWhyNot, rows);
            return response(rows);
        }
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        ExitQuery query = times == null || times.isEmpty() ? ExitQuery.ALL
                : new ExitQuery(Collections.min(times), after(Collections.max(times)), vcpu -> true, true);
        try {
            IProgressMonitor cancels = monitor == null ? new NullProgressMonitor() : monitor;
            ExitTable all = ExitTable.of(exits, query, ExitGrouping.REASON, cancels);
            for (ExitGrouping grouping : ExitGrouping.values()) {
                ExitTable table = grouping == ExitGrouping.REASON ? all : all.by(grouping, cancels);
                table.vms().forEach(vm -> add(table, vm, rows));
            }
        } catch (OperationCanceledException e) {
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        }
        if (rows.isEmpty()) {
            note("No VM lived in this time.", rows);
        }
        return response(rows);
    }

    /** The last moment requested is in the time asked for. */
    private static long after(long last) {
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    private void add(ExitTable table, ExitTable.Vm vm, List<TmfTreeDataModel> rows) {
        String vmKey = vm.first().host() + " " + vm.first().vm();
        long parent = fIds.of(vmKey);
        if (table.grouping() == ExitGrouping.REASON) {
            rows.add(vm(parent, vm));
            addNested(table, vm, parent, rows);
        }
        if (vm.rows().isEmpty()) {
            return;
        }
        String key = vmKey + ' ' + table.grouping();
        rows.add(row(key, parent, "by " + table.grouping().words()));
        ExitNames names = new ExitNames(table.exits());
        for (ExitFigures f : vm.rows().subList(0, Math.min(MOST, vm.rows().size()))) {
            String label = names.label(table.grouping(), f.example());
            rows.add(row(key + ' ' + label, fIds.of(key), figures(table, vm, f, label)));
        }
        List<ExitFigures> rest = vm.rows().subList(Math.min(MOST, vm.rows().size()), vm.rows().size());
        if (!rest.isEmpty()) {
            rows.add(row(key + " rest", fIds.of(key), rest.size() + " more",
                    Long.toString(rest.stream().mapToLong(ExitFigures::count).sum()),
                    DurationText.of(rest.stream().mapToLong(ExitFigures::total).sum()),
                    percent(rest.stream().mapToLong(ExitFigures::inRange).sum(), vm.lifetime())));
        }
    }

    /** All exits of a VM: those of tracing among them are told apart. */
    private TmfTreeDataModel vm(long id, ExitTable.Vm vm) {
        long below = vm.first().nested() == null ? -1 : fIds.of(vm.first().host() + " " + vm.first().hostVm());
        long time = vm.rows().stream().mapToLong(ExitFigures::inRange).sum();
        return new TmfTreeDataModel(id, below, List.of(vm.first().vmLabel() + (vm.tracer() == null ? ""
                : ", tracing " + percent(vm.tracer().inRange(), vm.lifetime())),
                Long.toString(vm.rows().stream().mapToLong(ExitFigures::count).sum()),
                DurationText.of(vm.rows().stream().mapToLong(ExitFigures::total).sum()), percent(time, vm.lifetime())), false,
                null);
    }

    /** Of what is nested in a VM: how often the host is needed for one exit. */
    private void addNested(ExitTable table, ExitTable.Vm vm, long parent, List<TmfTreeDataModel> rows) {
        if (vm.first().nested() == null) {
            return;
        }
        String key = parent + " host exits";
        rows.add(row(key, parent, "exits of the host for one exit (numbers, no times)"));
        for (NestedTable.Row row : NestedTable.of(table.exits(), table.query(), vm)) {
            Distribution n = row.hostExits();
            String label = row.reason().label() + ", handled by " + row.handledBy() + (row.handledBy().equals("both") ? ", the VM got " + row.given().label() : "");
            rows.add(row(key + label, fIds.of(key), label, Integer.toString(n.count()), Long.toString(n.total()), "",
                    Long.toString(n.min()), String.format(Locale.ROOT, "%.2f", (double) n.total() / n.count()),
                    Long.toString(n.p50()), Long.toString(n.p90()), Long.toString(n.p99()), "", Long.toString(n.max())));
        }
    }

    private static String[] figures(ExitTable table, ExitTable.Vm vm, ExitFigures f, String label) {
        return new String[] { label, Integer.toString(f.count()), DurationText.of(f.total()), percent(f.inRange(), vm.lifetime()),
                DurationText.of(f.min()), DurationText.of(f.mean()), DurationText.of(f.p50()), DurationText.of(f.p90()),
                DurationText.of(f.p99()), DurationText.of(f.p999()), DurationText.of(f.max()),
                Double.isNaN(f.deviation()) ? "" : DurationText.of(Math.round(f.deviation())),
                TmfTimestampFormat.getDefaulTimeFormat().format(table.exits().begin(f.longest())) };
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
    }

    private TmfTreeDataModel row(String key, long parent, String... labels) {
        return new TmfTreeDataModel(fIds.of(key), parent, List.of(labels), false, null);
    }

    private void note(String sentence, List<TmfTreeDataModel> rows) {
        rows.add(row(sentence, -1, sentence));
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows) {
        return new TmfModelResponse<>(new TmfTreeModel<>(COLUMNS, rows), Status.COMPLETED, CommonStatusMessage.COMPLETED);
    }
}
