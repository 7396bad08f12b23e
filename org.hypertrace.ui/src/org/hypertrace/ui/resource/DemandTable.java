/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.resource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.jface.viewers.AbstractTreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.AbstractTmfTreeViewer;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeColumnDataProvider;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeColumnData;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeViewerEntry;
import org.hypertrace.core.resource.DemandXyProvider;
import org.hypertrace.core.resource.DemandXyProviderFactory;

/** The table of the data provider of stolen time and overcommit, of the time in sight. */
public final class DemandTable extends AbstractTmfTreeViewer {

    private static final long WAIT_MS = 200;

    private final Map<ITmfTrace, DemandXyProvider> fProviders = new WeakHashMap<>();

    DemandTable(Composite parent) {
        super(parent, false);
        setAutoExpandLevel(AbstractTreeViewer.ALL_LEVELS);
        setLabelProvider(new TreeLabelProvider() {
            @Override
            public String getColumnText(Object element, int column) {
                Object model = element instanceof TmfGenericTreeEntry<?> entry ? entry.getModel() : null;
                List<String> labels = model instanceof ITmfTreeDataModel line ? line.getLabels() : List.of();
                return column < labels.size() ? labels.get(column) : "";
            }
        });
    }

    @Override
    protected ITmfTreeColumnDataProvider getColumnDataProvider() {
        return () -> DemandXyProvider.COLUMNS.stream().map(DemandTable::column).toList();
    }

    private static TmfTreeColumnData column(String name) {
        TmfTreeColumnData column = new TmfTreeColumnData(name);
        int place = DemandXyProvider.COLUMNS.indexOf(name);
        // the last one is as wide as the window
        column.setAlignment(place == 0 || place == DemandXyProvider.COLUMNS.size() - 1 ? SWT.LEFT : SWT.RIGHT);
        return column;
    }

    /** Called beside the UI thread. Waits until the model is complete: only then there are figures. */
    @Override
    protected ITmfTreeViewerEntry updateElements(ITmfTrace trace, long start, long end, boolean isSelection) {
        if (isSelection) {
            return null;
        }
        DemandXyProvider provider = provider(trace);
        Map<String, Object> parameters = Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(start, end));
        try {
            TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response = provider.fetchTree(parameters, null);
            while (response.getStatus() == Status.RUNNING && isWanted(trace, start, end)) {
                Thread.sleep(WAIT_MS);
                response = provider.fetchTree(parameters, null);
            }
            TmfTreeModel<@NonNull TmfTreeDataModel> model = response.getModel();
            return model == null || !isWanted(trace, start, end) ? null : tree(model.getEntries());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    protected void contentChanged(ITmfTreeViewerEntry root) {
        super.contentChanged(root);
        getControl().getDisplay().asyncExec(() -> {
            if (!getControl().isDisposed()) {
                for (TreeColumn column : getTreeViewer().getTree().getColumns()) {
                    column.pack();
                }
            }
        });
    }

    /** The user may have gone elsewhere meanwhile. */
    private boolean isWanted(ITmfTrace trace, long start, long end) {
        return trace == getTrace() && start == getWindowStartTime() && end == getWindowEndTime();
    }

    private synchronized DemandXyProvider provider(ITmfTrace trace) {
        return fProviders.computeIfAbsent(trace, new DemandXyProviderFactory()::createProvider);
    }

    private static TmfTreeViewerEntry tree(List<@NonNull TmfTreeDataModel> lines) {
        TmfTreeViewerEntry root = new TmfTreeViewerEntry("");
        Map<Long, TmfTreeViewerEntry> entries = new HashMap<>();
        for (TmfTreeDataModel line : lines) {
            TmfTreeViewerEntry entry = new TmfGenericTreeEntry<>(line);
            entries.put(line.getId(), entry);
            entries.getOrDefault(line.getParentId(), root).addChild(entry);
        }
        return root;
    }
}
