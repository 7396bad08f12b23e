/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.timeline.Guest;

/** A thread of a guest, as the guest reports about it. A thread id used again, or by the next boot, is another thread. */
public final class GuestTask {

    private final Guest fGuest;
    private final String fNested;
    private final int fNumber;
    private final int fTid;
    private String fName;
    private TaskState fState = TaskState.UNKNOWN;
    private Integer fCode = TaskState.UNKNOWN.code(false, null);
    private long fSince;
    private long fLast;
    private RunningTask fOn;
    private boolean fExited;
    private long fLeft = -1;
    private int fTgid = GuestEvent.UNKNOWN_ID;
    private int fProcess;
    private GuestMode fMode = GuestMode.RUNNING;

    GuestTask(Guest guest, String nested, int number, int tid, long time) {
        fGuest = guest;
        fNested = nested;
        fNumber = number;
        fTid = tid;
        fSince = time;
    }

    /** @return whose thread it is */
    public Guest guest() {
        return fGuest;
    }

    /** @return of a guest nested in {@link #guest()} the level and the number, {@code 1.0}; null: of the VM itself */
    public String nested() {
        return fNested;
    }

    /** @return its running number in the guest, from 0, in the order in which they were first seen */
    public int number() {
        return fNumber;
    }

    /** @return its id in the guest */
    public int tid() {
        return fTid;
    }

    /** @return when it was last seen, ns since the epoch */
    public long last() {
        return fLast;
    }

    /** @return when it left a vCPU last, ns since the epoch; -1 if it never did */
    public long left() {
        return fLeft;
    }

    /** @return the id of its process in the guest, {@link GuestEvent#UNKNOWN_ID} if no event named it */
    public int tgid() {
        return fTgid;
    }

    /** @return the running number of its process in the guest, from 1; 0 if that is not known */
    public int process() {
        return fProcess;
    }

    void leaves(long time) {
        fLeft = time;
    }

    void isOf(int tgid, int process) {
        fTgid = tgid;
        fProcess = process;
    }

    /** Too many threads are followed already: it is only who leaves or gets a vCPU. */
    boolean isFollowed() {
        return fNumber >= 0;
    }

    /** @return what it does, as far as is known by now */
    public TaskState state() {
        return fState;
    }

    /** The processor that it runs on or ran on last, null before it ran. */
    RunningTask on() {
        return fOn;
    }

    /** User space, system call, or {@link GuestMode#RUNNING} while neither is known. */
    GuestMode mode() {
        return fMode;
    }

    void setMode(GuestMode mode) {
        fMode = mode;
    }

    boolean hasExited() {
        return fExited;
    }

    void exits() {
        fExited = true;
    }

    void seen(long time) {
        fLast = time;
    }

    void named(long time, String name, TaskSink sink) {
        if (name != null && !name.isBlank() && !name.equals(fName)) {
            fName = name;
            if (isFollowed()) {
                sink.named(time, this, name);
            }
        }
    }

    void runsOn(long time, RunningTask on, TaskSink sink) {
        if (on != fOn) {
            fOn = on;
            if (isFollowed() && on.vcpu() != null) {
                sink.runsOn(time, this, on.vcpu());
            }
        }
    }

    /** Its state is another one now; {@code doubts}: it cannot have been in the one before. */
    void becomes(long time, TaskState state, boolean doubts, TaskSink sink) {
        if (state == fState && !doubts) {
            return;
        }
        // a state without duration leaves the doubt of its begin to the one that replaces it, and nothing to be doubted
        boolean doubted = time == fSince ? TaskState.doubtsBefore(fCode) : doubts && fState != TaskState.UNKNOWN;
        Integer code = state.code(doubted, time == fSince ? null : fCode);
        fState = state;
        fSince = time;
        if (!code.equals(fCode) && isFollowed()) {
            sink.state(time, this, code);
        }
        fCode = code;
    }

    /** What it does from now on is unknown until an event decides, unless it has ended; what it did before is known. */
    void forget(long time, TaskSink sink) {
        if (fState == TaskState.WAITING || fState == TaskState.SLEEPING) {
            becomes(time, TaskState.UNKNOWN, false, sink);
        }
    }
}
