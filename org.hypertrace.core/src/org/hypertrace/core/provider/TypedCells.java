/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataType;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.hypertrace.core.platform.NewerPlatform;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.view.Figures;

/**
 * The cells of a table as values: durations and times in ns, shares in percent, with the unit in the header. A column has a type if each
 * of its cells is empty or only a figure, all of one kind. The cells of all others stay texts, so that nothing in them is lost.
 */
final class TypedCells {

    /** What a column consists of. */
    private enum Column {
        TEXTS(DataType.STRING, ""), DURATIONS(DataType.DURATION, " (ns)"), NUMBERS(DataType.NUMBER, ""), PERCENT(DataType.NUMBER, " (%)"),
        TIMES(DataType.TIMESTAMP, "");

        private final DataType fType;
        private final String fUnit;

        Column(DataType type, String unit) {
            fType = type;
            fUnit = unit;
        }

        static Column of(Amount figure) {
            return switch (figure.kind()) {
            case DURATION, CHANGE -> DURATIONS;
            case COUNT, BYTES, NUMBER -> NUMBERS;
            case SHARE, POINTS -> PERCENT;
            case TIME -> TIMES;
            };
        }
    }

    private TypedCells() {
    }

    static TmfTreeModel<TmfTreeDataModel> of(TmfTreeModel<? extends TmfTreeDataModel> tree, NewerPlatform platform) {
        List<Column> columns = new ArrayList<>();
        List<String> headers = new ArrayList<>();
        for (String header : tree.getHeaders()) {
            Column column = column(tree.getEntries(), columns.size());
            columns.add(column);
            headers.add(header + column.fUnit);
        }
        return platform.tree(headers, columns.stream().map(column -> column.fType).toList(),
                tree.getEntries().stream().map(row -> platform.shownAtFirst(typed(row, columns))).toList());
    }

    private static Column column(List<? extends TmfTreeDataModel> rows, int number) {
        Column found = null;
        for (TmfTreeDataModel row : rows) {
            String label = number < row.getLabels().size() ? row.getLabels().get(number) : "";
            if (label.isEmpty()) {
                continue;
            }
            Amount figure = figure(row, number);
            Column its = figure != null && label.equals(figure.text()) ? Column.of(figure) : Column.TEXTS;
            if (its == Column.TEXTS || found != null && its != found) {
                return Column.TEXTS;
            }
            found = its;
        }
        return found == null ? Column.TEXTS : found;
    }

    private static Amount figure(TmfTreeDataModel row, int number) {
        return row instanceof Figures figures ? figures.figure(number) : null;
    }

    private static TmfTreeDataModel typed(TmfTreeDataModel row, List<Column> columns) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < row.getLabels().size(); i++) {
            Amount figure = i < columns.size() && columns.get(i) != Column.TEXTS ? figure(row, i) : null;
            cells.add(figure == null ? row.getLabels().get(i) : value(figure));
        }
        return row instanceof TimeGraphEntryModel timed
                ? new TimeGraphEntryModel(row.getId(), row.getParentId(), cells, timed.getStartTime(), timed.getEndTime(), row.hasRowModel())
                : new TmfTreeDataModel(row.getId(), row.getParentId(), cells, row.hasRowModel(), row.getStyle());
    }

    private static String value(Amount figure) {
        return switch (figure.kind()) {
        case DURATION, CHANGE, COUNT, BYTES, TIME -> Long.toString(figure.number());
        case SHARE, POINTS -> String.format(Locale.ROOT, "%.4f", 100 * figure.ratio());
        case NUMBER -> String.format(Locale.ROOT, "%.4f", figure.ratio());
        };
    }
}
