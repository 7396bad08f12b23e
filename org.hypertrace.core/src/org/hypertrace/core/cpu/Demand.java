/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import org.hypertrace.core.machine.Machines;

/**
 * What a vCPU, or all vCPUs of a VM together, asked of the host's processors in a stretch of time, and what it was given.
 * Durations are ns and exact.
 *
 * @param got
 *            how long its thread had a processor, whatever it did there
 * @param stolen
 *            how long it was kept from one: preempted or waking
 * @param longestWait
 *            the longest time without a break that it was kept from one, the first of equals; null if it never was
 */
public record Demand(long got, long stolen, Wait longestWait) {

    /**
     * A vCPU was kept from a processor.
     *
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch
     */
    public record Wait(Machines.Vcpu vcpu, long begin, long end) {
        /** @return how long it was, ns */
        public long ns() {
            return end - begin;
        }
    }

    /** Of nobody. */
    public static final Demand NONE = new Demand(0, 0, null);

    /** @return how long it wanted a processor, ns */
    public long demand() {
        return got + stolen;
    }

    /**
     * @param other
     *            of other vCPUs
     * @return of both; of two waits equally long the first one's
     */
    public Demand plus(Demand other) {
        boolean others = other.longestWait != null && (longestWait == null || other.longestWait.ns() > longestWait.ns());
        return new Demand(got + other.got, stolen + other.stolen, others ? other.longestWait : longestWait);
    }
}
