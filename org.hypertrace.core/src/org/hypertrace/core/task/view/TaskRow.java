/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.view.VcpuStyles;
import org.hypertrace.core.view.AtTime;
import org.hypertrace.core.view.Row;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/**
 * The row of a guest's thread: what it does by its own word and, while it runs, where its vCPU does not run the guest, what
 * the vCPU does instead, lower. These lie over each other only here, where some instants are asked for.
 */
final class TaskRow implements Row {

    private static final Look TRACER = new Look("tracer", Styles.GUEST_TRACER.style());

    /** The attributes of a vCPU that the thread may have. */
    record Vcpu(Machines.Vcpu vcpu, int state, int tracer, int mode) { }

    /** What the row looks like from {@code from} until {@code until}. */
    private record Part(long from, long until, Look look) {
        Part within(ITmfStateInterval interval, Look other) {
            return new Part(Math.max(from, interval.getStartTime()), Math.min(until, interval.getEndTime() + 1), other);
        }
    }

    private final ITmfStateSystem fStates;
    private final Tasks.Task fTask;
    private final Machines.Vm fVm;
    private final int fState;
    private final int fVcpu;
    /** By their places in the state system. */
    private final Map<Integer, Vcpu> fVcpus = new HashMap<>();

    TaskRow(ITmfStateSystem states, Tasks.Task task, Machines.Vm vm, Map<Integer, Machines.Vcpu> vcpus) {
        fStates = states;
        fTask = task;
        fVm = vm;
        fState = states.optQuarkRelative(task.quark(), TaskAttributes.STATE);
        fVcpu = states.optQuarkRelative(task.quark(), TaskAttributes.VCPU);
        vcpus.forEach((quark, vcpu) -> fVcpus.put(quark, new Vcpu(vcpu,
                states.optQuarkRelative(quark, VcpuAttributes.STATE), states.optQuarkRelative(quark, VcpuAttributes.TRACER),
                states.optQuarkRelative(quark, TaskAttributes.GUEST_MODE))));
    }

    ITmfStateSystem states() {
        return fStates;
    }

    Tasks.Task task() {
        return fTask;
    }

    boolean contains(long time) {
        return time >= fVm.begin() && time < fVm.end();
    }

    /** The thread's state at a time. */
    ITmfStateInterval state(long time) throws StateSystemDisposedException {
        return fStates.querySingleState(time, fState);
    }

    /** The vCPU that the thread has or had last at a time, null if that is not known. */
    Vcpu vcpu(long time) throws StateSystemDisposedException {
        return fVcpus.get(fStates.querySingleState(time, fVcpu).getValue());
    }

    /** The places of all vCPUs that the thread ever had. */
    Set<Integer> hadVcpus() throws StateSystemDisposedException {
        Set<Integer> had = new HashSet<>();
        for (ITmfStateInterval interval : fStates.query2D(List.of(fVcpu), Math.max(fVm.begin(), fStates.getStartTime()),
                Math.min(fVm.end(), fStates.getCurrentEndTime()))) {
            if (interval.getValue() instanceof Integer quark) {
                had.add(quark);
            }
        }
        return had;
    }

    @Override
    public Collection<Integer> quarks() {
        Set<Integer> quarks = new HashSet<>(List.of(fState, fVcpu));
        fVcpus.values().forEach(vcpu -> quarks.addAll(List.of(vcpu.state, vcpu.tracer, vcpu.mode)));
        quarks.removeIf(quark -> quark < 0);
        return quarks;
    }

