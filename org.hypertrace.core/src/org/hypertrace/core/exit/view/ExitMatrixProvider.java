/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.statistics.ExitMatrix;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.TimedCells;

/**
 * The matrix of causes of VM exits in the time in sight, see {@link ExitMatrix} and {@link ExitRequest}. A VM has the sums. Below it is a
 * row for each thread, function, system call or initcall. A cell's time is that of its longest exit, its heat its
 * part of the VM's total. Waits until the exits are known.
 */
public final class ExitMatrixProvider extends ExitTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.matrix";
    /** Reasons that have a column each: those with the greatest totals. All others have one together. */
    public static final int REASONS = 16;
    /** How many columns there are, whatever is asked for: the cause, all its exits, the reasons, all other reasons. */
    public static final int COLUMNS = REASONS + 3;
    /** The value of {@link ExitRequest#CELLS} that asks for numbers of exits. */
    public static final String COUNT = "count";

    /** Rows of a VM that are shown: the others, with less time, are summed up in one. */
    private static final int MOST = 1000;

    /** @param trace a trace or experiment */
    public ExitMatrixProvider(ITmfTrace trace) {
        super(trace, ID, "No exit begins in this time.");
    }

    @Override
    protected List<String> headers() {
        return headers(List.of());
    }

    @Override
    protected List<String> fill(ExitColumns exits, ExitQuery query, Map<String, Object> parameters, IProgressMonitor monitor,
            List<TmfTreeDataModel> rows) {
        ExitMatrix.Rows by = ExitRequest.choice(parameters, ExitRequest.BY, ExitMatrix.Rows.TASK);
        boolean count = COUNT.equals(parameters.get(ExitRequest.CELLS));
        ExitMatrix matrix = ExitMatrix.of(exits, query, by, monitor);
        matrix.vms().forEach(vm -> add(exits, vm, by, count, rows));
        return headers(matrix.reasons());
    }

    private static List<String> headers(List<String> reasons) {
        List<String> headers = new ArrayList<>(List.of("Caused by", "All"));
        headers.addAll(reasons.subList(0, Math.min(REASONS, reasons.size())));
        while (headers.size() < COLUMNS - 1) {
            headers.add("");
        }
        headers.add(reasons.size() > REASONS ? reasons.size() - REASONS + " others" : "");
        return headers;
    }

    private void add(ExitColumns exits, ExitMatrix.Vm vm, ExitMatrix.Rows by, boolean count, List<TmfTreeDataModel> rows) {
        String key = ExitTable.vm(vm.vcpu());
        long most = value(vm.all().all(), count);
        rows.add(row(exits, key, -1, vm.vcpu().vmLabel(), vm.all(), count, most));
        int shown = Math.min(MOST, vm.rows().size());
        for (ExitMatrix.Row row : vm.rows().subList(0, shown)) {
            String label = row.label() == null ? "no " + by.label() + " recorded" : row.label();
            rows.add(row(exits, key + ' ' + by + ' ' + row.label(), id(key), label, row, count, most));
        }
        List<ExitMatrix.Row> rest = vm.rows().subList(shown, vm.rows().size());
        if (!rest.isEmpty()) {
            ExitMatrix.Row sum = rest.stream().reduce((a, b) -> a.and(b, exits)).get();
            rows.add(row(exits, key + ' ' + by + " rest", id(key), rest.size() + " more", sum, count, most));
        }
    }

    private TmfTreeDataModel row(ExitColumns exits, String key, long parent, String label, ExitMatrix.Row row, boolean count,
            long most) {
        int reasons = row.cells().size();
        ExitMatrix.Cell others = row.cells().stream().skip(REASONS).reduce(ExitMatrix.Cell.NONE, (a, b) -> a.and(b, exits));
        List<ExitMatrix.Cell> cells = Stream.of(Stream.of(row.all(), row.all()), row.cells().stream().limit(REASONS),
                Stream.generate(() -> ExitMatrix.Cell.NONE).limit(Math.max(0, REASONS - reasons)), Stream.of(others))
                .flatMap(cell -> cell).toList();
        List<Object> labels = new ArrayList<>(List.of(label));
        cells.stream().skip(1).forEach(cell -> labels.add(cell.count() == 0 ? ""
                : count ? Amount.count(cell.count()) : Amount.ns(cell.total())));
        return new TimedCells(id(key), parent, labels, cells.stream().map(cell -> {
            int longest = cell.longest();
            return longest < 0 ? TimedCells.Cell.NONE : new TimedCells.Cell(exits.begin(longest),
                    exits.begin(longest) + exits.length(longest),
                    parent < 0 || cell == row.all() || most == 0 ? 0 : (double) value(cell, count) / most);
        }).toList());
    }

    private static long value(ExitMatrix.Cell cell, boolean count) {
        return count ? cell.count() : cell.total();
    }
}
