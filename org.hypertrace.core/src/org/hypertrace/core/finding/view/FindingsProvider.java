/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.exit.columns.ExitAnalysis;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.finding.Findings;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.view.ModelTableProvider;

/**
 * The table of all findings in a trace, the most important first. Waits until the model and the VM
 * exits are known; without exits a row reports why. Those of critical paths are there once it is gathered who waits for whom.
 */
public final class FindingsProvider extends ModelTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.findings";
    /** The columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Finding", "Notion", "From", "To", "About", "Time", "Evidence in", "Evidence at")
            .adding("Time");

    private static final String NOTHING = "Nothing stands out in this trace.";
    private static final String NOT_GATHERED = "What boots and shutdowns waited for is not gathered yet: double-click here.";

    private record Known(Findings.Sources sources, List<Finding> findings) { }

    private Known fKnown;
    private volatile long fNotGathered = NOWHERE;
    private final Map<Long, Finding> fFindings = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public FindingsProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.ofBoots(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException, IOException {
        boolean hasExits = MissingDataMessage.of(trace()) == null;
        ExitColumns exits = hasExits ? ExitAnalysis.of(trace()) : null;
        List<TmfTreeDataModel> rows = new ArrayList<>();
        CriticalPaths paths = PathAnalysis.known(trace());
        List<OwnClock> clocks = OwnClock.kept(HostTraces.of(trace()), Machines.of(states));
        List<Finding> findings = findings(new Findings.Sources(states, exits, paths, GuestSymbols.of(trace()), clocks), monitor);
        for (int i = 0; i < findings.size(); i++) {
            rows.add(row(i, findings.get(i)));
        }
        if (rows.isEmpty()) {
            rows.add(note(NOTHING));
        }
        if (hasExits && paths == null && MissingDataMessage.ofPaths(trace()) == null && Machines.of(states).stream().anyMatch(host -> !host.vms().isEmpty())) {
            TmfTreeDataModel offer = note(NOT_GATHERED);
            fNotGathered = offer.getId();
            rows.add(offer);
        }
        if (hasExits && exits == null) {
            rows.add(note(ExitAnalysis.whyNot(trace(), ExitAnalysis.ID)));
        }
        return rows;
    }

    /** They are of the whole trace, so whoever zooms asks for the same ones again. */
    private synchronized List<Finding> findings(Findings.Sources sources, IProgressMonitor monitor) throws StateSystemDisposedException {
        if (fKnown == null || !fKnown.sources.equals(sources)) {
            fKnown = new Known(sources, Findings.of(sources, Long.MIN_VALUE, Long.MAX_VALUE, vm -> true, monitor == null ? new NullProgressMonitor() : monitor));
        }
        return fKnown.findings;
    }

    private TmfTreeDataModel row(int place, Finding finding) {
        boolean shown = finding.evidence() != null;
        long begin = shown ? finding.evidence().begin() : finding.begin();
        TmfTreeDataModel row = row(place + " " + finding.about() + ' ' + finding.notion(), NOWHERE, List.of(CodeName.plain(finding.sentence()), finding.notion().label(),
                Amount.time(finding.begin()), Amount.time(finding.end()), finding.about(), finding.notion().isFirst() ? "" : Amount.ns(finding.weight()),
                shown ? finding.evidence().view().title() : "", Amount.time(begin)));
        fFindings.put(row.getId(), finding);
        return row;
    }

    /**
     * @param row
     *            the id of a row
     * @return whether it reports that it is not gathered yet who waits for whom
     */
    public boolean isNotGathered(long row) {
        return row == fNotGathered;
    }

    /**
     * @param row
     *            the id of a row
     * @return the finding in it, null if it has none
     */
    public Finding finding(long row) {
        return fFindings.get(row);
    }
}
