/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.jface.action.Action;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.dnd.Transfer;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;

/** Copies the headers and the selected rows of a table, all if none is, to the clipboard, tabs between the cells; no hidden columns. */
final class CopyRows extends Action {

    private final ProviderTable fTable;
    private final Tree fTree;

    CopyRows(ProviderTable table) {
        super("Copy");
        fTable = table;
        fTree = table.tree();
    }

    @Override
    public void run() {
        StringBuilder text = new StringBuilder(line(column -> fTree.getColumn(column).getText()));
        if (fTree.getSelectionCount() > 0) {
            for (TreeItem row : fTree.getSelection()) {
                text.append(line(column -> TableCells.shown(row.getData(), column)));
            }
        } else {
            add(fTree.getItems(), text);
        }
        Clipboard clipboard = new Clipboard(fTree.getDisplay());
        clipboard.setContents(new Object[] { text.toString() }, new Transfer[] { TextTransfer.getInstance() });
        clipboard.dispose();
    }

    private void add(TreeItem[] rows, StringBuilder text) {
        for (TreeItem row : rows) {
            text.append(line(column -> TableCells.shown(row.getData(), column)));
            add(row.getItems(), text);
        }
    }

    private String line(IntFunction<String> cells) {
        return IntStream.of(fTable.columns().shown()).mapToObj(cells).collect(Collectors.joining("\t")) + '\n';
    }
}
