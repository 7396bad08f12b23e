/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

/**
 * An initcall of a boot, as the model has it. Times are ns since the epoch.
 *
 * @param number
 *            from 0, in the order in which the boot's initcalls begin
 * @param address
 *            of the function, 0 if its name is reported instead
 * @param name
 *            of the function if the guest reports it, with its module in brackets; else null
 * @param end
 *            when it returned; of one that did not: when events were lost, the kernel panicked or the boot ended
 * @param open
 *            whether it never returned
 * @param lost
 *            whether it never returned as far as is known, but events were lost and its thread went on with another
 * @param result
 *            what it returned, null if it did not or that is not recorded
 * @param guestDuration
 *            how long it took by the guest's own measure, ns; -1 if not recorded
 * @param level
 *            the number of the level in which it began, -1 before the first and after the last: a module's
 * @param tid
 *            the guest thread, -1 if not recorded
 * @param depth
 *            how many other initcalls of its thread it runs in
 * @param vcpu
 *            the place in the state system of the vCPU on which it began, -1 if not known
 */
public record InitcallRun(int number, long address, String name, long begin, long end, boolean open, boolean lost, Long result,
        long guestDuration, int level, int tid, int depth, int vcpu) {

    /** @return ns by the host's clock */
    public long duration() {
        return end - begin;
    }
}
