/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.core.quantity.Amount;

/** What the selected rows of a table come to. Only what can be added is: durations and counts, no means, extremes, shares or times. */
final class SelectedSums {

    private static final Pattern NO_PART = Pattern.compile(
            "(?i).*\\b(mean|average|median|min|max|minimum|maximum|most|least|longest|shortest|worst|best|first|last|deviation|sigma|p\\d+|\\d+ ?%|tid|pid|number|id|cpu|vcpu|level|result)\\b.*");

    private SelectedSums() {
    }

    /** A sentence; empty for less than two rows. A row below another selected one is a part of that. */
    static String of(TreeItem[] selected, int[] columns) {
        Set<TreeItem> all = Set.copyOf(Arrays.asList(selected));
        List<TreeItem> rows = Arrays.stream(selected).filter(row -> !isBelow(row, all)).toList();
        if (rows.size() < 2) {
            return "";
        }
        List<String> sums = new ArrayList<>();
        for (int column : columns) {
            String header = rows.get(0).getParent().getColumn(column).getText();
            List<Amount> figures = rows.stream().map(row -> TableCells.figure(row.getData(), column)).filter(figure -> figure != null).toList();
            if (!figures.isEmpty() && isAdded(header, figures)) {
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

    private static boolean isAdded(String header, List<Amount> figures) {
        Amount.Kind kind = figures.get(0).kind();
        return (kind == Amount.Kind.DURATION || kind == Amount.Kind.COUNT || kind == Amount.Kind.CHANGE)
                && figures.stream().allMatch(figure -> figure.kind() == kind) && !NO_PART.matcher(header).matches();
    }
}
