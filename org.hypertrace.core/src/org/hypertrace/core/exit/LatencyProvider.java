/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
import org.hypertrace.core.exit.LatencyTable.By;
import org.hypertrace.core.provider.DurationText;
import org.hypertrace.core.provider.EntryIds;
import org.hypertrace.core.provider.Explanation;

/**
 * The table of what guests wait for in the time in sight: per VM and kind, and below that per vector and vCPU; the same figures
 * as in the report. Waits until the exits are known.
 */
public final class LatencyProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.latencies";
    /** The columns. */
    public static final List<String> COLUMNS = List.of("Waiting for", "Number", "Total", "Min", "Mean", "p50", "p90", "p99", "Max",
            "Longest at");

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /** @param trace a trace or experiment */
    public LatencyProvider(ITmfTrace trace) {
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
            rows.add(row(-1, fWhyNot == null ? Explanation.failed() : fWhyNot));
            return response(rows);
        }
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        ExitQuery query = times == null || times.isEmpty() ? ExitQuery.ALL
                : new ExitQuery(Collections.min(times), after(Collections.max(times)), vcpu -> true, true);
        try {
            for (By by : By.values()) {
                LatencyTable.of(exits, query, by, monitor == null ? new NullProgressMonitor() : monitor)
                        .forEach((vm, figures) -> figures.forEach(f -> add(exits, vm, by, f, rows)));
            }
        } catch (OperationCanceledException e) {
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        }
        if (rows.isEmpty()) {
            rows.add(row(-1, "No guest waited for an interrupt or for being run in this time."));
        }
        return response(rows);
    }

    /** The last moment requested is in the time asked for. */
    private static long after(long last) {
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    private void add(ExitColumns exits, String vm, By by, LatencyFigures f, List<TmfTreeDataModel> rows) {
        String kind = vm + ' ' + f.kind();
        if (by == By.KIND) {
            if (rows.stream().noneMatch(row -> row.getId() == fIds.of(vm))) {
                rows.add(new TmfTreeDataModel(fIds.of(vm), -1, List.of(label(exits, vm)), false, null));
            }
            rows.add(row(kind, fIds.of(vm), f, f.kind().label()));
        } else {
            String label = by == By.VECTOR ? String.format("vector 0x%02x", f.of())
                    : "vCPU " + exits.dictionary().vcpus().get(f.of()).number();
            rows.add(row(kind + ' ' + by + f.of(), fIds.of(kind), f, label));
        }
    }

    private static String label(ExitColumns exits, String vm) {
        return exits.dictionary().vcpus().stream().filter(vcpu -> LatencyTable.key(vcpu).equals(vm)).findFirst()
                .map(ExitVcpu::vmLabel).orElse(vm);
    }

    private TmfTreeDataModel row(String key, long parent, LatencyFigures f, String label) {
        Distribution l = f.lengths();
        List<String> cells = new ArrayList<>(List.of(label, Integer.toString(l.count())));
        if (f.kind().hasLength()) {
            for (long ns : new long[] { l.total(), l.min(), l.mean(), l.p50(), l.p90(), l.p99(), l.max() }) {
                cells.add(DurationText.of(ns));
            }
            cells.add(TmfTimestampFormat.getDefaulTimeFormat().format(f.longest()));
        }
        return new TmfTreeDataModel(fIds.of(key), parent, cells, false, null);
    }

    private TmfTreeDataModel row(long parent, String sentence) {
        return new TmfTreeDataModel(fIds.of(sentence), parent, List.of(sentence), false, null);
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows) {
        return new TmfModelResponse<>(new TmfTreeModel<>(COLUMNS, rows), Status.COMPLETED, CommonStatusMessage.COMPLETED);
    }
}
