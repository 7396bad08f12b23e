/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.List;

import org.hypertrace.core.event.GuestEvent;

/**
 * A kernel's panic or oops, as the tracker finds it.
 *
 * @param number
 *            from 0, in the boot
 * @param oops
 *            the kernel survives, or a panic follows
 * @param tid
 *            the guest thread to which it happened, -1 if not recorded
 * @param vcpu
 *            the running number of the vCPU on which it was reported, -1 if not known
 * @param initcall
 *            that the thread was in, null if none
 * @param address
 *            where in the code, 0 if not recorded
 * @param fault
 *            the address that could not be accessed, 0 if not recorded
 * @param text
 *            the reason or the begin of it, null if not recorded
 * @param stack
 *            addresses of the functions that the thread was in, the outermost first; empty if functions are not recorded
 * @param before
 *            the last events of the guest before it, the oldest first
 */
public record Crash(int number, boolean oops, int tid, int vcpu, Initcall initcall, long address, long fault, String text,
        List<Long> stack, List<GuestEvent> before) { }
