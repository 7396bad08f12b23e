/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerComparator;
import org.eclipse.tracecompass.tmf.ui.viewers.tree.TmfTreeColumnData;

/** The order of the rows by a column: figures by their values, whatever their unit, then texts. */
final class CellOrder extends ViewerComparator {

    private static final Pattern FIGURE = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)(?: (ns|µs|ms|s|%))?(?: .*)?");
    private static final Map<String, Double> UNITS = Map.of("µs", 1e3, "ms", 1e6, "s", 1e9);

    private final int fColumn;

    CellOrder(int column) {
        fColumn = column;
    }

    /** @return the column at a place, sorted by what its cells report */
    static TmfTreeColumnData column(String name, int place) {
        TmfTreeColumnData column = new TmfTreeColumnData(name);
        column.setComparator(new CellOrder(place));
        return column;
    }

    @Override
    public int compare(Viewer viewer, Object a, Object b) {
        String first = ProviderTable.text(a, fColumn);
        String second = ProviderTable.text(b, fColumn);
        int byValue = Double.compare(value(first), value(second));
        return byValue != 0 ? byValue : first.compareTo(second);
    }

    /** A duration in ns, any other figure as it is; what is none is larger than all of them. */
    static double value(String cell) {
        Matcher figure = FIGURE.matcher(cell);
        return figure.matches()
                ? Double.parseDouble(figure.group(1)) * UNITS.getOrDefault(String.valueOf(figure.group(2)), 1.)
                : Double.POSITIVE_INFINITY;
    }
}
