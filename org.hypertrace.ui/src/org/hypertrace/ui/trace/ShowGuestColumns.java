/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.trace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;
import org.eclipse.ui.handlers.HandlerUtil;
import org.hypertrace.core.tracetype.HypertraceKernelTrace;

/**
 * <em>Show guest columns</em> on LTTng kernel traces that were imported before: they become traces of our type, in all
 * experiments too, and are opened. What was analysed stays valid, since the events are the same.
 */
public final class ShowGuestColumns extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        ISelection selection = HandlerUtil.getCurrentSelection(event);
        List<String> refused = new ArrayList<>();
        if (selection instanceof IStructuredSelection structured) {
            // the same trace may be selected below several experiments
            Set<TmfTraceElement> traces = new LinkedHashSet<>();
            for (Object element : structured.toList()) {
                if (element instanceof TmfTraceElement trace) {
                    traces.add(trace.getElementUnderTraceFolder());
                }
            }
            for (TmfTraceElement trace : traces) {
                String reason = show(trace);
                if (reason != null) {
                    refused.add(trace.getName() + ": " + reason);
                }
            }
        }
        if (!refused.isEmpty()) {
            MessageDialog.openInformation(HandlerUtil.getActiveShell(event), "Show guest columns",
                    String.join("\n", refused));
        }
        return null;
    }

    /** @return why not, null if the columns are shown */
    private static String show(TmfTraceElement trace) {
        TraceTypeHelper type = TmfTraceType.getTraceType(HypertraceKernelTrace.TYPE);
        IStatus fits = type.validate(trace.getResource().getLocation().toOSString());
        if (!fits.isOK()) {
            return fits.getMessage();
        }
        trace.closeEditors();
        try {
            TmfTraceTypeUIUtils.setTraceType(trace.getResource(), type);
            TmfExperimentFolder experiments = trace.getProject().getExperimentsFolder();
            for (TmfExperimentElement experiment : experiments == null ? List.<TmfExperimentElement>of()
                    : experiments.getExperiments()) {
                setTypeIn(experiment, trace, type);
            }
        } catch (CoreException e) {
            return e.getMessage();
        }
        IStatus opened = TmfOpenTraceHelper.openFromElement(trace);
        return opened.isOK() ? null : opened.getMessage();
    }

    private static void setTypeIn(TmfExperimentElement experiment, TmfTraceElement trace,
            TraceTypeHelper type) throws CoreException {
        for (TmfTraceElement child : experiment.getTraces()) {
            if (child.getElementPath().equals(trace.getElementPath())) {
                // if it is open, it has its traces as they were
                experiment.closeEditors();
                TmfTraceTypeUIUtils.setTraceType(child.getResource(), type);
            }
        }
    }
}
