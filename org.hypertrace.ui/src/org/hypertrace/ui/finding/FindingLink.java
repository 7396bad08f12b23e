/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.finding;

import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.hypertrace.core.finding.Evidence;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.upgrade.view.RunOffer;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.cpu.OvercommitTableView;
import org.hypertrace.ui.exit.ExitFindingsView;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.path.AskPath;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.timegraph.LifeView;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.timegraph.RowReveal;
import org.hypertrace.ui.vcpu.VirtualCpuView;

/** Shows a finding where its evidence is: the view, the time, the row. */
final class FindingLink {

    /** Part of the time that is shown on either side. */
    private static final long MARGIN = 20;

    private final Finding fFinding;
    private final ITmfTrace fTrace;

    private FindingLink(Finding finding, ITmfTrace trace) {
        fFinding = finding;
        fTrace = trace;
    }

    /** For the UI thread; the finding has evidence. */
    static void follow(Finding finding, ITmfTrace trace, IWorkbenchPage page) {
        try {
            new FindingLink(finding, trace).show(page.showView(id(finding.evidence().view())));
        } catch (PartInitException e) {
            MessageDialog.openError(page.getWorkbenchWindow().getShell(), "Findings", String.valueOf(e.getMessage()));
        }
    }

    private static String id(Evidence.View view) {
        return switch (view) {
        case VIRTUAL_CPU -> VirtualCpuView.ID;
        case OVERCOMMIT -> OvercommitTableView.ID;
        case BOOT -> BootView.ID;
        case SHUTDOWN -> ShutdownView.ID;
        case EXIT_FINDINGS -> ExitFindingsView.ID;
        case CRITICAL_PATH -> CriticalPathView.ID;
        case DATA_QUALITY -> DataLossView.ID;
        };
    }

    private void show(IViewPart part) {
        Evidence evidence = fFinding.evidence();
        if (part instanceof CriticalPathView view) {
            AskPath.ask(fTrace, query(evidence));
            view.reveal(evidence.begin(), evidence.end());
            return;
        }
        // figures of a table are those of the finding only for all of its range
        boolean isTable = part instanceof ProviderTableView;
        long margin = (evidence.end() - evidence.begin()) / MARGIN;
        // first: a view moves to the end of what is selected if it does not show that
        zoom(isTable ? fFinding.begin() : evidence.begin() - margin, isTable ? fFinding.end() : evidence.end() + margin);
        if (evidence.begin() > fFinding.begin() || evidence.end() < fFinding.end()) {
            select(evidence);
        }
        if (part instanceof LifeView view) {
            view.reveal(new RunOffer(evidence.view() == Evidence.View.SHUTDOWN, evidence.row().get(0), evidence.row().get(1),
                    evidence.number(), evidence.begin(), evidence.end()));
        } else if (part instanceof ModelTimeGraphView view) {
            RowReveal.in(view, evidence.row());
        } else if (part instanceof ProviderTableView view) {
            RowReveal.in(view.table().getTreeViewer(), evidence.row());
        }
    }

    private static PathQuery query(Evidence evidence) {
        try {
            return PathQuery.of(evidence.row());
        } catch (PathSubject.Unknown e) {
            throw new IllegalStateException(e);
        }
    }

    private void select(Evidence evidence) {
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(evidence.begin()),
                TmfTimestamp.fromNanos(evidence.end()), fTrace));
    }

    private void zoom(long from, long to) {
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(this, new TmfTimeRange(TmfTimestamp.fromNanos(from),
                TmfTimestamp.fromNanos(to)), fTrace));
    }
}
