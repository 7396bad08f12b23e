/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

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
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.exit.ExitAnalysis;
import org.hypertrace.core.exit.ExitColumns;
import org.hypertrace.core.exit.ExitGrouping;
import org.hypertrace.core.exit.ExitQuery;
import org.hypertrace.core.exit.ExitTable;
import org.hypertrace.core.provider.DurationText;
import org.hypertrace.core.provider.EntryIds;
import org.hypertrace.core.provider.Explanation;

/**
 * The table of findings in the VM exits of the time in sight: what guests are left for and need not be. A row's time is that of its
 * worst exit; without one, of all its exits. Waits until the exits are known.
 */
public final class ExitFindingsProvider implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.exits.findings";
    /** The columns. */
    public static final List<String> COLUMNS = List.of("VM", "Finding", "About and by whom", "Share of busy time", "Exits", "Time",
            "Worst", "Worst at", "What helps");

    private static final String NOTHING = "Nothing stands out among the VM exits of this time.";

    private final ITmfTrace fTrace;
    private final String fWhyNot;
    private final EntryIds fIds = new EntryIds();

    /** @param trace a trace or experiment */
    public ExitFindingsProvider(ITmfTrace trace) {
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
            rows.add(note(fWhyNot == null ? Explanation.failed() : fWhyNot));
            return response(rows);
        }
        List<Long> times = DataProviderParameterUtils.extractTimeRequested(parameters);
        ExitQuery query = times == null || times.isEmpty() ? ExitQuery.ALL
                : new ExitQuery(Collections.min(times), after(Collections.max(times)), vcpu -> true, true);
        try {
            IProgressMonitor cancels = monitor == null ? new NullProgressMonitor() : monitor;
            ExitTable table = ExitTable.of(exits, query, ExitGrouping.TRACER, cancels);
            ExitFindings.of(table, cancels).forEach(finding -> rows.add(row(exits, finding)));
        } catch (OperationCanceledException e) {
            return new TmfModelResponse<>(null, Status.CANCELLED, CommonStatusMessage.TASK_CANCELLED);
        }
        if (rows.isEmpty()) {
            rows.add(note(NOTHING));
        }
        return response(rows);
    }

    /** The last moment requested is in the time asked for. */
    private static long after(long last) {
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    private TmfTreeDataModel row(ExitColumns exits, ExitFinding finding) {
        int worst = finding.worst();
        long begin = worst < 0 ? finding.begin() : exits.begin(worst);
        long end = worst < 0 ? finding.end() : begin + exits.length(worst);
        List<String> labels = List.of(finding.vm().first().vmLabel(), finding.title(), finding.about(), String.format(Locale.ROOT, "%.2f %%", 100 * finding.share()),
                Long.toString(finding.count()), DurationText.of(finding.time()), worst < 0 ? "" : DurationText.of(exits.length(worst)),
                worst < 0 ? "" : TmfTimestampFormat.getDefaulTimeFormat().format(begin), finding.help());
        return new TimeGraphEntryModel(fIds.of(finding.vm().first().host() + " " + finding.vm().first().vm() + ' ' + finding.rule()), -1,
                labels, begin, end, false);
    }

    private TmfTreeDataModel note(String sentence) {
        List<String> labels = new ArrayList<>(List.of(sentence));
        while (labels.size() < COLUMNS.size()) {
            labels.add("");
        }
        return new TmfTreeDataModel(fIds.of(sentence), -1, labels, false, null);
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response(List<TmfTreeDataModel> rows) {
        return new TmfModelResponse<>(new TmfTreeModel<>(COLUMNS, rows), Status.COMPLETED, CommonStatusMessage.COMPLETED);
    }
}
