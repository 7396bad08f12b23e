/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.hypertrace.core.view.AtTime;
import org.hypertrace.core.view.Row;
import org.hypertrace.core.view.StateRow;

/**
 * The row of who has a processor: its occupant and, where that is a vCPU whose guest reports its switches, the guest's thread
 * that has the vCPU then.
 *
 * @param quark
 *            the attribute of the occupant
 * @param begin
 *            of the row, ns since the epoch
 * @param end
 *            of the row (exclusive), ns since the epoch
 */
record OccupantRow(int quark, long begin, long end, ResourceLooks looks) implements Row {

    @Override
    public Collection<Integer> quarks() {
        Set<Integer> quarks = new HashSet<>(looks.guestTasks());
        quarks.add(quark);
        return quarks;
    }

    @Override
    public void draw(Map<Integer, List<ITmfStateInterval>> intervals, List<Long> times, List<ITimeGraphState> to)
            throws StateSystemDisposedException {
        AtTime occupants = new AtTime(intervals, quark);
        Map<Integer, AtTime> tasks = new HashMap<>();
        looks.guestTasks().forEach(task -> tasks.put(task, new AtTime(intervals, task)));
        long drawn = begin;
        for (long time : times) {
            ITmfStateInterval occupant = time < drawn || time >= end ? null : occupants.get(time);
            if (occupant != null) {
                long from = Math.max(drawn, occupant.getStartTime());
                long until = Math.min(end, occupant.getEndTime() + 1);
                int quarkOfTask = looks.guestTask(occupant.getValue(), from);
                ITmfStateInterval task = quarkOfTask < 0 ? null : tasks.get(quarkOfTask).get(time);
                if (task != null) {
                    from = Math.max(from, task.getStartTime());
                    until = Math.min(until, task.getEndTime() + 1);
                }
                to.add(StateRow.state(from, until, looks.occupant(occupant.getValue(), from,
                        task == null ? null : looks.guestTaskLabel(quarkOfTask, task.getValue()))));
                drawn = until;
            }
        }
    }
}
