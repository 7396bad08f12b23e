/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.EnumMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Sums the time of a thread from its states in time order. The next state shows whether a state is true: until it comes, the
 * time of the last one is kept apart.
 */
final class TaskTime {

    private final Tasks.Task fTask;
    private final long[] fParts = new long[TaskState.values().length];
    private final long[] fStates = new long[VcpuTime.TRACER + 1];
    private final long[] fModes = new long[GuestMode.values().length];
    private long fOpen;
    private long fFirst = Long.MAX_VALUE;
    private long fBegin = Long.MAX_VALUE;
    private ITmfStateInterval fLast;
    private long fLastNs;
    private long[] fLastStates;
    private long[] fLastModes;
    /** Until the last switch-out. */
    private final ThreadTime.Sum fTime = new ThreadTime.Sum();
    private ThreadTime.Sum fLastTime = new ThreadTime.Sum();
    private long fLastUntilLeft;

    TaskTime(Tasks.Task task) {
        fTask = task;
    }

    /** When the thread was last seen, ns since the epoch. */
    long last() {
        return fTask.last();
    }

    /** The thread was in this state also from {@code begin} to {@code end}; {@code vcpu}: that it has, if it runs. */
    void add(ITmfStateInterval interval, long begin, long end, VcpuTime vcpu) {
        if (fLast == null || fLast.getStartTime() != interval.getStartTime()) {
            settle(interval.getValue());
            fLast = interval;
        }
        TaskState state = TaskState.of(interval.getValue());
        long until = Math.min(end, fTask.last());
        if (state == null || until < begin) {
            return;
        }
        if (fFirst == Long.MAX_VALUE) {
            fFirst = interval.getStartTime();
            fBegin = begin;
        }
        fLastNs += until - begin;
        long untilLeft = Math.max(begin, Math.min(until, fTask.left()));
        fLastUntilLeft += untilLeft - begin;
        if (state == TaskState.RUNNING) {
            if (fLastStates == null) {
                fLastStates = new long[fStates.length];
                fLastModes = new long[fModes.length];
            }
            if (vcpu == null) {
                fLastStates[VcpuState.UNKNOWN.ordinal()] += until - begin;
                fLastModes[GuestMode.UNKNOWN.ordinal()] += until - begin;
                fLastTime.add(VcpuState.UNKNOWN.ordinal(), GuestMode.UNKNOWN, untilLeft - begin);
            } else {
                vcpu.split(begin, until, fLastStates, fLastModes);
                vcpu.split(begin, untilLeft, fLastTime);
            }
        }
    }

    private void settle(Object next) {
        TaskState state = fLast == null ? null : TaskState.of(fLast.getValue());
        if (state != null) {
            settleTime(state, next);
            if (TaskState.doubtsBefore(next)) {
                fParts[TaskState.UNKNOWN.ordinal()] += fLastNs;
            } else if (state != TaskState.RUNNING) {
                fParts[state.ordinal()] += fLastNs;
            } else if (TaskState.of(next) == null) {
                fOpen += fLastNs;
            } else {
                fParts[state.ordinal()] += fLastNs;
                add(fStates, fLastStates);
                add(fModes, fLastModes);
            }
        }
        fLastNs = 0;
        fLastUntilLeft = 0;
        fLastTime = new ThreadTime.Sum();
        fLastStates = null;
        fLastModes = null;
    }

    private void settleTime(TaskState state, Object next) {
        if (state == TaskState.RUNNING && TaskState.of(next) != null && !TaskState.doubtsBefore(next)) {
            fTime.add(fLastTime);
        } else {
            fTime.add(TaskState.doubtsBefore(next) ? TimePart.UNKNOWN : switch (state) {
            case WAITING -> TimePart.WAITING;
            case SLEEPING, ENDED -> TimePart.SLEEPING;
            case RUNNING, UNKNOWN -> TimePart.UNKNOWN;
            }, fLastUntilLeft);
        }
    }

    private static void add(long[] to, long[] from) {
        for (int i = 0; from != null && i < to.length; i++) {
            to[i] += from[i];
        }
    }

    /**
     * @param to
     *            the end of the stretch
     * @return null if the thread was not there
     */
    TaskFigures figures(ITmfStateSystem states, long to) throws StateSystemDisposedException {
        if (fLast != null) {
            settle(fLast.getEndTime() >= states.getCurrentEndTime() ? null
                    : states.querySingleState(fLast.getEndTime() + 1, fLast.getAttribute()).getValue());
        }
        long end = Math.min(to, fTask.last());
        if (fBegin > end || fBegin == end && fFirst < fBegin) {
            return null;
        }
        Map<VcpuState, Long> byState = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            byState.put(state, fStates[state.ordinal()]);
        }
        Map<GuestMode, Long> byMode = new EnumMap<>(GuestMode.class);
        for (GuestMode mode : GuestMode.values()) {
            byMode.put(mode, fModes[mode.ordinal()]);
        }
        return new TaskFigures(fTask, fBegin, end, fParts[TaskState.RUNNING.ordinal()], fOpen,
                fParts[TaskState.WAITING.ordinal()],
                fParts[TaskState.SLEEPING.ordinal()] + fParts[TaskState.ENDED.ordinal()],
                fParts[TaskState.UNKNOWN.ordinal()], fStates[VcpuTime.TRACER], byState, byMode,
                fTask.left() < fBegin ? null : fTime.of(fBegin, Math.min(to, fTask.left())));
    }
}
