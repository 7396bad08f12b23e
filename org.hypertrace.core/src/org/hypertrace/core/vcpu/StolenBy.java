/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;

/**
 * What somebody took from a vCPU: how long it had the vCPU's processor instead, and when for the longest time. Threads have it while the vCPU
 * is preempted or waking, interrupts while the host serves them there.
 *
 * @param name
 *            for people: {@code web vCPU 0}, {@code make (4711)}, {@code irq 4}
 * @param who
 *            who it is, and for how long in all
 * @param times
 *            how often: stretches without a break
 * @param begin
 *            of the longest stretch, the first of equals, ns since the epoch
 * @param end
 *            of that stretch (exclusive)
 */
public record StolenBy(String name, PreemptorTime who, int times, long begin, long end) {

    /** @return how long it had the processor in all, ns */
    public long ns() {
        return who.ns();
    }

    /** @return how long the longest stretch was, ns */
    public long longest() {
        return end - begin;
    }
}
