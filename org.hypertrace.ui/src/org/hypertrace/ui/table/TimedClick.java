/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.ViewerCell;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.hypertrace.core.view.TimedCells;

/** A double click on a cell that has a time of its own goes there. */
final class TimedClick {

    /** Shows a time. */
    @FunctionalInterface
    interface Shown {
        /** ns since the epoch. */
        void select(long begin, long end);
    }

    private TimedClick() {
    }

    static void of(TreeViewer viewer, Shown shown) {
        viewer.getTree().addListener(SWT.MouseDoubleClick, event -> {
            ViewerCell cell = viewer.getCell(new Point(event.x, event.y));
            TimedCells.Cell timed = cell == null ? null : TableCells.cell(cell.getElement(), cell.getColumnIndex());
            if (timed != null && timed.begin() != TimedCells.NO_TIME) {
                shown.select(timed.begin(), timed.end());
            }
        });
    }
}
