/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import org.hypertrace.core.container.Container;
import org.hypertrace.core.event.HostEvent;

/** Receives what the {@link MachineTracker} finds out, in time order. */
public interface MachineSink {

    /** For who only asks the tracker. */
    MachineSink NONE = new MachineSink() { };

    /** A thread caused its first event of the hypervisor; its life as a vCPU began at {@link VirtualCpu#begin()}. */
    default void vcpuBegins(long time, VirtualCpu vcpu) {
        // not wanted
    }

    /** What is known of who a vCPU is - its number, its thread's process, that it runs a guest - changed. */
    default void identified(long time, VirtualCpu vcpu) {
        // not wanted
    }

    /** A VM, which is a process of a host, has a (new) name: from the manifest, or else by its own words. */
    default void named(long time, HostProcess vm, String name) {
        // not wanted
    }

    /** The only guest nested in a VM has a name: from the manifest. */
    default void innerNamed(long time, HostProcess vm, String name) {
        // not wanted
    }

    /** The container that a vCPU's thread is in; reported again when more is known. */
    default void contained(long time, VirtualCpu vcpu, Container container) {
        // not wanted
    }

    /** The vCPU's thread ended; nothing more comes of this vCPU. */
    default void vcpuEnds(long time, VirtualCpu vcpu) {
        // not wanted
    }

    /** An event of the hypervisor came on a processor of which nobody knows the running thread. */
    default void unattributed(long time, int host) {
        // not wanted
    }

    /** Events of a host are not there. */
    default void lost(HostEvent.LostEvents event) {
        // not wanted
    }
}
