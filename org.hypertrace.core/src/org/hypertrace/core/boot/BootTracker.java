/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.HashMap;
import java.util.Map;

import org.hypertrace.core.guest.Guest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.EventKind;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.TextType;

/**
 * How guests boot: the parts of their life, the initcall levels, the initcalls, panics.
 * <p>
 * A boot begins when the guest first speaks, and anew with a marker - first kernel code, start_kernel, the level of that name
 * - unless that comes later in this order than the marker before. A level lasts to the next one; the last one to the guest's
 * own word that user space begins, else to the first program that PID 1 executes.
 */
public final class BootTracker {

    /** More guests and nested guests that boot are not followed. */
    private static final int MAX_GUESTS = 1 << 12;

    private final BootSink fSink;
    private final Map<String, BootTrack> fTracks = new HashMap<>();

    /** @param sink gets what is found */
    public BootTracker(BootSink sink) {
        fSink = sink;
    }

    /**
     * A VM begins to run, told by its host.
     *
     * @param time
     *            ns since the epoch
     * @param guest
     *            the VM
     */
    public void launched(long time, Guest guest) {
        BootTrack track = track(guest, null);
        if (track != null) {
            track.launched(time);
        }
    }

    /**
     * @param guest
     *            who says it
     * @param vcpu
     *            where, null if not known
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (!concerns(event.kind())) {
            return;
        }
        String nested = event.from().level() == 0 ? null : event.from().level() + "." + event.from().nested();
        BootTrack track = track(guest, nested);
        if (track == null) {
            return;
        }
        int index = vcpu == null ? GuestEvent.NOT_TOLD : vcpu.index();
        if (event instanceof GuestEvent.Stage stage) {
            track.stage(stage);
        } else if (event instanceof GuestEvent.BootLevel level) {
            track.level(level, index);
        } else if (event instanceof GuestEvent.InitcallStart start) {
            track.initcallBegins(start, index);
        } else if (event instanceof GuestEvent.InitcallFinish finish) {
            track.initcallEnds(finish);
        } else if (event instanceof GuestEvent.Exec exec) {
            track.executes(exec);
        } else if (event instanceof GuestEvent.Panic panic) {
            track.panics(panic.time(), false, panic.tid(), 0, panic.text());
        } else if (event instanceof GuestEvent.Die die) {
            track.panics(die.time(), true, die.tid(), die.address(), null);
        } else if (event instanceof GuestEvent.Text text && (text.type() == TextType.PANIC || text.type() == TextType.DIE)) {
            track.reason(text);
        }
    }

    private static boolean concerns(EventKind kind) {
        return switch (kind) {
        case STAGE, BOOT_LEVEL_BEGIN, BOOT_LEVEL_END, INITCALL_START, INITCALL_FINISH, SCHED_PROCESS_EXEC, PANIC, DIE, TEXT -> true;
        default -> false;
        };
    }

    private BootTrack track(Guest guest, String nested) {
        String key = guest.number() + (nested == null ? "" : " " + nested);
        BootTrack track = fTracks.get(key);
        if (track == null && fTracks.size() < MAX_GUESTS) {
            track = new BootTrack(guest, nested, fSink);
            fTracks.put(key, track);
        }
        return track;
    }
}
