/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;

/**
 * Where the time of a guest's threads went in a stretch. Their states and those of their vCPUs are read once, in time order:
 * time grows with their number, memory with the number of threads only.
 */
public final class TaskTable {

    /** A thread's attributes, and what is summed of them. */
    private record Row(int state, int vcpu, TaskTime time) { }

    private final ITmfStateSystem fStates;
    private final Map<Integer, VcpuTime> fVcpus = new HashMap<>();
    private final List<Row> fRows = new ArrayList<>();

    private TaskTable(ITmfStateSystem states, Tasks.Guest guest) {
        fStates = states;
        guest.vcpus().forEach(vcpu -> fVcpus.put(vcpu, new VcpuTime(states, vcpu)));
        for (Tasks.Task task : guest.tasks()) {
            fRows.add(new Row(states.optQuarkRelative(task.quark(), TaskAttributes.STATE),
                    states.optQuarkRelative(task.quark(), TaskAttributes.VCPU), new TaskTime(task)));
        }
    }

    /**
     * @param states
     *            the model, complete
     * @param guest
     *            a guest
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive, unless it is the model's), ns since the epoch
     * @return its threads that were there in the stretch, in the order of {@link Tasks.Guest#tasks()}
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<TaskFigures> of(ITmfStateSystem states, Tasks.Guest guest, long from, long to)
            throws StateSystemDisposedException {
        return new TaskTable(states, guest).figures(Math.max(from, states.getStartTime()),
                to >= states.getCurrentEndTime() ? states.getCurrentEndTime() + 1 : to);
    }

    private List<TaskFigures> figures(long from, long to) throws StateSystemDisposedException {
        Set<Integer> quarks = new HashSet<>();
        for (Row row : fRows) {
            quarks.add(row.state);
            quarks.add(row.vcpu);
        }
        fVcpus.values().forEach(vcpu -> quarks.addAll(vcpu.quarks()));
        quarks.removeIf(quark -> quark < 0);
        long begin = to;
        long end = from;
        for (Row row : fRows) {
            begin = Math.min(begin, begin(row, from, to));
            end = Math.max(end, end(row, from, to));
        }
        if (begin < end) {
            new Chunks(fStates, quarks).forEach(begin, end, this::take);
        }
        List<TaskFigures> figures = new ArrayList<>();
        for (Row row : fRows) {
            TaskFigures one = row.time.figures(fStates, to);
            if (one != null) {
                figures.add(one);
            }
        }
        return figures;
    }

    /** Before this the thread was not there: guests live in a part of a long trace. */
    private long begin(Row row, long from, long to) throws StateSystemDisposedException {
        ITmfStateInterval first = row.state < 0 || from >= to ? null : fStates.querySingleState(from, row.state);
        return first == null ? to : first.getValue() == null ? Math.min(to, first.getEndTime() + 1) : from;
    }

    /** After this it was not seen. */
    private long end(Row row, long from, long to) throws StateSystemDisposedException {
        ITmfStateInterval last = row.state < 0 || from >= to ? null : fStates.querySingleState(to - 1, row.state);
        long end = last == null ? from : last.getValue() == null ? Math.max(from, last.getStartTime()) : to;
        return row.time.last() < end ? row.time.last() + 1 : end;
    }

    private void take(long begin, long end, Map<Integer, List<ITmfStateInterval>> intervals) throws StateSystemDisposedException {
        for (VcpuTime vcpu : fVcpus.values()) {
            vcpu.take(intervals);
        }
        for (Row row : fRows) {
            List<ITmfStateInterval> places = intervals.getOrDefault(row.vcpu, List.of());
            int place = 0;
            for (ITmfStateInterval state : intervals.getOrDefault(row.state, List.of())) {
                long from = Math.max(begin, state.getStartTime());
                while (place < places.size() && places.get(place).getEndTime() < from) {
                    place++;
                }
                VcpuTime vcpu = place < places.size() ? fVcpus.get(places.get(place).getValue()) : null;
                row.time.add(state, from, Math.min(end, state.getEndTime() + 1), vcpu);
            }
        }
    }
}
