/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerFilter;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.ITmfTreeViewerEntry;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;

/** Which rows of a table are shown: those with all words in them, their parents, and what is below them. */
final class RowFilter extends ViewerFilter {

    private List<String> fWords = List.of();

    void set(String words) {
        fWords = Arrays.stream(words.toLowerCase(Locale.ROOT).split("\\s+")).filter(word -> !word.isEmpty()).toList();
    }

    @Override
    public boolean select(Viewer viewer, Object parent, Object element) {
        return fWords.isEmpty() || !(element instanceof ITmfTreeViewerEntry entry) || isBelow(entry) || isAbove(entry);
    }

    private boolean isBelow(ITmfTreeViewerEntry entry) {
        return entry != null && (has(entry) || isBelow(entry.getParent()));
    }

    private boolean isAbove(ITmfTreeViewerEntry entry) {
        return has(entry) || entry.getChildren().stream().anyMatch(this::isAbove);
    }

    private boolean has(ITmfTreeViewerEntry entry) {
        ITmfTreeDataModel model = entry instanceof TmfGenericTreeEntry<?> generic ? generic.getModel() : null;
        if (model == null) {
            return false;
        }
        String row = String.join(" ", model.getLabels()).toLowerCase(Locale.ROOT);
        return fWords.stream().allMatch(row::contains);
    }
}
