/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.List;

/**
 * A panic or an oops of a boot, as the model has it.
 *
 * @param time
 *            ns since the epoch
 * @param oops
 *            whether it is an oops, which a kernel may survive
 * @param reason
 *            its text, null if not recorded
 * @param address
 *            where in the code, 0 if not recorded
 * @param fault
 *            the address that could not be accessed, 0 if not recorded
 * @param tid
 *            the guest thread, -1 if not recorded
 * @param task
 *            the thread's name, null if not recorded
 * @param initcall
 *            the initcall that the thread was in, null if none
 * @param vcpu
 *            the place in the state system of the vCPU on which it was reported, -1 if not known
 * @param stack
 *            addresses of the functions that the thread was in, the outermost first; empty if functions are not recorded
 * @param before
 *            the last events of the guest before it, the oldest first
 */
public record CrashReport(long time, boolean oops, String reason, long address, long fault, int tid, String task,
        InitcallRun initcall, int vcpu, List<Long> stack, List<Before> before) {

    /** An event before a crash: its kind and what it reports. */
    public record Before(long time, String kind, String text) { }
}
