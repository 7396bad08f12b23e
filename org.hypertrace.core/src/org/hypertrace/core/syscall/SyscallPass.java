/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LostGuestEvents;
import org.hypertrace.core.machine.MachineFanOut;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Dialects;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.LookAhead;
import org.hypertrace.core.timeline.Timeline;
import org.hypertrace.core.timeline.TimelineSink;

/** The pass over the events that finds system calls of guests: timeline of hosts and guests → tracker. */
public final class SyscallPass implements TimelineSink, AutoCloseable {

    private final SyscallTracker fTracker;
    private final Timeline fTimeline;

    /**
     * @param manifests
     *            the manifest of a host's recording by its running number, null for none
     * @param dialects
     *            what guests report by the user's word
     */
    public SyscallPass(IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects) {
        this(manifests, dialects, CallRows.Chunk::onHeap);
    }

    /** {@code chunks}: makes places for calls. */
    SyscallPass(IntFunction<Manifest> manifests, List<Dialects.Chosen> dialects, Supplier<CallRows.Chunk> chunks) {
        fTracker = new SyscallTracker(chunks);
        fTimeline = new Timeline(new MachineFanOut(List.of()), manifests, dialects, LookAhead.DEFAULT_LIMIT, this);
    }

    /** @param event the next event of the hosts, in order of time */
    public void accept(HostEvent event) {
        fTimeline.accept(event);
    }

    /** @return the calls of each guest, when all events of the hosts came */
    public List<GuestCalls> finish() {
        fTimeline.finish();
        return fTracker.finish();
    }

    @Override
    public void host(HostEvent event) {
        HostEvent.LostEvents lost = LostGuestEvents.of(event);
        if (lost != null) {
            fTracker.lost(lost);
        }
    }

    @Override
    public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        fTracker.handle(guest, vcpu, event);
    }

    /** Removes what waits in files. */
    @Override
    public void close() {
        fTimeline.close();
    }
}
