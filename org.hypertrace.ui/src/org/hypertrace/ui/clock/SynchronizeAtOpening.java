/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.clock;

import org.eclipse.core.resources.IResource;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceOpenedSignal;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.ui.IStartup;

/**
 * Puts guests that a manifest names on the host's clock when an experiment of them opens, once for their recordings. (Public for the signal
 * manager.)
 */
public final class SynchronizeAtOpening implements IStartup {

    @Override
    public void earlyStartup() {
        TmfSignalManager.register(this);
    }

    /** @param signal that a trace was opened */
    @TmfSignalHandler
    public void traceOpened(TmfTraceOpenedSignal signal) {
        IResource resource = signal.getTrace() instanceof TmfExperiment experiment ? experiment.getResource() : null;
        TmfProjectElement project = resource == null ? null : TmfProjectRegistry.getProject(resource.getProject());
        TmfExperimentFolder experiments = project == null ? null : project.getExperimentsFolder();
        if (experiments != null) {
            experiments.getExperiments().stream().filter(element -> resource.equals(element.getResource())).findFirst()
                    .ifPresent(element -> new SynchronizationJob(element, false).schedule());
        }
    }
}
