/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import java.util.concurrent.CompletableFuture;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.core.path.view.PathFlames;
import org.hypertrace.core.path.view.PathTableProvider;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.ui.stack.FlameCanvas;
import org.hypertrace.ui.stack.FlameSearch;

/** The critical path that was asked for last as a flame graph: the subject below, above each the one it waited for. */
public final class CriticalPathFlameView extends TmfView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.path.flame";

    private FlameSearch fSearch;
    private FlameCanvas fCanvas;
    private ITmfTrace fTrace;
    private Object fAsked;

    /** Made by the workbench. */
    public CriticalPathFlameView() {
        super("Critical Path Flame Graph");
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(parent);
        Composite bar = new Composite(parent, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(2).margins(4, 2).applyTo(bar);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
        fSearch = new FlameSearch(bar);
        fCanvas = fSearch.canvas(parent);
        fTrace = TmfTraceManager.getInstance().getActiveTrace();
        show();
    }

    /** @param signal that another trace is shown */
    @TmfSignalHandler
    public void traceSelected(TmfTraceSelectedSignal signal) {
        fTrace = signal.getTrace();
        show();
    }

    /** @param signal that a trace is not shown any more */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        if (signal.getTrace() == fTrace) {
            fTrace = null;
            show();
        }
    }

    /** @param signal that another path was asked for */
    @TmfSignalHandler
    public void asked(PathAskedSignal signal) {
        Display.getDefault().asyncExec(this::show);
    }

    private void show() {
        if (fCanvas == null || fCanvas.isDisposed()) {
            return;
        }
        CompletableFuture<AskedPaths.Answer> asked = fTrace == null ? null : AskedPaths.of(fTrace).shown();
        fAsked = asked;
        fSearch.showNone(fTrace == null ? "" : asked == null ? AskedPaths.NOTHING_ASKED : asked.isDone() ? "" : PathTableProvider.GATHERING);
        if (asked != null) {
            asked.thenAcceptAsync(answer -> {
                FlameGraph graph = answer.index() == null ? null : PathFlames.of(answer.index().found());
                Display.getDefault().asyncExec(() -> answered(asked, graph, answer.sentence()));
            }).exceptionally(thrown -> {
                String sentence = MissingDataMessage.failed(thrown);
                Display.getDefault().asyncExec(() -> answered(asked, null, sentence));
                return null;
            });
        }
    }

    private void answered(Object asked, FlameGraph graph, String sentence) {
        if (asked == fAsked && !fCanvas.isDisposed()) {
            if (graph == null) {
                fSearch.showNone(sentence);
            } else {
                fSearch.show(graph, "");
            }
        }
    }

    /** @return the picture */
    public FlameCanvas canvas() {
        return fCanvas;
    }

    @Override
    public void setFocus() {
        fCanvas.setFocus();
    }
}
