/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitVcpu;
import org.hypertrace.core.exit.statistics.Distribution;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.LatencyFigures;
import org.hypertrace.core.exit.statistics.LatencyTable;
import org.hypertrace.core.exit.statistics.LatencyTable.By;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.view.FigureRow;

/**
 * The table of what guests wait for in the time in sight: per VM and kind, and below that per vector and vCPU; the same figures
 * as in the report. Waits until the exits are known.
 */
public final class LatencyProvider extends ExitTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.latencies";
    /** The columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Waiting for", "Number", "Total", "Min", "Mean", "p50", "p90", "p99", "Max",
            "Longest at")
            .adding("Number", "Total");

    /** @param trace a trace or experiment */
    public LatencyProvider(ITmfTrace trace) {
        super(trace, ID, "No guest waited for an interrupt or for being run in this time.");
    }

    @Override
    protected List<String> headers() {
        return COLUMNS;
    }

    @Override
    protected List<String> fill(ExitColumns exits, ExitQuery query, Map<String, Object> parameters, IProgressMonitor monitor,
            List<TmfTreeDataModel> rows) {
        for (By by : By.values()) {
            LatencyTable.of(exits, query, by, monitor).forEach((vm, figures) -> figures.forEach(f -> add(exits, vm, by, f, rows)));
        }
        return COLUMNS;
    }

    private void add(ExitColumns exits, String vm, By by, LatencyFigures f, List<TmfTreeDataModel> rows) {
        String kind = vm + ' ' + f.kind();
        if (by == By.KIND) {
            if (rows.stream().noneMatch(row -> row.getId() == id(vm))) {
                rows.add(new TmfTreeDataModel(id(vm), -1, List.of(label(exits, vm)), false, null));
            }
            rows.add(row(kind, id(vm), f, f.kind().label()));
        } else {
            String label = by == By.VECTOR ? String.format("vector 0x%02x", f.of())
                    : "vCPU " + exits.dictionary().vcpus().get(f.of()).number();
            rows.add(row(kind + ' ' + by + f.of(), id(kind), f, label));
        }
    }

    private static String label(ExitColumns exits, String vm) {
        return exits.dictionary().vcpus().stream().filter(vcpu -> LatencyTable.key(vcpu).equals(vm)).findFirst()
                .map(ExitVcpu::vmLabel).orElse(vm);
    }

    private TmfTreeDataModel row(String key, long parent, LatencyFigures f, String label) {
        Distribution l = f.lengths();
        List<Object> cells = new ArrayList<>(List.of(label, Amount.count(l.count())));
        if (f.kind().hasLength()) {
            for (long ns : new long[] { l.total(), l.min(), l.mean(), l.p50(), l.p90(), l.p99(), l.max() }) {
                cells.add(Amount.ns(ns));
            }
            cells.add(Amount.time(f.longest()));
        }
        return new FigureRow(id(key), parent, cells);
    }
}
