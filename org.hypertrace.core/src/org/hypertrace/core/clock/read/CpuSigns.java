/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.EventFields;
import org.hypertrace.core.kvm.SwitchFields;

/**
 * The few events of one processor by which it is known whose threads are vCPUs: new names, threads that begin or end, what the state dump reports, and
 * when the clocks of guests were set.
 */
final class CpuSigns {

    /** Events of the hypervisor waited from a time until another, when it was known who had the processor, or that nobody will know. */
    record Wait(long from, long until) { }

    /** As many as may wait in memory. */
    private static final int MOST = 1 << 16;
    private static final int UNKNOWN = HostEvent.UNKNOWN_ID;
    private static final long NOT = Long.MIN_VALUE;
    /** Of KVM itself, on x86. */
    private static final long MOST_OF_KVM = 63;
    private static final long NUMBER = 0xffff_ffffL;
    /** Of so many threads the last names are kept: another one again is no error. */
    private static final int RECENT = 1 << 12;
    private static final int NOBODY = -2;

    private final int fHost;
    private final int fCpu;
    private final boolean fStopsAtReports;
    private final List<HostEvent> fSigns = new ArrayList<>();
    private long fLast = NOT;
    private boolean fIsOrdered = true;
    private final List<Wait> fWaits = new ArrayList<>();
    private final List<HostEvent> fWaiting = new ArrayList<>();
    /** Since when the hypervisor's events wait until it is known who has the processor. */
    private long fWaitsSince = NOT;
    private final int[] fNamed = new int[RECENT];
    private final String[] fNames = new String[RECENT];
    /** Whose bytes of the name are known, and these. */
    private final int[] fSpelled = new int[RECENT];
    private final long[] fFirst = new long[RECENT];
    private final long[] fSecond = new long[RECENT];
    private final int[] fOwned = new int[RECENT];
    private final int[] fProcesses = new int[RECENT];

    CpuSigns(int host, int cpu, boolean stopsAtReports) {
        fHost = host;
        fCpu = cpu;
        fStopsAtReports = stopsAtReports;
        Arrays.fill(fSpelled, NOBODY);
    }

    void sign(HostEvent event) {
        if (fSigns.size() >= MOST) {
            throw new Unusual("there are more threads and names than may wait");
        }
        fSigns.add(event);
        fIsOrdered &= event.time() >= fLast;
        fLast = event.time();
    }

    /** A thread with its process. */
    void thread(HostEvent.ThreadOnCpu now) {
        int at = now.tid() & RECENT - 1;
        if (fOwned[at] != now.tid() || fProcesses[at] != now.pid()) {
            fOwned[at] = now.tid();
            fProcesses[at] = now.pid();
            sign(now);
        }
    }

    void switched(HostEvent.SchedSwitch change) {
        boolean isNew = isNew(change.prevTid(), change.prevComm());
        isNew |= isNew(change.nextTid(), change.nextComm());
        if (isEnd(change.prevState())) {
            ends(change.prevTid());
            sign(change);
        } else if (isNew) {
            sign(change);
        }
    }

    void ends(HostEvent.ThreadEnds end) {
        ends(end.tid());
        sign(end);
    }

    private void ends(int tid) {
        fNames[tid & RECENT - 1] = null;
        fSpelled[tid & RECENT - 1] = NOBODY;
        fProcesses[tid & RECENT - 1] = NOBODY;
    }

    private boolean isNew(int tid, String name) {
        if (hasName(tid, name)) {
            return false;
        }
        int at = tid & RECENT - 1;
        fNamed[at] = tid;
        fNames[at] = name;
        fSpelled[at] = NOBODY;
        return true;
    }

    private boolean hasName(int tid, String name) {
        int at = tid & RECENT - 1;
        return fNamed[at] == tid && name.equals(fNames[at]);
    }

    /** The bytes of the name that a thread has, if it still has one. */
    void spelled(int tid, long first, long second) {
        int at = tid & RECENT - 1;
        if (tid >= 0 && fNamed[at] == tid && fNames[at] != null) {
            fSpelled[at] = tid;
            fFirst[at] = first;
            fSecond[at] = second;
        }
    }

    /** Whether a thread is known to have a name of these bytes. */
    boolean isSpelled(int tid, long first, long second) {
        int at = tid & RECENT - 1;
        return tid >= 0 && fSpelled[at] == tid && fFirst[at] == first && fSecond[at] == second;
    }

    /** Whether a switch is no sign: neither thread has a new name, and none ends. */
    boolean isKnown(EventFields change, int prev, int next) {
        return hasName(prev, change.text(SwitchFields.PREV_COMM)) && hasName(next, change.text(SwitchFields.NEXT_COMM))
                && !isEnd(change.number(SwitchFields.PREV_STATE, 0));
    }

    /** Whether the thread that is taken off the processor is dead. */
    static boolean isEnd(long prevState) {
        long state = prevState & 0xff;
        return state == 16 || state == 32;
    }

    /** An event of the hypervisor. {@code tid}: who has the processor, -1 if that is not known. */
    void hypervisor(int tid, HostEvent event, long time) {
        if (tid == UNKNOWN && fWaitsSince == NOT) {
            fWaitsSince = time;
        }
        if (event instanceof HostEvent.KvmTscOffset) {
            if (tid == UNKNOWN) {
                fWaiting.add(event);
            } else {
                who(tid, event);
            }
        } else if (fStopsAtReports && event instanceof HostEvent.KvmHypercall call && mayReport(call)) {
            throw new Unusual("a guest reports by hypercall");
        }
    }

    /** KVM's own hypercalls have small numbers, and no dialect has one of these. */
    private static boolean mayReport(HostEvent.KvmHypercall call) {
        return (call.nr() & NUMBER) > MOST_OF_KVM || (call.nr() & NUMBER) == 0;
    }

    private void who(int tid, HostEvent event) {
        sign(new HostEvent.ThreadOnCpu(event.time(), fHost, fCpu, tid, UNKNOWN));
        sign(event);
    }

    /** It becomes known who has had the processor. */
    void isKnown(int tid, long time) {
        if (fWaitsSince != NOT) {
            fWaiting.forEach(event -> who(tid, event));
            lost(time);
        }
    }

    /** Events are not there: nobody will know who had the processor before. */
    void lost(long time) {
        if (fWaitsSince != NOT) {
            fWaits.add(new Wait(fWaitsSince, time));
            fWaiting.clear();
            fWaitsSince = NOT;
        }
    }

    /** No more will come. */
    void end() {
        lost(Long.MAX_VALUE);
        if (!fIsOrdered) { // what waited came late
            fSigns.sort(Comparator.comparingLong(HostEvent::time));
        }
    }

    /** In the order of time, after the end. */
    List<HostEvent> all() {
        return fSigns;
    }

    List<Wait> waits() {
        return fWaits;
    }
}
