/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import org.hypertrace.core.machine.HostProcess;

/** A thread of the host at this moment of the trace: the state that it is in, and since when. */
final class HostThread {

    /** Since before everything. */
    static final long FOR_EVER = Long.MIN_VALUE;

    final int fId;
    final int fTid;
    final boolean fIsIdle;
    /** Null before it is in any. */
    ThreadState fState;
    long fSince;
    /** The processor that it has or waits for. */
    int fPlace;
    int fFlags;
    /** Null as long as nothing reported it. */
    HostProcess fProcess;
    /** The VM among whose running mates it is. */
    PathVm fRunsFor;
    /** Which of the trace's vCPUs it is, null if none. */
    PathVcpu fVcpu;
    /** When it had a processor last, if it has none now. */
    long fRanUntil = FOR_EVER;
    private String fComm;

    HostThread(int id, int tid, boolean isIdle) {
        fId = id;
        fTid = tid;
        fIsIdle = isIdle;
    }

    /** Whether this name is reported of it now, and another one was before or none. */
    boolean isRenamed(String comm) {
        boolean isNew = !comm.equals(fComm);
        fComm = comm;
        return isNew;
    }

    boolean runs() {
        return fState == ThreadState.RUN;
    }

    /** From now on it is in another state. */
    void change(long time, ThreadState state, int place, int flags, int endedBy, PathSpool rows) {
        if (fState != null && fSince < time) {
            rows.state(fId, fSince, fState == ThreadState.BLOCKED ? endedBy : PathRows.NONE, fPlace, fState, fFlags);
        } else if (fState != null) {
            flags |= fFlags & PathSpool.AFRESH;
        }
        fState = state;
        fSince = time;
        fPlace = place;
        fFlags = flags;
    }
}
