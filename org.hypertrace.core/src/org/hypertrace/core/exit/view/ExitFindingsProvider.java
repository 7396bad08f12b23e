/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.view;

import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.exit.columns.ExitGrouping;
import org.hypertrace.core.exit.finding.ExitFinding;
import org.hypertrace.core.exit.finding.ExitFindings;
import org.hypertrace.core.exit.finding.VmStates;
import org.hypertrace.core.exit.statistics.ExitQuery;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.view.TimedRow;

/**
 * The table of findings in the VM exits of the time in sight: what guests are left for and need not be. A row's time is that of its
 * longest exit or time in a state; without one, the time in sight. Waits until the exits and the model are known.
 */
public final class ExitFindingsProvider extends ExitTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.findings";
    /** The columns. */
    public static final TableColumns COLUMNS = TableColumns.of("VM", "Finding", "Share of busy time", "Time", "Count", "Longest",
            "About and by whom", "Longest at", "What helps")
            .adding("Count", "Time");

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
        ITmfStateSystem states = ModelStates.complete(trace());
        if (states == null) {
            String why = ModelStates.failure(trace());
            rows.add(new TmfTreeDataModel(id("no model"), -1, List.of(why == null ? MissingDataMessage.failed(trace()) : why), false, null));
        }
        try {
            ExitFindings.of(table, states == null ? vm -> null : VmStates.of(states, table, monitor), monitor).forEach(finding -> rows.add(row(finding)));
        } catch (StateSystemDisposedException e) {
            throw new OperationCanceledException();
        }
        return COLUMNS;
    }

    private TmfTreeDataModel row(ExitFinding finding) {
        ExitFinding.Longest longest = finding.longest();
        List<Object> cells = List.of(finding.vm().first().vmLabel(), finding.title(), Amount.share(finding.share()), Amount.ns(finding.time()),
                Amount.count(finding.count()), longest == null ? "" : Amount.ns(longest.ns()), CodeName.plain(finding.about()), longest == null ? "" : Amount.time(longest.begin()), finding.help());
        return new TimedRow(id(finding.vm().first().host() + " " + finding.vm().first().vm() + ' ' + finding.rule()),
                cells, longest == null ? finding.begin() : longest.begin(), longest == null ? finding.end() : longest.end());
    }
}
