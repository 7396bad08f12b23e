/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot.track;

import java.util.function.Function;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PerGuest;
import org.hypertrace.core.timeline.VmLifecycleEvent;

/**
 * How guests boot: the parts of their life, the initcall levels, the initcalls, panics.
 * <p>
 * A boot begins when the host launches or resets the VM, else when the guest first reports; and anew with a marker - first
 * kernel code, start_kernel, the level of that name - unless that comes later in this order than the marker before. A level
 * lasts to the next one; the last one to the guest's own word that user space begins, else to the first program that PID 1
 * executes.
 * <p>
 * Part of the state tree that is fed from here, see {@code BootAttributes}:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Guests/&lt;n&gt;/[Nested/&lt;level&gt;.&lt;number&gt;/]
 *    Boots/&lt;k&gt;/                    Lifecycle · Begin · End · Ending · Triple fault · Text · Unmatched · Others
 *       Levels/&lt;n&gt;/                Name · Begin · End · vCPU
 *       Initcalls/&lt;n&gt;/             Function · Result · Duration · Place · vCPU · End · Lost
 *       Functions/&lt;address&gt;/      Calls · Total · Self
 *       Crashes/&lt;n&gt;/               Begin · Oops · Function · Fault · Text · Tid · vCPU · Initcall · Stack/&lt;i&gt; · Before/&lt;i&gt;
 * </pre>
 */
public final class BootTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 2;

    /** Levels, initcalls, functions and crashes of all guests together that are kept; a guest could report them without end. */
    static final int MAX_KEPT = 1 << 19;

    private final PerGuest<TrackedBoot> fTracks;
    private int fKept;

    /**
     * @param sink
     *            gets what is found
     * @param symbols
     *            the symbols of a guest's kernel as their file has them, null if they are not known. With them, initcalls are found among
     *            functions where the guest does not report them
     */
    public BootTracker(BootSink sink, Function<Guest, Symbols> symbols) {
        fTracks = new PerGuest<>((guest, nested) -> new TrackedBoot(guest, nested, sink, symbols, this::keeps));
    }

    /**
     * A VM's host reports something of its life.
     *
     * @param time
     *            ns since the epoch
     * @param guest
     *            the VM
     * @param sign
     *            what
     */
    public void handle(long time, Guest guest, VmLifecycleEvent sign) {
        fTracks.of(guest).sign(time, sign);
    }

    /**
     * @param guest
     *            who reports it
     * @param vcpu
     *            where, null if not known
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        TrackedBoot track = fTracks.of(guest, event.from());
        if (track != null) {
            track.handle(event, vcpu == null ? GuestEvent.UNKNOWN_ID : vcpu.index());
        }
    }

    /** @param event the host's tracer lost events, and with them perhaps what guests reported */
    public void lost(HostEvent.LostEvents event) {
        fTracks.forEach(track -> {
            if (track.guest().host() == event.host() && event.count() != 0) {
                track.lost(event.time(), event.end());
            }
        });
    }

    /**
     * Nothing more comes.
     *
     * @param time
     *            of the last event, ns since the epoch
     */
    public void finish(long time) {
        fTracks.forEach(track -> track.finish(time));
    }

    /** @return whether one more level, initcall, function or crash is kept */
    boolean keeps() {
        return fKept < MAX_KEPT && fKept++ >= 0;
    }
}
