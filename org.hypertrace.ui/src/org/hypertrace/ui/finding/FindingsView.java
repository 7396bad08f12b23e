/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.finding;

import java.util.concurrent.CompletableFuture;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.provider.Providers;
import org.hypertrace.ui.path.PathAskedSignal;
import org.hypertrace.ui.table.ProviderTable.Times;
import org.hypertrace.ui.table.ProviderTableView;

/** All that stands out in a trace, of every notion, the most important first; a double click shows it in the view that has it. */
public final class FindingsView extends ProviderTableView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.findings";

    /** Made by the workbench. */
    public FindingsView() {
        super("Findings", FindingsProvider.COLUMNS, Times.ALL, Providers.FINDINGS::create);
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        table().whenOpened((provider, row) -> {
            Finding finding = provider instanceof FindingsProvider findings ? findings.finding(row) : null;
            if (finding != null && finding.evidence() != null) {
                FindingLink.follow(finding, table().getTrace(), getSite().getPage());
            } else if (provider instanceof FindingsProvider findings && findings.isNotGathered(row)) {
                gather(table().getTrace());
            }
        });
    }

    /** The sentence, its notion and its range. */
    @Override
    protected int columnsInSight() {
        return FindingsProvider.COLUMNS.indexOf("To") + 1;
    }

    /** Trace Compass shows how far it is. */
    private void gather(ITmfTrace trace) {
        CompletableFuture.runAsync(() -> PathAnalysis.of(trace)).thenRun(() -> again(trace));
    }

    private void again(ITmfTrace trace) {
        Display.getDefault().asyncExec(() -> {
            if (!table().getControl().isDisposed() && trace == table().getTrace()) {
                table().again();
            }
        });
    }

    /** @param signal that a critical path was asked for: with the first one it is gathered who waits for whom, which findings are of */
    @TmfSignalHandler
    public void asked(PathAskedSignal signal) {
        ITmfTrace trace = table().getTrace();
        var path = trace == null || PathAnalysis.known(trace) != null ? null : AskedPaths.of(trace).shown();
        if (path != null) {
            path.thenRun(() -> again(trace));
        }
    }
}
