/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

/** A thread of a guest at this moment of the trace: the state that it is in, and since when. */
final class GuestThread {

    final int fId;
    final int fTid;
    /** An idle thread; thread 0 of a boot's first vCPU becomes one when it first leaves that. */
    boolean fIsIdle;
    /** Null before it is in any. */
    ThreadState fState;
    long fSince;
    /** The vCPU that it has or waits for, null if none. */
    PathVcpu fPlace;
    /** Whether its state may have changed since the states of all were forgotten. */
    boolean fIsListed;

    GuestThread(int id, int tid) {
        fId = id;
        fTid = tid;
    }

    /** Whether its state is known, and not its end. */
    boolean isKnown() {
        return fState != null && fState != ThreadState.DEAD && fState != ThreadState.UNKNOWN;
    }

    boolean runsOn(PathVcpu vcpu) {
        return fState == ThreadState.RUN && fPlace == vcpu;
    }

    /** From now on it is in another state; {@code endedBy} refers to who ended a sleep. */
    void change(long time, ThreadState state, PathVcpu place, int endedBy, PathSpool rows) {
        if (fState != null && fSince < time) {
            write(endedBy, rows);
        }
        fState = state;
        fSince = time;
        fPlace = place;
    }

    void write(int endedBy, PathSpool rows) {
        rows.state(fId, fSince, fState == ThreadState.BLOCKED ? endedBy : PathRows.NONE, fPlace == null ? 0 : fPlace.fIndex,
                fState, 0);
    }
}
