/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;

/** Receives what the {@link VcpuTracker} finds out, in time order; at equal times the last word counts. */
public interface VcpuSink {

    /** From {@code time} on the vCPU is in another state. */
    void state(long time, VirtualCpu vcpu, VcpuState state);

    /** From {@code time} on the vCPU's thread has the processor {@code cpu}; {@code HostEvent.UNKNOWN_ID}: it has none. */
    default void physicalCpu(long time, VirtualCpu vcpu, int cpu) {
        // not wanted
    }

    /** From {@code time} on the vCPU, preempted or waking, waits for {@code cpu}; {@code HostEvent.UNKNOWN_ID}: for none. */
    default void waitsFor(long time, VirtualCpu vcpu, int cpu) {
        // not wanted
    }

    /** From {@code time} on {@code vcpus} vCPUs - threads that entered or left a guest - have the processor or wait for it. */
    default void runnable(long time, int host, int cpu, int vcpus) {
        // not wanted
    }

    /** The vCPU's thread was given the processor {@code to} after having run on {@code from}. */
    default void migrated(long time, VirtualCpu vcpu, int from, int to) {
        // not wanted
    }

    /** The guest was entered. */
    default void entered(long time, VirtualCpu vcpu) {
        // not wanted
    }

    /** The guest was left for {@code reason}; {@code isa} shows whose code that is. */
    default void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        // not wanted
    }

    /** From {@code time} on {@code thread} has the processor that the vCPU waits for; null: nobody, it idles. */
    default void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        // not wanted
    }

    /** From {@code time} on an interrupt has the processor that the vCPU runs on. */
    default void preemptedBy(long time, VirtualCpu vcpu, Interrupt kind, int number) {
        // not wanted
    }
}
