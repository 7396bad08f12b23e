/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.List;
import java.util.function.Function;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.actions.ActionFactory;

/** A view that is the table of a data provider. */
public abstract class ProviderTableView extends TmfView {

    private final List<String> fColumns;
    private final ProviderTable.Times fTimes;
    private final Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> fProviders;
    private ProviderTable fTable;

    /**
     * @param name
     *            of the view
     * @param columns
     *            the headers of the provider's labels
     * @param times
     *            which the provider is asked for
     * @param providers
     *            gives the provider of a trace; called beside the UI thread
     */
    protected ProviderTableView(String name, List<String> columns, ProviderTable.Times times,
            Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> providers) {
        super(name);
        fColumns = columns;
        fTimes = times;
        fProviders = providers;
    }

    @Override
    public void createPartControl(Composite parent) {
        super.createPartControl(parent);
        fTable = new ProviderTable(parent, fColumns, fTimes, fProviders);
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), new CopyRows(fTable.tree()));
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            fTable.traceSelected(new TmfTraceSelectedSignal(this, trace));
        }
    }

    /** @return what is in the view */
    public ProviderTable table() {
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
