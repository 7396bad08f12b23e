/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import org.hypertrace.core.event.HostEvent;

/**
 * A virtual processor: a host thread that caused an event of the hypervisor. It is only a candidate (some threads of a
 * VM's process cause such events without ever running the guest) until {@link #isConfirmed()}.
 */
public final class VirtualCpu {

    private final int fIndex;
    private final HostThread fThread;
    private final long fBegin;
    private int fNumber = HostEvent.UNKNOWN_ID;
    private boolean fNumberByExit;
    private boolean fConfirmed;
    private long fGuestRip = HostEvent.NO_RIP;

    VirtualCpu(int index, HostThread thread, long begin) {
        fIndex = index;
        fThread = thread;
        fBegin = begin;
    }

    /** @return its running number over all hosts of the trace, from 0, in order of appearance */
    public int index() {
        return fIndex;
    }

    /** @return the host thread that is this vCPU */
    public HostThread thread() {
        return fThread;
    }

    /**
     * when its life begins, ns since the epoch: the thread's first event of the hypervisor. If that event shows that the guest ran before,
     * it is the trace's start
     */
    public long begin() {
        return fBegin;
    }

    /** @return its number within the VM: from the exits, else from the thread's name, else {@link HostEvent#UNKNOWN_ID} */
    public int number() {
        return fNumber;
    }

    /** @return whether the thread entered or left a guest */
    public boolean isConfirmed() {
        return fConfirmed;
    }

    /** @return where in the guest's code it exited; {@link HostEvent#NO_RIP} if not reported, or if it entered again since */
    public long guestRip() {
        return fGuestRip;
    }

    void setGuestRip(long rip) {
        fGuestRip = rip;
    }

    boolean confirm() {
        boolean changed = !fConfirmed;
        fConfirmed = true;
        return changed;
    }

    /** The number that exits record is right; the one in the thread's name counts only without it. */
    boolean setNumber(int number, boolean byExit) {
        if (number < 0 || (fNumberByExit && !byExit)) {
            return false;
        }
        fNumberByExit |= byExit;
        if (number == fNumber) {
            return false;
        }
        fNumber = number;
        return true;
    }
}
