/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfGenericTreeEntry;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.Figures;
import org.hypertrace.core.view.TimedCells;

/** The cells of a row of a table. */
final class RowCells {

    private RowCells() {
    }

    /** @return what a cell shows */
    static String text(Object element, int column) {
        ITmfTreeDataModel model = element instanceof TmfGenericTreeEntry<?> entry ? entry.getModel() : null;
        List<String> labels = model == null ? List.of() : model.getLabels();
        return column < labels.size() ? labels.get(column) : "";
    }

    /** @return the figure in a cell, null if there is none */
    static Amount figure(Object element, int column) {
        return element instanceof TmfGenericTreeEntry<?> entry && entry.getModel() instanceof Figures row ? row.figure(column) : null;
    }

    /** @return what stands behind a cell */
    static TimedCells.Cell cell(Object element, int column) {
        return element instanceof TmfGenericTreeEntry<?> entry && entry.getModel() instanceof TimedCells row ? row.cell(column)
                : TimedCells.Cell.NONE;
    }
}
