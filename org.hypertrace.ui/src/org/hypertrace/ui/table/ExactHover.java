/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.Objects;

import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.jface.viewers.ViewerCell;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Event;
import org.hypertrace.core.quantity.Amount;

/** Shows the exact figure over a cell with a rounded one. */
final class ExactHover {

    private final TreeViewer fViewer;

    private ExactHover(TreeViewer viewer) {
        fViewer = viewer;
    }

    static void of(TreeViewer viewer) {
        viewer.getTree().addListener(SWT.MouseMove, new ExactHover(viewer)::show);
    }

    private void show(Event event) {
        ViewerCell cell = fViewer.getCell(new Point(event.x, event.y));
        Amount figure = cell == null ? null : TableCells.figure(cell.getElement(), cell.getColumnIndex());
        String exact = figure == null || !figure.isRounded() ? null : figure.exact();
        if (!Objects.equals(exact, fViewer.getTree().getToolTipText())) {
            fViewer.getTree().setToolTipText(exact);
        }
    }
}
