/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.stack;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.core.stack.flame.FlameDifference.Norm;
import org.hypertrace.core.stack.flame.FlameLabels;
import org.hypertrace.core.stack.flame.FlameMode;
import org.hypertrace.core.stack.flame.StackFigures;
import org.hypertrace.core.stack.view.FlameGraph;
import org.hypertrace.core.untrusted.PlainText;
import org.hypertrace.ui.symbol.GuestSymbolsChangedSignal;

/**
 * The stacks of guests put together, of all of a trace or of the time that is selected. They show time on the CPU, with what the hypervisor
 * did, or waiting. They can be compared with another time, VM or trace.
 */
public final class GuestFlameGraphView extends TmfView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.stacks.flame";

    private static final List<FlameMode> MODES = List.of(FlameMode.HYPERVISOR, FlameMode.ON_CPU, FlameMode.OFF_CPU, FlameMode.WALL);

    /** Of all that was shown, so that graphs can be compared. */
    private final FlameLabels fLabels = new FlameLabels();
    private Combo fVm;
    /** The VM that is to be shown as soon as it can be. */
    private String fWanted;
    private Combo fMode;
    private Button fTracing;
    private Button fCompare;
    private Combo fNorm;
    private FlameSearch fSearch;
    private FlameCanvas fCanvas;
    private ITmfTrace fTrace;
    private long fFrom = Long.MIN_VALUE;
    private long fTo = Long.MAX_VALUE;
    private StackFigures fFigures;
    private FlameGraph fGraph;
    private FlameGraph fBefore;
    private Job fJob;

    /** Made by the workbench. */
    public GuestFlameGraphView() {
        super("Guest Flame Graph");
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(parent);
        Composite bar = new Composite(parent, SWT.NONE);
        GridLayoutFactory.swtDefaults().numColumns(7).margins(4, 2).applyTo(bar);
        GridDataFactory.fillDefaults().grab(true, false).applyTo(bar);
        fVm = combo(bar, "which VM");
        fMode = combo(bar, "which time", "with hypervisor", "on CPU", "off CPU", "all time");
        fTracing = new Button(bar, SWT.CHECK);
        fTracing.setText("without tracing");
        fTracing.setSelection(Preferences.isWithoutTracing());
        fTracing.setToolTipText("Take out the exits that only the guest's tracer caused");
        fTracing.addListener(SWT.Selection, event -> draw());
        fCompare = new Button(bar, SWT.TOGGLE);
        fCompare.setText("compare with this");
        fCompare.setToolTipText("What is chosen from now on is compared with what is shown now");
        fCompare.addListener(SWT.Selection, event -> {
            fBefore = fCompare.getSelection() ? fGraph : null;
            draw();
        });
        fNorm = combo(bar, "how times are made comparable", "times as they are", "as if both took as long", "as if called as often");
        fNorm.setEnabled(false);
        fSearch = new FlameSearch(bar);
        fCanvas = fSearch.canvas(parent);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            traceSelected(new TmfTraceSelectedSignal(this, trace));
        }
    }

    private Combo combo(Composite bar, String what, String... items) {
        Combo combo = new Combo(bar, SWT.READ_ONLY);
        combo.setToolTipText(what);
        combo.setItems(items);
        combo.select(0);
        combo.addListener(SWT.Selection, event -> draw());
        return combo;
    }

    /** @param signal that another trace is shown */
    @TmfSignalHandler
    public void traceSelected(TmfTraceSelectedSignal signal) {
        if (signal.getTrace() != fTrace) {
            fTrace = signal.getTrace();
            fFrom = Long.MIN_VALUE;
            fTo = Long.MAX_VALUE;
            ask();
        }
    }

    /** @param signal that a trace is not shown any more */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        if (signal.getTrace() == fTrace) {
            fTrace = null;
            ask();
        }
    }

    /** @param signal that the user selected a time; an instant stands for all of the trace */
    @TmfSignalHandler
    public void selected(TmfSelectionRangeUpdatedSignal signal) {
        long a = signal.getBeginTime().toNanos();
        long b = signal.getEndTime().toNanos();
        long from = a == b ? Long.MIN_VALUE : Math.min(a, b);
        long to = a == b ? Long.MAX_VALUE : Math.max(a, b);
        if (from != fFrom || to != fTo) {
            fFrom = from;
            fTo = to;
            ask();
        }
    }

    /** @param signal that functions have other names */
    @TmfSignalHandler
    public void symbolsChanged(GuestSymbolsChangedSignal signal) {
        Display.getDefault().asyncExec(this::ask);
    }

    private void ask() {
        if (fJob != null) {
            fJob.cancel();
            // it refers to its trace
            fJob = null;
        }
        fFigures = null;
        ITmfTrace trace = fTrace;
        if (trace == null) {
            answer(null, "");
            return;
        }
        answer(null, "reading " + trace.getName() + " …");
        long from = fFrom;
        long to = fTo;
        fJob = new Job("Stacks of guests") {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                String whyNot = MissingDataMessage.of(trace);
                StackFigures figures = null;
                try {
                    figures = whyNot == null ? StackFigures.of(trace, from, to, monitor) : null;
                } catch (IOException e) {
                    whyNot = e.getMessage();
                } catch (OperationCanceledException e) {
                    return Status.CANCEL_STATUS;
                } catch (RuntimeException | Error e) {
                    whyNot = MissingDataMessage.failed(e);
                }
                StackFigures found = figures;
                String words = whyNot;
                Display.getDefault().asyncExec(() -> {
                    if (fJob == this) {
                        answer(found, words);
                    }
                });
                return Status.OK_STATUS;
            }
        };
        fJob.schedule();
    }

    private void answer(StackFigures figures, String words) {
        if (fCanvas == null || fCanvas.isDisposed()) {
            return;
        }
        fFigures = figures;
        String chosen = fVm.getText();
        fVm.removeAll();
        if (figures == null) {
            fGraph = null;
            fSearch.showNone(words);
            return;
        }
        fVm.add("all VMs");
        figures.boots().forEach(boot -> fVm.add(PlainText.line(boot.label())));
        fVm.select(Math.max(0, fVm.indexOf(chosen)));
        fVm.getParent().layout();
        if (fWanted != null) {
            choose(fWanted);
        } else {
            draw();
        }
    }

    /**
     * Shows a VM alone, or its first boot, as soon as its stacks are read; all if it has none.
     *
     * @param vm
     *            its name
     */
    public void choose(String vm) {
        fWanted = fFigures == null ? vm : null;
        if (fFigures != null) {
            List<StackFigures.Boot> boots = fFigures.boots();
            // rows have plain names, and the first item is all VMs
            fVm.select(1 + IntStream.range(0, boots.size()).filter(i -> PlainText.line(boots.get(i).vm()).equals(PlainText.line(vm))).findFirst()
                    .orElse(-1));
            draw();
        }
    }

    private void draw() {
        fNorm.setEnabled(fBefore != null);
        if (fFigures == null) {
            return;
        }
        int vm = fVm.getSelectionIndex();
        fGraph = FlameGraph.of(fFigures, vm <= 0 ? null : fFigures.boots().get(vm - 1), MODES.get(fMode.getSelectionIndex()),
                !fTracing.getSelection(), fLabels);
        fSearch.show(fBefore == null ? fGraph : fGraph.comparedWith(fBefore, Norm.values()[fNorm.getSelectionIndex()]),
                fFrom == Long.MIN_VALUE ? "" : " of the selected time");
    }

    /** @return which VM is shown, and what can be chosen */
    public Combo vm() {
        return fVm;
    }

    /** @return which time is shown, and what can be chosen */
    public Combo mode() {
        return fMode;
    }

    /** @return whether what is shown is what others are compared with */
    public Button compare() {
        return fCompare;
    }

    /** @return the picture */
    public FlameCanvas canvas() {
        return fCanvas;
    }

    /** @return where the user writes what is to be found */
    public Text search() {
        return fSearch.text();
    }

    @Override
    public void setFocus() {
        fCanvas.setFocus();
    }

    @Override
    public void dispose() {
        if (fJob != null) {
            fJob.cancel();
        }
        super.dispose();
    }
}
