/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.extract;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.ui.handlers.HandlerUtil;

/** The menu entry <em>Extract Guest Traces</em> on a trace or experiment in the Project Explorer. */
public final class ExtractHandler extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) {
        if (HandlerUtil.getCurrentSelection(event) instanceof IStructuredSelection selection
                && selection.getFirstElement() instanceof TmfCommonProjectElement element) {
            new GuestExtraction(element).schedule();
        }
        return null;
    }
}
