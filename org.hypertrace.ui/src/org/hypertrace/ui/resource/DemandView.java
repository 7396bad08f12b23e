/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.resource;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;

/** What every VM asked of the host's processors in the time in sight and what it got, as a table. */
public final class DemandView extends TmfView {

    /** The id of the view. */
    public static final String ID = "org.hypertrace.ui.resource.demand";

    private DemandTable fTable;

    /** Made by the workbench. */
    public DemandView() {
        super("VM Demand");
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        fTable = new DemandTable(parent);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            fTable.traceSelected(new TmfTraceSelectedSignal(this, trace));
        }
    }

    /** @return what is in the view */
    public DemandTable table() {
        return fTable;
    }

    @Override
    public void setFocus() {
        fTable.getControl().setFocus();
    }

    @Override
    public void dispose() {
        super.dispose();
        if (fTable != null) {
            fTable.dispose();
        }
    }
}
