/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.AbstractSelectTreeViewer2;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeColumnDataProvider;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeColumnData;

/** What has lines in a chart, beside it, with check boxes for the lines. At first all are shown. */
public final class SeriesTree extends AbstractSelectTreeViewer2 {

    private static final int LEGEND = 1;

    /** What was there before, by trace: a line that the user switched off stays so. */
    private final Map<ITmfTrace, Set<Long>> fKnown = new WeakHashMap<>();

    /**
     * @param parent
     *            gets it
     * @param provider
     *            the id of the data provider of the chart
     */
    public SeriesTree(Composite parent, String provider) {
        super(parent, LEGEND, provider);
    }

    @Override
    protected ITmfTreeColumnDataProvider getColumnDataProvider() {
        return () -> List.of(new TmfTreeColumnData("Name"), new TmfTreeColumnData("Legend"));
    }

    @Override
    protected void contentChanged(ITmfTreeViewerEntry root) {
        super.contentChanged(root);
        ITmfTrace trace = getTrace();
        if (trace != null) {
            List<Object> fresh = new ArrayList<>();
            collect(root, fKnown.computeIfAbsent(trace, t -> new HashSet<>()), fresh);
            if (!fresh.isEmpty()) {
                fresh.addAll(Arrays.asList(getTriStateFilteredCheckboxTree().getCheckedElements()));
                setCheckedElements(fresh.toArray());
                // what is new is not there yet for the tree to open
                getControl().getDisplay().asyncExec(this::open);
            }
        }
    }

    private void open() {
        if (!getControl().isDisposed()) {
            getTreeViewer().expandAll();
            for (TreeColumn column : getTreeViewer().getTree().getColumns()) {
                column.pack();
            }
        }
    }

    private static void collect(ITmfTreeViewerEntry entry, Set<Long> known, List<Object> fresh) {
        ITmfTreeDataModel model = entry instanceof TmfGenericTreeEntry<?> line ? line.getModel() : null;
        if (model != null && model.hasRowModel() && known.add(model.getId())) {
            fresh.add(entry);
        }
        entry.getChildren().forEach(child -> collect(child, known, fresh));
    }
}
