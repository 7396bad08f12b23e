/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.core.view.Figures;
import org.hypertrace.core.view.TimedCells;

/** What is in the cells of a row. */
final class TableCells {

    private TableCells() {
    }

    /** What a provider calls it. */
    static String text(Object element, int column) {
        ITmfTreeDataModel model = element instanceof TmfGenericTreeEntry<?> entry ? entry.getModel() : null;
        List<String> labels = model == null ? List.of() : model.getLabels();
        return column < labels.size() ? labels.get(column) : "";
    }

    /** The same in the units that the user prefers. */
    static String shown(Object element, int column) {
        String text = text(element, column);
        Amount figure = Preferences.isExact() ? figure(element, column) : null;
        // a text may have more to it than the figure
        return figure != null && text.equals(figure.text()) ? figure.exact() : text;
    }

    /** The figure in a cell, null if there is none. */
    static Amount figure(Object element, int column) {
        return element instanceof TmfGenericTreeEntry<?> entry && entry.getModel() instanceof Figures row ? row.figure(column) : null;
    }

    /** The time behind a cell, and how warm it is. */
    static TimedCells.Cell cell(Object element, int column) {
        return element instanceof TmfGenericTreeEntry<?> entry && entry.getModel() instanceof TimedCells row ? row.cell(column)
                : TimedCells.Cell.NONE;
    }
}
