/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.task.Chunks;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.task.VcpuTime;
import org.hypertrace.core.vcpu.LoneStates;
import org.hypertrace.core.vcpu.VcpuState;

/** What there is to report about a guest's thread, or of which thread has a vCPU, at an instant, in words. */
final class TaskTooltip {

    /** Stolen time is summed over no more than this, ns: the mouse does not wait. */
    private static final long MOST = 1_000_000_000;

    private TaskTooltip() {
    }

    static Map<String, String> of(GuestTaskRow row, long time) throws StateSystemDisposedException {
        Map<String, String> lines = new LinkedHashMap<>();
        if (time < row.vcpu().begin() || time >= row.vcpu().end()) {
            return lines;
        }
        ITmfStateInterval task = row.task() < 0 ? null : row.states().querySingleState(time, row.task());
        String label = task == null ? null : row.label(task.getValue());
        if (label != null) {
            lines.put("Guest task", label + during(task, row.vcpu().begin(), row.vcpu().end()));
        }
        ITmfStateInterval mode = row.states().querySingleState(time, row.mode());
        if (mode.getValue() != null) {
            // of this thread's run
            lines.put("In the guest", GuestMode.of(mode.getValue()).label() + (label == null
                    ? during(mode, row.vcpu().begin(), row.vcpu().end())
                    : during(mode, task.getStartTime(), Math.min(task.getEndTime() + 1, row.vcpu().end()))));
        }
        return lines;
    }

    static Map<String, String> of(TaskRow row, long time) throws StateSystemDisposedException {
        Map<String, String> lines = new LinkedHashMap<>();
        ITmfStateInterval state = row.contains(time) ? row.state(time) : null;
        TaskState does = state == null ? null : TaskState.of(state.getValue());
        if (does == null || does == TaskState.ENDED) {
            return lines;
        }
        lines.put("Guest thread", row.task().label());
        if (row.task().container() != null) {
            lines.put("Container", row.task().container().description());
        }
        lines.put("State", does.label() + during(state, Long.MIN_VALUE, Long.MAX_VALUE)
                + (TaskState.doubtsBefore(TaskRow.valueAfter(row.states(), state)) ? "; later events contradict: counts as unknown"
                        : ""));
        TaskRow.Vcpu vcpu = row.vcpu(time);
        if (vcpu == null) {
            return lines;
        }
        if (does != TaskState.RUNNING) {
            lines.put("Ran last on", "vCPU " + vcpu.vcpu().number());
            return lines;
        }
        ITmfStateInterval mode = vcpu.mode() < 0 ? null : row.states().querySingleState(time, vcpu.mode());
        if (mode != null && mode.getValue() != null) {
            lines.put("In the guest", GuestMode.of(mode.getValue()).label()
                    + during(mode, state.getStartTime(), state.getEndTime() + 1));
        }
        ITmfStateInterval of = row.states().querySingleState(time, vcpu.state());
        lines.put("vCPU " + vcpu.vcpu().number(), LoneStates.label(vcpu.vcpu(), VcpuState.of(of.getValue()))
                + during(of, vcpu.vcpu().begin(), vcpu.vcpu().end()));
        stolen(row.states(), vcpu, state.getStartTime(), time, lines);
        return lines;
    }

    private static void stolen(ITmfStateSystem states, TaskRow.Vcpu vcpu, long begin, long time, Map<String, String> lines)
            throws StateSystemDisposedException {
        long from = Math.max(begin, time - MOST);
        VcpuTime split = new VcpuTime(states, vcpu.vcpu().quark());
        long[] ns = new long[VcpuTime.TRACER + 1];
        long[] modes = new long[GuestMode.values().length];
        new Chunks(states, split.quarks()).forEach(from, time, (b, e, intervals) -> {
            split.take(intervals);
            split.split(b, e, ns, modes);
        });
        long all = Arrays.stream(ns).sum();
        long tracer = ns[VcpuTime.TRACER];
        long stolen = all - tracer - ns[VcpuState.GUEST.ordinal()] - ns[VcpuState.UNKNOWN.ordinal()];
        lines.put(from == begin ? "Stolen since it runs" : "Stolen in the last second",
                Amount.ns(stolen).both() + " of " + Amount.ns(all).both()
                        + (tracer == 0 ? "" : "; the tracer took " + Amount.ns(tracer).both()));
    }

    /** How long an interval is, within the life of what it is about. */
    private static String during(ITmfStateInterval interval, long begin, long end) {
        return " for " + Amount.ns(Math.min(interval.getEndTime() + 1, end) - Math.max(interval.getStartTime(), begin)).both();
    }
}
