/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.AbstractSelectTreeViewer2;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;

/**
 * The lines of a chart in the tree beside it, which Trace Compass leaves unchecked. A line is checked when it is first there; one
 * that the user switched off stays so. The legend is always in sight: names get the room that it leaves.
 */
public final class FreshLines {

    /** Beside the head of the legend. */
    private static final int SPACE = 20;
    private static final int LEAST = 60;

    private final AbstractSelectTreeViewer2 fTree;
    /** What was there before, by trace. */
    private final Map<ITmfTrace, Set<Long>> fKnown = new WeakHashMap<>();

    /** @param tree has the columns of names and of the legend */
    public FreshLines(AbstractSelectTreeViewer2 tree) {
        fTree = tree;
        tree.getTreeViewer().getTree().addListener(SWT.Resize, event -> fit());
    }

    /**
     * @param root
     *            what the tree shows from now on
     * @return all that is to be checked; empty if nothing is new
     */
    public Object[] of(ITmfTreeViewerEntry root) {
        ITmfTrace trace = fTree.getTrace();
        List<Object> fresh = new ArrayList<>();
        if (trace != null) {
            collect(root, fKnown.computeIfAbsent(trace, t -> new HashSet<>()), fresh);
        }
        if (!fresh.isEmpty()) {
            fresh.addAll(Arrays.asList(fTree.getTriStateFilteredCheckboxTree().getCheckedElements()));
            // what is new is not there yet for the tree to open
            fTree.getControl().getDisplay().asyncExec(this::open);
        }
        return fresh.toArray();
    }

    private static void collect(ITmfTreeViewerEntry entry, Set<Long> known, List<Object> fresh) {
        if (isLine(entry) && entry instanceof TmfGenericTreeEntry<?> line && known.add(line.getModel().getId())) {
            fresh.add(entry);
        }
        entry.getChildren().forEach(child -> collect(child, known, fresh));
    }

    private static boolean isLine(ITmfTreeViewerEntry entry) {
        ITmfTreeDataModel model = entry instanceof TmfGenericTreeEntry<?> line ? line.getModel() : null;
        return model != null && model.hasRowModel() && !entry.hasChildren();
    }

    /**
     * @param root
     *            what the tree shows
     * @return why there is nothing to be drawn, as the tree reports it, or that nothing is checked; empty if something is drawn
     */
    String nothing(ITmfTreeViewerEntry root) {
        return root == null || !root.hasChildren() ? "" : !hasLine(root) ? first(root)
                : fTree.getTriStateFilteredCheckboxTree().getCheckedElements().length == 0 ? "No line is checked: check some on the left." : "";
    }

    private static boolean hasLine(ITmfTreeViewerEntry entry) {
        return isLine(entry) || entry.getChildren().stream().anyMatch(FreshLines::hasLine);
    }

    private static String first(ITmfTreeViewerEntry entry) {
        return entry.hasChildren() ? first(entry.getChildren().get(0)) : entry.getName();
    }

    private void open() {
        if (!fTree.getControl().isDisposed()) {
            fTree.getTreeViewer().expandAll();
            fit();
        }
    }

    private void fit() {
        Tree tree = fTree.getTreeViewer().getTree();
        if (tree.getColumnCount() == 2 && tree.getClientArea().width > 0) {
            GC gc = new GC(tree);
            int legend = gc.textExtent(tree.getColumn(1).getText()).x + SPACE;
            gc.dispose();
            tree.getColumn(0).setWidth(Math.max(LEAST, tree.getClientArea().width - legend));
            tree.getColumn(1).setWidth(legend);
        }
    }
}