    @Override
    public void draw(Map<Integer, List<ITmfStateInterval>> intervals, List<Long> times, List<ITimeGraphState> to)
            throws StateSystemDisposedException {
        Map<Integer, AtTime> at = new HashMap<>();
        quarks().forEach(quark -> at.put(quark, new AtTime(intervals, quark)));
        long drawn = fVm.begin();
        for (long time : times) {
            if (time < drawn || time >= fVm.end()) {
                continue;
            }
            ITmfStateInterval state = at.get(fState).get(time);
            if (state != null) {
                Part part = new Part(drawn, fVm.end(), null).within(state, look(state.getValue()));
                if (TaskState.of(state.getValue()) == TaskState.RUNNING) {
                    ITmfStateInterval place = at.get(fVcpu).get(time);
                    part = running(part, place == null ? null : fVcpus.get(place.getValue()), at, time);
                }
                to.add(StateRow.state(part.from, part.until, part.look));
                drawn = part.until;
            }
        }
    }

    private static Look look(Object value) {
        TaskState state = TaskState.of(value);
        if (state == null || state == TaskState.ENDED) {
            return null;
        }
        // most threads sleep most of the time: a word on every line would hide who does not
        return new Look(state == TaskState.SLEEPING ? null : state.label(), TaskStyles.of(state).style());
    }

    private Part running(Part part, Vcpu vcpu, Map<Integer, AtTime> at, long time) throws StateSystemDisposedException {
        ITmfStateInterval state = vcpu == null ? null : interval(at, vcpu.state, time);
        if (state == null) {
            return part;
        }
        ITmfStateInterval tracer = interval(at, vcpu.tracer, time);
        Object beside = tracer == null ? null : tracer.getValue();
        if (VcpuAttributes.IS_TRACER.equals(beside)) {
            return part.within(tracer, TRACER);
        } else if (beside == null && VcpuAttributes.isOfTracer(state.getValue())) {
            return ofTracer(part, state);
        }
        VcpuState of = VcpuState.of(state.getValue());
        ITmfStateInterval mode = interval(at, vcpu.mode, time);
        Part during = tracer == null ? part : part.within(tracer, part.look);
        if (of != VcpuState.GUEST || mode == null) {
            return during.within(state, new Look(LoneStates.label(vcpu.vcpu, of), VcpuStyles.of(of).low()));
        }
        GuestMode does = GuestMode.of(mode.getValue());
        return during.within(state, null).within(mode, new Look(does.label(), TaskStyles.of(does).style()));
    }

    /** The whole stretch from the exit to the entry: the vCPU may have been in several states meanwhile. */
    private Part ofTracer(Part part, ITmfStateInterval state) throws StateSystemDisposedException {
        ITmfStateInterval first = state;
        while (VcpuAttributes.exitOf(first.getValue()) < 0 && first.getStartTime() > part.from
                && VcpuAttributes.isOfTracer(before(first).getValue())) {
            first = before(first);
        }
        ITmfStateInterval last = state;
        while (last.getEndTime() < Math.min(part.until - 1, fStates.getCurrentEndTime()) && isGoingOn(after(last).getValue())) {
            last = after(last);
        }
        return new Part(Math.max(part.from, first.getStartTime()), Math.min(part.until, last.getEndTime() + 1), TRACER);
    }

    private static boolean isGoingOn(Object state) {
        return VcpuAttributes.isOfTracer(state) && VcpuAttributes.exitOf(state) < 0;
    }

    private ITmfStateInterval before(ITmfStateInterval state) throws StateSystemDisposedException {
        return fStates.querySingleState(state.getStartTime() - 1, state.getAttribute());
    }

    private ITmfStateInterval after(ITmfStateInterval state) throws StateSystemDisposedException {
        return fStates.querySingleState(state.getEndTime() + 1, state.getAttribute());
    }

    private static ITmfStateInterval interval(Map<Integer, AtTime> at, int quark, long time) {
        AtTime intervals = at.get(quark);
        return intervals == null ? null : intervals.get(time);
    }

    /** @return the attribute's next value, null also if there is none */
    static Object valueAfter(ITmfStateSystem states, ITmfStateInterval interval) throws StateSystemDisposedException {
        return interval.getEndTime() >= states.getCurrentEndTime() ? null
                : states.querySingleState(interval.getEndTime() + 1, interval.getAttribute()).getValue();
    }
}
