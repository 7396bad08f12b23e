/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

/**
 * Something that a guest reported from which the subjects of paths are found.
 *
 * @param time
 *            ns since the epoch
 * @param kind
 *            what
 * @param vm
 *            the running number of the VM
 * @param boot
 *            the boot of the VM in which it was reported
 * @param vcpu
 *            the participant that is the vCPU which reported it
 * @param thread
 *            a reference to the thread that it is about, {@link PathRows#NONE} if that is not known
 * @param value
 *            of a mark; the address of an initcall's function
 * @param name
 *            the number of the name of a step or an initcall, {@link PathRows#NONE} if it has none
 */
public record Moment(long time, Kind kind, int vm, int boot, int vcpu, int thread, long value, int name) {

    /** The order is the code in files. */
    public enum Kind {
        /** The value is the time of the vCPU's last word before, the thread who was on it then. */
        BOOT,
        /** User space begins. */
        USER_SPACE,
        /** User space is ready. */
        READY,
        /** Of a boot. */
        LAST_WORD,
        /** Of the user. */
        MARK,
        /** The thread is its id in the guest. */
        INITCALL_START, INITCALL_FINISH,
        /** In a guest of the guest. */
        NESTED_START, NESTED_FINISH,
        /** Of a shutdown. */
        STEP_BEGIN, STEP_END,
        /** What is at an address, or has a number, is called so. */
        NAME
    }

    static final int SIZE = 40;
}
