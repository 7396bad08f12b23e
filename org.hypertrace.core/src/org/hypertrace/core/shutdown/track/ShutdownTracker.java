/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.track;

import java.util.function.Function;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PerGuest;
import org.hypertrace.core.timeline.VmLifecycleEvent;

/**
 * How guests shut down or restart: how user space ends, what the kernel does after another, and what each device and notifier
 * takes.
 * <p>
 * A shutdown begins when the guest reports that one was requested, shows the first part of one, or panics. It also begins when the guest
 * calls the kernel's function for it, if its address is known by symbols. The functions that this one calls are then the parts. It ends
 * when
 * QEMU resets the machine or is gone, or the guest boots again.
 * <p>
 * Part of the state tree that is fed from here, see {@code ShutdownAttributes}:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/Guests/&lt;n&gt;/[Nested/&lt;level&gt;.&lt;number&gt;/]
 *    Shutdowns/&lt;k&gt;/                Begin · Requested · Called · Kernel · Kind · Tid · vCPU · Last · Triple fault · End · Ending · Others
 *       Steps/&lt;n&gt;/                 Begin · End · Kind · Id · Function · Name · Driver · Depth · Tid · vCPU
 *       Processes/&lt;n&gt;/             Begin · End · Tid · Parent · Name · Late · Signalled · Signal · Code
 * </pre>
 */
public final class ShutdownTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 2;

    /** Parts and processes of all guests together that are kept; a guest could report them without end. */
    private static final int MAX_KEPT = 1 << 18;

    private final PerGuest<TrackedShutdown> fTracks;
    private int fKept;

    /**
     * @param sink
     *            gets what is found
     * @param symbols
     *            the symbols of a guest's kernel as their file has them, null if they are not known
     */
    public ShutdownTracker(ShutdownSink sink, Function<Guest, Symbols> symbols) {
        fTracks = new PerGuest<>((guest, nested) -> new TrackedShutdown(guest, nested, sink,
                nested == null ? symbols : other -> null, () -> fKept < MAX_KEPT && fKept++ >= 0));
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
        switch (event.kind()) {
        case STAGE, BOOT_LEVEL_BEGIN, BASE, NAME, PANIC, SCHED_PROCESS_FORK, SCHED_PROCESS_EXEC,
                SCHED_PROCESS_EXIT, TASK, SYSCALL_ENTRY, FUNC_ENTRY, FUNC_EXIT, SHUTDOWN_STEP_BEGIN, SHUTDOWN_STEP_END, DEVICE_SHUTDOWN_BEGIN,
                DEVICE_SHUTDOWN_END, REBOOT_NOTIFIER_BEGIN, REBOOT_NOTIFIER_END -> {
            TrackedShutdown track = fTracks.of(guest, event.from());
            if (track != null) {
                track.handle(event, vcpu == null ? GuestEvent.UNKNOWN_ID : vcpu.index());
            }
        }
        default -> {
            // shows nothing of a shutdown
        }
        }
    }
}
