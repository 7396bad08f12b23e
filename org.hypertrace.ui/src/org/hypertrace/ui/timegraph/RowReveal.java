/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.timegraph;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.TreeViewer;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;

/** Selects a row as soon as it is there: rows come when their trace is read, and are painted then. */
public final class RowReveal {

    /** What is still to be selected in a control. */
    private static final String WANTED = RowReveal.class.getName();
    private static final String IS_WATCHED = WANTED + ".watched";

    private RowReveal() {
    }

    /**
     * @param view
     *            has the row, or will have it
     * @param names
     *            of rows, from the top down to the one that is meant
     */
    public static void in(ModelTimeGraphView view, List<String> names) {
        in(view, () -> view.getTimeGraphViewer().getInput() instanceof List<?> roots
                ? at(roots.stream().map(ITimeGraphEntry.class::cast).toList(), names) : null);
    }

    /**
     * @param view
     *            has the row, or will have it
     * @param row
     *            gives it, null as long as it is not there
     */
    public static void in(ModelTimeGraphView view, Supplier<ITimeGraphEntry> row) {
        reveal(view.getTimeGraphViewer().getTimeGraphControl(), () -> {
            ITimeGraphEntry found = row.get();
            if (found != null) {
                view.getTimeGraphViewer().selectAndReveal(found);
            }
            return found != null;
        });
    }

    private static ITimeGraphEntry at(List<? extends ITimeGraphEntry> rows, List<String> names) {
        ITimeGraphEntry row = names.isEmpty() ? null : rows.stream().filter(one -> names.get(0).equals(one.getName())).findFirst().orElse(null);
        return row == null || names.size() == 1 ? row : at(row.getChildren(), names.subList(1, names.size()));
    }

    /**
     * A new answer, as of another time, has new rows: the row is selected again until the user selects another.
     *
     * @param table
     *            has the row, or will have it
     * @param cells
     *            texts of cells that only the row that is meant has; without any nothing is selected
     */
    public static void in(TreeViewer table, List<String> cells) {
        Tree tree = table.getTree();
        boolean[] isSelected = new boolean[1];
        reveal(tree, () -> {
            if (!isSelected[0] || tree.getSelectionCount() == 0) {
                Arrays.stream(tree.getItems()).filter(item -> !cells.isEmpty() && has(item, tree.getColumnCount(), cells)).findFirst().ifPresent(item -> {
                    isSelected[0] = true;
                    table.setSelection(new StructuredSelection(item.getData()), true);
                });
            }
            return cells.isEmpty();
        });
    }

    private static boolean has(TreeItem item, int columns, List<String> cells) {
        return IntStream.range(0, columns).mapToObj(item::getText).toList().containsAll(cells);
    }

    /** Only the last row that was asked for counts. */
    private static void reveal(Control control, BooleanSupplier select) {
        control.setData(WANTED, select);
        if (control.getData(IS_WATCHED) == null) {
            control.setData(IS_WATCHED, true);
            control.addListener(SWT.MouseDown, event -> control.setData(WANTED, null));
            control.addListener(SWT.Paint, event -> control.getDisplay().asyncExec(() -> tryOn(control)));
        }
        tryOn(control);
    }

    private static void tryOn(Control control) {
        if (!control.isDisposed() && control.getData(WANTED) instanceof BooleanSupplier select && select.getAsBoolean()) {
            control.setData(WANTED, null);
        }
    }
}
