/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.trace;

import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.widgets.virtualtable.TmfVirtualTable;
import org.eclipse.ui.IStartup;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;
import org.hypertrace.ui.symbol.GuestSymbolsChangedSignal;

/**
 * Fills the columns about guests. They need the model, which is built as soon as a trace with such columns opens, and a
 * table asks for its cells only once. (Public for the signal manager.)
 */
public final class GuestColumnsRefresh implements IStartup {

    /** From now on, for every trace that is open or opens. */
    @Override
    public void earlyStartup() {
        TmfSignalManager.register(this);
        TmfTraceManager.getInstance().getOpenedTraces().forEach(GuestColumnsRefresh::whenComplete);
    }

    /** @param signal that a trace was opened */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        whenComplete(signal.getTrace());
    }

    /** @param signal that functions have other names */
    @TmfSignalHandler
    public void symbolsChanged(GuestSymbolsChangedSignal signal) {
        Display.getDefault().asyncExec(GuestColumnsRefresh::refresh);
    }

    private static void whenComplete(ITmfTrace trace) {
        if (TmfTraceManager.getTraceSet(trace).stream().noneMatch(HypertraceKernelTrace.class::isInstance)) {
            return;
        }
        Job.createSystem("Waiting for the VMs of " + trace.getName(), (ICoreRunnable) monitor -> {
            if (ModelStates.complete(trace) != null) {
                Display.getDefault().asyncExec(GuestColumnsRefresh::refresh);
            }
        }).schedule();
    }

    private static void refresh() {
        for (Shell shell : Display.getDefault().getShells()) {
            refresh(shell);
        }
    }

    /** The rows in sight of every table of events. */
    private static void refresh(Composite composite) {
        for (Control child : composite.getChildren()) {
            if (child instanceof TmfVirtualTable table) {
                table.refresh();
            } else if (child instanceof Composite nested) {
                refresh(nested);
            }
        }
    }
}
