/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.core.quantity.Amount;

/** What the selected rows of a table come to: durations and counts in the columns that the provider lets be added. */
final class SelectedSums {

    private SelectedSums() {
    }

    /** A sentence; empty for less than two rows. {@code added}: whether a column can be added. A row below another selected one is a part of that. */
    static String of(TreeItem[] selected, int[] columns, IntPredicate added) {
        Set<TreeItem> all = Set.copyOf(Arrays.asList(selected));
        List<TreeItem> rows = Arrays.stream(selected).filter(row -> !isBelow(row, all)).toList();
        if (rows.size() < 2) {
            return "";
        }
        List<String> sums = new ArrayList<>();
        for (int column : columns) {
            if (!added.test(column)) {
                continue;
            }
            String header = rows.get(0).getParent().getColumn(column).getText();
            List<Amount> figures = rows.stream().map(row -> TableCells.figure(row.getData(), column)).filter(figure -> figure != null).toList();
            if (!figures.isEmpty() && isAdded(figures)) {
                long sum = figures.stream().mapToLong(Amount::number).sum();
                if (sum != 0) {
                    sums.add(header + ' ' + new Amount(figures.get(0).kind(), sum, Double.NaN));
                }
            }
        }
        return rows.size() + " rows" + (sums.isEmpty() ? "" : ": " + sums.stream().collect(Collectors.joining(", ")));
    }

    private static boolean isBelow(TreeItem row, Set<TreeItem> all) {
        for (TreeItem above = row.getParentItem(); above != null; above = above.getParentItem()) {
            if (all.contains(above)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAdded(List<Amount> figures) {
        Amount.Kind kind = figures.get(0).kind();
        return (kind == Amount.Kind.DURATION || kind == Amount.Kind.COUNT || kind == Amount.Kind.CHANGE)
                && figures.stream().allMatch(figure -> figure.kind() == kind);
    }
}
