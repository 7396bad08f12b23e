/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

/**
 * A function that the kernel calls once to bring up a part of itself. It is of one of the levels of a boot, or of a module loaded later.
 *
 * @param number
 *            from 0, in the order in which the boot's initcalls begin
 * @param depth
 *            how many of its thread's other initcalls it runs in: deferred probes nest
 * @param level
 *            the boot's level when it began, from 0; -1 before the first one and after the last: a module's
 * @param address
 *            the function's address, 0 if not recorded
 * @param name
 *            its name, null if not recorded
 * @param tid
 *            the guest thread that runs it, -1 if not recorded
 * @param vcpu
 *            the running number of the vCPU on which it began, -1 if not known
 * @param begin
 *            ns since the epoch
 */
public record Initcall(int number, int depth, int level, long address, String name, int tid, int vcpu, long begin) { }
