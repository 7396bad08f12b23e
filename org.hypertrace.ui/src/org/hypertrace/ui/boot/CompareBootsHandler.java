/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.boot;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.ui.open.TraceOpener;

/** The menu entry <em>Compare Boots</em> on several traces in the Project Explorer: opens them as one experiment, and compares its boots. */
public final class CompareBootsHandler extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        List<TmfTraceElement> traces = new ArrayList<>();
        if (HandlerUtil.getCurrentSelection(event) instanceof IStructuredSelection selection) {
            for (Object selected : selection.toList()) {
                if (selected instanceof TmfTraceElement trace && !traces.contains(trace.getElementUnderTraceFolder())) {
                    traces.add(trace.getElementUnderTraceFolder());
                }
            }
        }
        IWorkbenchPage page = HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage();
        if (traces.size() > 1) {
            Job job = new Job("Opening " + traces.size() + " traces to compare their boots") {
                @Override
                protected IStatus run(IProgressMonitor monitor) {
                    return compare(traces, page, monitor);
                }
            };
            job.setUser(true);
            job.schedule();
        }
        return null;
    }

    private static IStatus compare(List<TmfTraceElement> traces, IWorkbenchPage page, IProgressMonitor monitor) {
        try {
            TraceOpener.openTogether(traces, monitor);
            Display.getDefault().asyncExec(() -> show(page));
        } catch (ReportException | CoreException e) {
            if (!monitor.isCanceled()) {
                Display.getDefault().asyncExec(() -> fail(page, e.getMessage()));
            }
        }
        return monitor.isCanceled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
    }

    private static void show(IWorkbenchPage page) {
        try {
            page.showView(BootComparisonView.ID);
        } catch (PartInitException e) {
            fail(page, e.getMessage());
        }
    }

    private static void fail(IWorkbenchPage page, String sentence) {
        MessageDialog.openError(page.getWorkbenchWindow().getShell(), "Compare Boots", sentence);
    }
}
