/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.Objects;

import org.hypertrace.core.task.GuestMode;

/**
 * What a guest did when it was left, by its own word: its innermost function, system call and initcall, and the thread they
 * are of.
 *
 * @param guest
 *            the running number of the guest, -1 if it reports nothing
 * @param task
 *            the number of the thread in the guest, -1 if it is not known
 * @param mode
 *            what the vCPU did in the guest's eyes
 * @param function
 *            the function's address, 0 if none is known
 * @param syscall
 *            the number of the system call, -1 if none is known
 * @param compat
 *            whether that number is of the i386 table
 * @param initcall
 *            the address of the initcall, 0 if none is known
 * @param initcallName
 *            its name where the guest reports names instead of addresses, else null
 */
public record Cause(int guest, int task, GuestMode mode, long function, int syscall, boolean compat, long initcall,
        String initcallName) {

    /** The guest reports nothing. */
    public static final Cause NONE = new Cause(-1, -1, GuestMode.UNKNOWN, 0, -1, false, 0, null);

    // most exits that follow a word of the guest are compared: without what Java makes for records when it runs
    @Override
    public boolean equals(Object other) {
        return other instanceof Cause cause && cause.function == function && cause.task == task && cause.guest == guest && cause.mode == mode
                && cause.syscall == syscall && cause.compat == compat && cause.initcall == initcall && Objects.equals(cause.initcallName, initcallName);
    }

    @Override
    public int hashCode() {
        int hash = 31 * guest + task;
        hash = 31 * hash + mode.ordinal();
        hash = 31 * hash + Long.hashCode(function);
        hash = 31 * hash + syscall;
        hash = 31 * hash + Long.hashCode(initcall);
        return 31 * hash + (initcallName == null ? 0 : initcallName.hashCode());
    }

    /** There are too many of this trace's for all to be distinguished. */
    public static final Cause FURTHER = new Cause(-2, -1, GuestMode.UNKNOWN, 0, -1, false, 0, null);
}
