/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.clock;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.ui.handlers.HandlerUtil;

/** The menu entry <em>Synchronize Guests</em> on an experiment in the Project Explorer. */
public final class SynchronizeHandler extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) {
        if (HandlerUtil.getCurrentSelection(event) instanceof IStructuredSelection selection
                && selection.getFirstElement() instanceof TmfExperimentElement experiment) {
            new SynchronizationJob(experiment, true).schedule();
        }
        return null;
    }
}
