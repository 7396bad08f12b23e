/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PerGuest;

/**
 * What the threads of guests do, by the guests' own word, and which of them has which vCPU.
 * <p>
 * A thread <em>runs</em> from the switch to it until the switch of the same vCPU that names it as the one that leaves; where
 * one of both is missing or contradicts, its state is unknown, and a last run without end is <em>open</em>. It <em>waits</em>
 * from a switch that takes the vCPU while it could run, or from its first waking, until it runs. It <em>sleeps</em> after
 * any other switch, and from its fork until its first waking. The idle threads, all with id 0 and distinguished by the
 * processor's number, never wait. A thread is there as long as it is seen: as the one that reports, leaves or gets a vCPU,
 * is woken, forked or dumped. With a new boot all threads end. When the guest
 * switches its group sched off, the states of all are unknown.
 * <p>
 * While a thread has a vCPU, this is in user space or in a system call as soon as the thread's own system calls show; before,
 * and for a guest that reports none, it just runs. Interrupts and softirqs lie over that.
 * <p>
 * Of each guest {@value TrackedGuest#MAX} threads are followed, as many of all nested ones together.
 * <p>
 * Part of the state tree that is fed from here:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Guests/&lt;n&gt;/            Boots · Others
 *    Threads/&lt;k&gt;/                          Tid · Name · State · vCPU · Last · Left · Tgid · Process · Container · Container name
 * Hosts/&lt;host id&gt;/vCPUs/&lt;tid&gt;#&lt;n&gt;/      Guest task · Guest mode
 * </pre>
 */
public final class TaskTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 8;

    private final boolean fEverywhere;
    private final PerGuest<TrackedGuest> fGuests;

    /**
     * Of the threads of VMs, by what they report on their vCPUs.
     *
     * @param sink
     *            gets what is found
     */
    public TaskTracker(TaskSink sink) {
        this(sink, false);
    }

    /**
     * @param sink
     *            gets what is found
     * @param everywhere
     *            also of guests nested in VMs and of guests that have a trace of their own; of their processors the sink gets
     *            nothing
     */
    public TaskTracker(TaskSink sink, boolean everywhere) {
        fEverywhere = everywhere;
        int[] nestedThreads = new int[1];
        fGuests = new PerGuest<>((guest, nested) -> new TrackedGuest(guest, nested,
                nested == null ? new int[1] : nestedThreads, sink));
    }

    /**
     * @param guest
     *            a guest
     * @param vcpu
     *            the vCPU by which it shows it, null if that is not known
     * @param event
     *            the next event in time order
     * @return the processor that shows it and who is on it now, null if it is not followed
     */
    public RunningTask handle(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        boolean own = vcpu != null && event.from().level() == 0;
        TrackedGuest track = own || fEverywhere ? fGuests.of(guest, event.from()) : null;
        return track == null ? null : track.handle(own ? vcpu : null, event);
    }

    /** @param event the host's tracer lost events, in time order with what guests report: maybe a guest's switches */
    public void lost(HostEvent.LostEvents event) {
        fGuests.forEach(guest -> {
            if (guest.guest().host() == event.host()) {
                guest.lost(event.time());
            }
        });
    }

    /** @param time nothing more comes; when that is clear, ns since the epoch */
    public void finish(long time) {
        fGuests.forEach(guest -> guest.finish(time));
    }
}
