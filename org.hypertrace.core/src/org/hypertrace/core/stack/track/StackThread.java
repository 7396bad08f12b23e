/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.track;

import org.hypertrace.core.timeline.Guest;

/** A thread of a guest that has a stack, in one boot of the guest. */
public final class StackThread {

    private final int fIndex;
    private final Guest fGuest;
    private final String fNested;
    private final int fBoot;
    private final int fTid;
    private final int fVcpu;
    private int fBootNumber = 1;
    private String fName;

    /**
     * @param index
     *            its running number among all, from 0
     * @param guest
     *            whose thread it is, null of one that is read from a file
     * @param nested
     *            of a guest nested in it the level and the number, {@code 1.0}; null: of the VM itself
     * @param boot
     *            the running number of the boot among all boots of all guests, from 0
     * @param tid
     *            in the guest; 0 for an idle thread, less than 0 if it is not recorded
     * @param vcpu
     *            of an idle thread, or where no thread is reported, the number of its vCPU in the guest, else -1
     */
    public StackThread(int index, Guest guest, String nested, int boot, int tid, int vcpu) {
        fIndex = index;
        fGuest = guest;
        fNested = nested;
        fBoot = boot;
        fTid = tid;
        fVcpu = vcpu;
    }

    /** @return its running number among all, from 0 */
    public int index() {
        return fIndex;
    }

    /** @return whose thread it is, null of one that is read from a file */
    public Guest guest() {
        return fGuest;
    }

    /** @return of a guest nested in {@link #guest()} the level and the number, {@code 1.0}; null: of the VM itself */
    public String nested() {
        return fNested;
    }

    /** @return the running number of the boot among all boots of all guests, from 0 */
    public int boot() {
        return fBoot;
    }

    /** @return the number of the boot among those of its guest, from 1: the boot that other reports give this number */
    public int bootNumber() {
        return fBootNumber;
    }

    /**
     * @param vm
     *            the guest, for people
     * @return the guest and which boot of it, for people: {@code web}, in the second {@code web, boot 2}
     */
    public String boot(String vm) {
        return fBootNumber == 1 ? vm : vm + ", boot " + fBootNumber;
    }

    /** @param number of the boot among those of its guest, from 1; 0: none began so far */
    public void inBoot(int number) {
        fBootNumber = Math.max(1, number);
    }

    /** @return its id in the guest; 0 for an idle thread, less than 0 if it is not recorded */
    public int tid() {
        return fTid;
    }

    /** @return of an idle thread, or where no thread is reported, the number of its vCPU in the guest, else -1 */
    public int vcpu() {
        return fVcpu;
    }

    /** @return its last name, null if none was reported */
    public String name() {
        return fName;
    }

    /** @param name as reported last */
    public void named(String name) {
        fName = name;
    }
}
