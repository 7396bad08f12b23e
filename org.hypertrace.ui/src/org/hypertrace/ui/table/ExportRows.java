/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.file.WholeFile;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.render.CsvTable;

/**
 * Writes the rows of a table as they are shown - filtered, sorted, without hidden columns - to a file with commas or tabs. Figures are exact:
 * durations in ns, shares from 0 to 1.
 */
public final class ExportRows extends Action {

    private static final String TABS = ".tsv";
    private static final String[] ENDINGS = { "*" + TABS, "*.csv" };

    private final ProviderTable fTable;
    private final String fName;

    /** {@code name}: of the view. */
    ExportRows(ProviderTable table, String name) {
        super("Export…");
        setToolTipText("Writes the rows to a file of comma- or tab-separated values");
        fTable = table;
        fName = name;
    }

    @Override
    public void run() {
        FileDialog files = new FileDialog(fTable.getControl().getShell(), SWT.SAVE);
        files.setText("Export " + fName);
        files.setFilterExtensions(ENDINGS);
        files.setFileName(fName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + TABS);
        files.setOverwrite(true);
        String file = files.open();
        if (file != null) {
            try {
                write(fTable, Path.of(file));
            } catch (IOException e) {
                MessageDialog.openError(fTable.getControl().getShell(), "Export", "Cannot write " + file + ": " + IoReason.of(e) + "; choose another file.");
            }
        }
    }

    /**
     * @param table
     *            whose rows are written
     * @param file
     *            with tabs if its name ends with {@code .tsv}, else with commas
     * @throws IOException
     *             if it cannot be written; then it is as it was
     */
    public static void write(ProviderTable table, Path file) throws IOException {
        Tree tree = table.tree();
        int[] columns = table.columns().shown();
        CsvTable rows = file.toString().toLowerCase(Locale.ROOT).endsWith(TABS) ? CsvTable.tabs() : new CsvTable();
        rows.row(Arrays.stream(columns).mapToObj(column -> tree.getColumn(column).getText()).toArray());
        add(tree.getItems(), columns, rows);
        try (WholeFile whole = new WholeFile(file)) {
            whole.out().append(rows.text());
            whole.finish();
        }
    }

    private static void add(TreeItem[] items, int[] columns, CsvTable rows) throws IOException {
        for (TreeItem item : items) {
            rows.row(Arrays.stream(columns).mapToObj(column -> {
                Amount figure = TableCells.figure(item.getData(), column);
                return figure == null ? TableCells.text(item.getData(), column) : figure;
            }).toArray());
            add(item.getItems(), columns, rows);
        }
    }
}
