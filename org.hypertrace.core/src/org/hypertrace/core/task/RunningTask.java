/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import org.hypertrace.core.machine.VirtualCpu;

/** Which thread of a guest has a processor, and what the processor does for it. */
public final class RunningTask {

    private final VirtualCpu fVcpu;
    private final Interrupts fInterrupts = new Interrupts();
    private GuestTask fSwitchedTo;
    private GuestTask fReported;
    private GuestTask fReporter;
    private GuestTask fShownTask;
    private GuestMode fShownMode = GuestMode.UNKNOWN;

    RunningTask(VirtualCpu vcpu) {
        fVcpu = vcpu;
    }

    /** The vCPU, null if it is none: of a nested guest. */
    VirtualCpu vcpu() {
        return fVcpu;
    }

    Interrupts interrupts() {
        return fInterrupts;
    }

    /** @return the thread that has the processor, null if that is not known */
    public GuestTask task() {
        return fShownTask;
    }

    /** @return the thread in which the last event was, if the event itself names it, else null */
    public GuestTask reporter() {
        return fReporter;
    }

    void setReporter(GuestTask reporter) {
        fReporter = reporter == null || !reporter.isFollowed() ? null : reporter;
    }

    /** The thread that a switch gave the vCPU; null if none did since something was lost. */
    GuestTask switchedTo() {
        return fSwitchedTo;
    }

    void switchTo(GuestTask task) {
        fSwitchedTo = task;
        fReported = null;
        fInterrupts.clear();
    }

    /** While no switch reported it, a thread that reports something by the vCPU is the one that has it. */
    void reported(GuestTask task) {
        if (fSwitchedTo == null) {
            fReported = task;
        }
    }

    void forget() {
        switchTo(null);
    }

    /** Reports the sink what changed. */
    void show(long time, TaskSink sink) {
        GuestTask task = fSwitchedTo != null ? fSwitchedTo : fReported;
        GuestTask shown = task != null && task.isFollowed() ? task : null;
        if (shown != fShownTask) {
            fShownTask = shown;
            if (fVcpu != null) {
                sink.current(time, fVcpu, shown);
            }
        }
        GuestMode mode = mode(task);
        if (mode != fShownMode) {
            fShownMode = mode;
            if (fVcpu != null) {
                sink.mode(time, fVcpu, mode);
            }
        }
    }

    private GuestMode mode(GuestTask task) {
        GuestMode interrupt = fInterrupts.mode();
        if (interrupt != null) {
            return interrupt;
        }
        // who reports is not idle: before the first switch, thread 0 boots
        return task == null ? GuestMode.UNKNOWN : task.tid() == 0 && task == fSwitchedTo ? GuestMode.IDLE : task.mode();
    }
}
