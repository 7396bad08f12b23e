/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.exit.finding.ExitFindings;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.TimedRow;

/**
 * The table of findings in the VM exits of the time in sight: what guests are left for and need not be. A row's time is that of its
 * worst exit; without one, of all its exits. Waits until the exits are known.
 */
public final class ExitFindingsProvider extends ExitTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.findings";
    /** The columns. */
    public static final List<String> COLUMNS = List.of("VM", "Finding", "About and by whom", "Share of busy time", "Exits", "Time",
            "Worst", "Worst at", "What helps");

    /** @param trace a trace or experiment */
    public ExitFindingsProvider(ITmfTrace trace) {
        super(trace, ID, "Nothing stands out among the VM exits of this time.");
    }

    @Override
    protected List<String> headers() {
        return COLUMNS;
    }

    @Override
    protected List<String> fill(ExitColumns exits, ExitQuery query, Map<String, Object> parameters, IProgressMonitor monitor,
            List<TmfTreeDataModel> rows) {
        ExitTable table = ExitTable.of(exits, query, ExitGrouping.TRACER, monitor);
        ExitFindings.of(table, monitor).forEach(finding -> rows.add(row(exits, finding)));
        return COLUMNS;
    }

    private TmfTreeDataModel row(ExitColumns exits, ExitFinding finding) {
        int worst = finding.worst();
        long begin = worst < 0 ? finding.begin() : exits.begin(worst);
        long end = worst < 0 ? finding.end() : begin + exits.length(worst);
        List<Object> cells = List.of(finding.vm().first().vmLabel(), finding.title(), finding.about(),
                Amount.share(finding.share()),
                Amount.count(finding.count()), Amount.ns(finding.time()), worst < 0 ? "" : Amount.ns(exits.length(worst)),
                worst < 0 ? "" : Amount.time(begin), finding.help());
        return new TimedRow(id(finding.vm().first().host() + " " + finding.vm().first().vm() + ' ' + finding.rule()),
                cells, begin, end);
    }
}
