/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.Arrays;
import java.util.List;

import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;

/** How wide the columns of a table are. */
final class ColumnFit {

    /** Pixels: beside a text, beside a header and its arrow, and what a level of the tree takes. */
    private static final int CELL_SPACE = 12;
    private static final int HEADER_SPACE = 32;
    private static final int INDENT = 20;
    private static final int MEASURED = 400;

    private final TreeViewer fViewer;
    private final ColumnMemory fMemory;
    /** Null if the first column is as others. */
    private SentenceColumn fSentences;

    ColumnFit(TreeViewer viewer, ColumnMemory memory) {
        fViewer = viewer;
        fMemory = memory;
    }

    /** The first column has sentences; {@code inSight}: so many columns are in sight without scrolling. */
    void wrap(int inSight) {
        fSentences = new SentenceColumn(fViewer, inSight, this::fit);
    }

    /** What a cell shows. */
    String text(Object element, int column) {
        String text = TableCells.shown(element, column);
        return column == 0 && fSentences != null ? fSentences.lines(text) : text;
    }

    /** An answer may have other headers than the one before, but not more. */
    void name(List<String> headers) {
        TreeColumn[] columns = fViewer.getTree().getColumns();
        for (int i = 0; i < Math.min(columns.length, headers.size()); i++) {
            columns[i].setText(headers.get(i));
        }
    }

    /** Columns as wide as their texts or as the user made them, none without a header, figures to the right; the last one is as wide as the window. */
    void fit() {
        Tree tree = fViewer.getTree();
        TreeColumn[] columns = tree.getColumns();
        int[] widths = new int[columns.length];
        GC gc = new GC(tree);
        for (int i = columns.length - 1; i >= 0; i--) {
            boolean figures = i > 0 && i < columns.length - 1 && hasFigures(tree.getItems(), i);
            columns[i].setAlignment(figures ? SWT.RIGHT : SWT.LEFT);
            // pack() makes no column narrower on GTK
            int header = gc.textExtent(columns[i].getText()).x + HEADER_SPACE;
            boolean named = !columns[i].getText().isEmpty();
            columns[i].setResizable(named && !fMemory.isHidden(i));
            int fitting = Math.max(header, width(gc, tree.getItems(), i, i == 0 ? INDENT : 0));
            widths[i] = named ? fMemory.width(i, i == 0 && fSentences != null ? fSentences.fitting(fitting, widths) : fitting) : 0;
        }
        gc.dispose();
        for (int i = 0; i < columns.length; i++) {
            columns[i].setWidth(widths[i]);
        }
    }

    private static int width(GC gc, TreeItem[] rows, int column, int indent) {
        int width = 0;
        // of a long table the begin shows enough
        for (TreeItem row : rows.length > MEASURED ? Arrays.copyOf(rows, MEASURED) : rows) {
            int deeper = column == 0 ? indent + INDENT : 0;
            width = Math.max(width, Math.max(gc.textExtent(TableCells.shown(row.getData(), column)).x + CELL_SPACE + indent,
                    width(gc, row.getItems(), column, deeper)));
        }
        return width;
    }

    private static boolean hasFigures(TreeItem[] rows, int column) {
        return Arrays.stream(rows).anyMatch(row -> TableCells.figure(row.getData(), column) != null
                || hasFigures(row.getItems(), column));
    }
}
