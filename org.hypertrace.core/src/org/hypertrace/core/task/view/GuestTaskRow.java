/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.view.AtTime;
import org.hypertrace.core.view.Row;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Look;

/** The row of which of its guest's threads has a vCPU, in the colour of what it does there. */
final class GuestTaskRow implements Row {

    private final ITmfStateSystem fStates;
    private final Machines.Vcpu fVcpu;
    private final int fTask;
    private final int fMode;
    private final Map<Integer, String> fLabels = new HashMap<>();

    GuestTaskRow(ITmfStateSystem states, Machines.Vcpu vcpu, List<Tasks.Task> tasks) {
        fStates = states;
        fVcpu = vcpu;
        fTask = states.optQuarkRelative(vcpu.quark(), TaskAttributes.GUEST_TASK);
        fMode = states.optQuarkRelative(vcpu.quark(), TaskAttributes.GUEST_MODE);
        tasks.forEach(task -> fLabels.put(task.number(), task.label()));
    }

    ITmfStateSystem states() {
        return fStates;
    }

    Machines.Vcpu vcpu() {
        return fVcpu;
    }

    /** The attribute of the thread, negative if there is none. */
    int task() {
        return fTask;
    }

    /** The attribute of what it does. */
    int mode() {
        return fMode;
    }

    /** @return the name of the thread for people; null if none is known */
    String label(Object task) {
        return task instanceof Integer number ? fLabels.get(number) : null;
    }

    @Override
    public Collection<Integer> quarks() {
        return fTask < 0 ? List.of(fMode) : List.of(fTask, fMode);
    }

    @Override
    public void draw(Map<Integer, List<ITmfStateInterval>> intervals, List<Long> times, List<ITimeGraphState> to) {
        AtTime tasks = new AtTime(intervals, fTask);
        AtTime modes = new AtTime(intervals, fMode);
        long drawn = fVcpu.begin();
        for (long time : times) {
            ITmfStateInterval task = tasks.get(time);
            ITmfStateInterval mode = modes.get(time);
            if (time >= drawn && time < fVcpu.end() && mode != null) {
                long from = Math.max(drawn, mode.getStartTime());
                long until = Math.min(fVcpu.end(), mode.getEndTime() + 1);
                if (task != null) {
                    from = Math.max(from, task.getStartTime());
                    until = Math.min(until, task.getEndTime() + 1);
                }
                to.add(StateRow.state(from, until, look(task, GuestMode.of(mode.getValue()))));
                drawn = until;
            }
        }
    }

    private Look look(ITmfStateInterval task, GuestMode mode) {
        String label = task == null ? null : label(task.getValue());
        if (label == null && mode == GuestMode.UNKNOWN) {
            return null;
        }
        return new Look(label == null ? mode.label() : label, TaskStyles.of(mode).style());
    }
}
