/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.timeline.Guest;

/** A thread of a guest while the trace is read: on which processor it is, what it is in when it is on none. */
final class GuestThread {

    private static final long[] OFF = new long[TaskState.values().length];
    static {
        for (TaskState state : TaskState.values()) {
            OFF[state.ordinal()] = Frames.of(FrameKind.OFF_CPU, state.ordinal());
        }
    }

    private final StackThread fThread;
    private final ThreadChanges fChanges;
    private Processor fOn;
    private TaskState fState = TaskState.UNKNOWN;

    GuestThread(StackThread thread, ThreadChanges changes) {
        fThread = thread;
        fChanges = changes;
    }

    StackThread thread() {
        return fThread;
    }

    Guest guest() {
        return fThread.guest();
    }

    ThreadChanges changes() {
        return fChanges;
    }

    /** The processor that it has, null if none is known. */
    Processor on() {
        return fOn;
    }

    /** By the word of the scheduler. */
    void becomes(long time, TaskState state) {
        // one that runs, and it is not known where
        fState = state == TaskState.RUNNING ? TaskState.UNKNOWN : state;
        if (fOn == null) {
            off(time);
        }
    }

    void on(long time, Processor processor) {
        fOn = processor;
        fChanges.off(time, 0);
    }

    void leaves(long time) {
        fOn = null;
        off(time);
    }

    private void off(long time) {
        fChanges.off(time, OFF[fState.ordinal()]);
        if (fState == TaskState.ENDED || fThread.tid() < 0) {
            end(time, Repair.NEVER_RETURNED);
        }
    }

    /** Nothing more is known of it. */
    void end(long time, Repair repair) {
        if (fOn != null) {
            fOn.vacate();
            fOn = null;
        }
        fChanges.end(time, repair);
    }
}
