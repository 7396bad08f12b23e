/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.path;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.handlers.HandlerUtil;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.PathSubject;
import org.hypertrace.core.path.view.KernelViewOffers;
import org.hypertrace.core.view.PathOffer;

/** <em>Critical path across VMs</em> of the selected thread in Trace Compass' <em>Control Flow</em>. */
public final class ThreadPathHandler extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        ITmfTrace shown = TmfTraceManager.getInstance().getActiveTrace();
        if (shown != null && HandlerUtil.getActivePart(event) instanceof AbstractTimeGraphView view
                && view.getTimeGraphViewer().getSelection() instanceof TimeGraphEntry entry) {
            PathOffer offer = entry.getEntryModel() instanceof TimeGraphEntryModel thread
                    ? KernelViewOffers.of(BaseDataProviderTimeGraphView.getTrace(entry), thread) : null;
            if (offer == null) {
                MessageDialog.openInformation(HandlerUtil.getActiveShell(event), "Critical path",
                        "Select a thread of a host, or of the extracted trace of a VM's guest.");
                return null;
            }
            try {
                AskPath.ask(shown, PathQuery.of(offer.words()));
            } catch (PathSubject.Unknown e) {
                throw new ExecutionException(e.getMessage(), e);
            }
        }
        return null;
    }
}
