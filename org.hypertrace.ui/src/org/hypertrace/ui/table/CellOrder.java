/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerComparator;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeColumnData;
import org.hypertrace.core.quantity.Amount;

/** The order of the rows by a column: figures by their exact values, then texts. */
final class CellOrder extends ViewerComparator {

    private final int fColumn;

    CellOrder(int column) {
        fColumn = column;
    }

    /** @return the column at a place, sorted by what its cells are */
    static TmfTreeColumnData column(String name, int place) {
        TmfTreeColumnData column = new TmfTreeColumnData(name);
        column.setComparator(new CellOrder(place));
        return column;
    }

    @Override
    public int compare(Viewer viewer, Object a, Object b) {
        Amount first = TableCells.figure(a, fColumn);
        Amount second = TableCells.figure(b, fColumn);
        if (first != null && second != null) {
            int byValue = first.compareTo(second);
            if (byValue != 0) {
                return byValue;
            }
        } else if (first != second) {
            return first != null ? -1 : 1;
        }
        return TableCells.text(a, fColumn).compareTo(TableCells.text(b, fColumn));
    }
}
