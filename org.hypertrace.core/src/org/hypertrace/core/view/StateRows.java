/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphRowModel;

/** The rows of a provider by the ids of their entries: asks for all of a screen at once. */
final class StateRows {

    private final Map<Long, Row> fRows = new ConcurrentHashMap<>();

    void put(long entry, Row row) {
        fRows.put(entry, row);
    }

    void clear() {
        fRows.clear();
    }

    /**
     * @param states
     *            null if only rows without an attribute are asked for
     * @return the rows of those entries that have one, null if cancelled
     */
    TimeGraphModel states(ITmfStateSystem states, Collection<Long> entries, List<Long> times, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        Map<Long, Row> rows = new LinkedHashMap<>();
        entries.forEach(id -> rows.computeIfAbsent(id, fRows::get));
        List<Long> ascending = times.stream().sorted().toList();
        Map<Integer, List<ITmfStateInterval>> intervals = intervals(states, rows.values(), ascending, monitor);
        if (intervals == null) {
            return null;
        }
        List<ITimeGraphRowModel> models = new ArrayList<>();
        for (Map.Entry<Long, Row> row : rows.entrySet()) {
            List<ITimeGraphState> drawn = new ArrayList<>();
            row.getValue().draw(intervals, ascending, drawn);
            models.add(new TimeGraphRowModel(row.getKey(), drawn));
        }
        return new TimeGraphModel(models);
    }

    /** By quark, in time order; null if cancelled. */
    private static Map<Integer, List<ITmfStateInterval>> intervals(ITmfStateSystem states, Iterable<Row> rows,
            List<Long> times, IProgressMonitor monitor) throws StateSystemDisposedException {
        Map<Integer, List<ITmfStateInterval>> intervals = new HashMap<>();
        for (Row row : rows) {
            row.quarks().forEach(quark -> intervals.put(quark, new ArrayList<>()));
        }
        if (states == null || intervals.isEmpty()) {
            return intervals;
        }
        long first = states.getStartTime();
        long last = states.getCurrentEndTime();
        List<Long> known = times.stream().filter(time -> time >= first && time <= last).toList();
        if (!known.isEmpty()) {
            for (ITmfStateInterval interval : states.query2D(intervals.keySet(), known)) {
                if (monitor != null && monitor.isCanceled()) {
                    return null;
                }
                intervals.get(interval.getAttribute()).add(interval);
            }
        }
        intervals.values().forEach(list -> list.sort(Comparator.comparingLong(ITmfStateInterval::getStartTime)));
        return intervals;
    }
}
