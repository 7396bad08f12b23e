/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.hypertrace.core.untrusted.PlainText;

/** The rows of a view: the texts in them are plain, whatever guests and threads call themselves. */
public final class PlainTree {

    private PlainTree() {
    }

    /**
     * @param columns
     *            the heads of the columns
     * @param rows
     *            with any texts, all of one class that shows them
     * @param <T>
     *            that class
     * @return the rows with plain texts
     */
    @SuppressWarnings("unchecked") // a row stays of its class
    public static <T extends TmfTreeDataModel> TmfTreeModel<T> of(List<String> columns, List<T> rows) {
        return new TmfTreeModel<>(columns, rows.stream().map(row -> (T) plain(row)).toList());
    }

    /**
     * @param tooltip
     *            names and texts
     * @return the same with plain texts, each line by itself
     */
    public static Map<String, String> of(Map<String, String> tooltip) {
        Map<String, String> plain = new LinkedHashMap<>();
        tooltip.forEach((name, text) -> plain.put(PlainText.line(name),
                text.lines().map(PlainText::line).collect(Collectors.joining("\n"))));
        return plain;
    }

    private static TmfTreeDataModel plain(TmfTreeDataModel row) {
        if (row.getLabels().stream().allMatch(PlainText::isPlain)) {
            return row;
        }
        List<String> labels = row.getLabels().stream().map(PlainText::line).toList();
        if (row instanceof TimedRow timed) {
            return timed.with(labels);
        }
        if (row instanceof OrderedEntry entry) {
            return entry.with(labels);
        }
        if (row instanceof TimeGraphEntryModel entry) {
            return new TimeGraphEntryModel(entry.getId(), entry.getParentId(), labels, entry.getStartTime(), entry.getEndTime(),
                    entry.hasRowModel());
        }
        return row instanceof FigureRow figures ? figures.with(labels)
                : new TmfTreeDataModel(row.getId(), row.getParentId(), labels, row.hasRowModel(), row.getStyle());
    }
}
