/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Losses;

/** Receives what happened on hosts and in their guests, all in time order. */
public interface TimelineSink {

    /** Something happened on a host; the machine tracker of the timeline has handled it. */
    void host(HostEvent event);

    /** A guest reports that something happened in it (or in a guest nested in it), on this vCPU; null: it is not known on which. */
    default void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        // hosts alone are enough for some
    }

    /** The same of a guest that has a trace of its own; its host is that trace's machine. */
    default void ownTraceEvent(Guest guest, GuestEvent event) {
        // the same
    }

    /** The vCPU's last exit was for a hypercall of the guest's tracer, not of the guest's own doing. */
    default void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
        // the same
    }

    /** What is missing or contradictory in what a guest reports, by now. */
    default void lossesChanged(long time, Guest guest, Losses losses) {
        // the same
    }

    /** At the end, of a guest with rings: what became of what is in them. */
    default void rings(long time, Guest guest, RingFigures figures) {
        // the same
    }

    /** The host's events report something of the life of a VM. */
    default void life(long time, Guest guest, VmLifecycleEvent sign) {
        // the same
    }

    /** A guest reported for the first time, or its dialect or its VM is known better than before. */
    default void identified(long time, Guest guest) {
        // the same
    }
}
