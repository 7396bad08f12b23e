/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.clock;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.report.open.ReportException;
import org.hypertrace.ui.open.Reopening;

/** Puts guests of an experiment on the host's clock, beside the user's work; an experiment that was open is opened again. */
public final class SynchronizationJob extends Job {

    private final TmfExperimentElement fExperiment;
    private final boolean fIsAsked;

    /**
     * @param experiment
     *            of hosts and guests
     * @param isAsked
     *            whether the user asked for it
     */
    public SynchronizationJob(TmfExperimentElement experiment, boolean isAsked) {
        super("Synchronizing guests of " + experiment.getName());
        fExperiment = experiment;
        fIsAsked = isAsked;
        setUser(isAsked);
    }

    @Override
    protected IStatus run(IProgressMonitor monitor) {
        boolean wasOpen = fExperiment.getTrace() != null;
        try {
            if (new GuestSynchronization(fExperiment, fIsAsked).run(monitor) && wasOpen) {
                Display.getDefault().asyncExec(() -> {
                    IStatus status = Reopening.open(fExperiment);
                    if (!status.isOK()) {
                        show(fExperiment.getName() + " cannot be opened again: " + status.getMessage());
                    }
                });
            }
        } catch (ReportException | CoreException e) {
            if (!monitor.isCanceled()) {
                show(e.getMessage());
            }
        } catch (RuntimeException | Error e) {
            show(MissingDataMessage.failed(e));
        }
        return monitor.isCanceled() ? Status.CANCEL_STATUS : Status.OK_STATUS;
    }

    private static void show(String sentence) {
        Display display = Display.getDefault();
        display.asyncExec(() -> MessageDialog.openError(display.getActiveShell(), GuestSynchronization.TITLE, sentence));
    }
}
