/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

/** Receives what the {@link MachineTracker} finds out, in time order. */
public interface MachineSink {

    /** A thread caused its first event of the hypervisor; its life as a vCPU began at {@link VirtualCpu#begin()}. */
    void vcpuBegins(long time, VirtualCpu vcpu);

    /** What is known of who a vCPU is - its number, its thread's process, that it runs a guest - changed. */
    void identified(long time, VirtualCpu vcpu);

    /** A VM, which is a process of a host, has a (new) name: from the manifest, or else by its own words. */
    void named(long time, HostProcess vm, String name);

    /** The vCPU's thread ended; nothing more comes of this vCPU. */
    void vcpuEnds(long time, VirtualCpu vcpu);

    /** An event of the hypervisor came on a processor of which nobody knows the running thread. */
    void unattributed(long time, int host);

    /** The tracer discarded {@code count} events of a host. */
    void lost(long time, int host, long count);
}
