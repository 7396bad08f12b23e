/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import org.hypertrace.core.guest.Guest;

/** A thread of a guest that has a stack, in one boot of the guest. */
public final class StackThread {

    private final int fIndex;
    private final Guest fGuest;
    private final int fTid;
    private final int fVcpu;
    private String fName;

    /**
     * @param index
     *            its running number among all, from 0
     * @param guest
     *            whose thread it is
     * @param tid
     *            in the guest; 0 for an idle thread, less than 0 if it is not told
     * @param vcpu
     *            of an idle thread, or where no thread is told, the index of its vCPU, else -1
     */
    public StackThread(int index, Guest guest, int tid, int vcpu) {
        fIndex = index;
        fGuest = guest;
        fTid = tid;
        fVcpu = vcpu;
    }

    /** @return its running number among all, from 0 */
    public int index() {
        return fIndex;
    }

    /** @return whose thread it is */
    public Guest guest() {
        return fGuest;
    }

    /** @return its id in the guest; 0 for an idle thread, less than 0 if it is not told */
    public int tid() {
        return fTid;
    }

    /** @return of an idle thread, or where no thread is told, the index of its vCPU, else -1 */
    public int vcpu() {
        return fVcpu;
    }

    /** @return its last name, null if none was told */
    public String name() {
        return fName;
    }

    /** @param name as told last */
    public void named(String name) {
        fName = name;
    }
}
