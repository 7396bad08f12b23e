/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.syscall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.syscall.GuestCalls.Unmatched;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.PerGuest;

/**
 * Finds the system calls of guests. A call lasts from its beginning to the next end of the same thread and number. A beginning
 * while another call of the thread is open supersedes that. Lost events of the host and another boot end what is open. Nested
 * guests are not looked at.
 */
public final class SyscallTracker {

    /** Threads of a guest in a call at once, beyond which calls are counted only. */
    static final int MOST_OPEN = 1 << 16;

    private record Open(long begin, long code, VirtualCpu vcpu) { }

    /** Raised when what is found changes: what is kept of traces is found anew. */
    public static final int VERSION = 3;

    private static final class Track {
        private final Guest fGuest;
        private final GuestCalls fCalls;
        private final Map<Integer, Open> fOpen = new HashMap<>();
        private int fBoot;

        Track(Guest guest, CallRows rows) {
            fGuest = guest;
            fCalls = new GuestCalls(guest.host(), rows);
        }

        void close(Unmatched why) {
            fCalls.unmatched(why, fOpen.size());
            fOpen.clear();
        }
    }

    private final List<GuestCalls> fFound = new ArrayList<>();
    private final PerGuest<Track> fGuests;

    /** {@code chunks}: makes places for calls. */
    SyscallTracker(Supplier<CallRows.Chunk> chunks) {
        fGuests = new PerGuest<>((guest, nested) -> {
            Track track = new Track(guest, new CallRows(chunks));
            fFound.add(track.fCalls);
            return track;
        });
    }

    /**
     * @param guest
     *            a guest
     * @param vcpu
     *            the vCPU by which it reports, null if that is not known
     * @param event
     *            the next event in time order
     */
    public void handle(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        if (event.from().level() != 0 || vcpu == null) {
            return;
        }
        Track track = fGuests.of(guest);
        int boot = guest.boot(event.from());
        if (track.fBoot != 0 && track.fBoot != boot) {
            track.close(Unmatched.BOOT);
        }
        track.fBoot = boot;
        if (event instanceof GuestEvent.Mark mark) {
            track.fCalls.mark(mark.time(), mark.value());
        } else if (event instanceof GuestEvent.SyscallEntry e) {
            begins(track, e, vcpu);
        } else if (event instanceof GuestEvent.SyscallExit e) {
            ends(track, e);
        }
    }

    private static void begins(Track track, GuestEvent.SyscallEntry e, VirtualCpu vcpu) {
        if (track.fOpen.remove(e.tid()) != null) {
            track.fCalls.unmatched(Unmatched.SUPERSEDED, 1);
        }
        if (track.fOpen.size() < MOST_OPEN) {
            track.fOpen.put(e.tid(), new Open(e.time(), GuestCalls.code(e.number(), e.compat()), vcpu));
        } else {
            track.fCalls.leavesOut();
        }
    }

    private static void ends(Track track, GuestEvent.SyscallExit e) {
        Open open = track.fOpen.get(e.tid());
        if (open == null || open.code != GuestCalls.code(e.number(), e.compat())) {
            track.fCalls.unmatched(Unmatched.END_WITHOUT_BEGINNING, 1);
        } else {
            track.fOpen.remove(e.tid());
            track.fCalls.add(open.begin, e, open.vcpu);
        }
    }

    /** @param event the host's tracer lost events, in time order with what guests report */
    public void lost(HostEvent.LostEvents event) {
        fGuests.forEach(track -> {
            if (track.fGuest.host() == event.host()) {
                track.close(Unmatched.LOST);
            }
        });
    }

    /** @return the calls of each guest that reported anything, when nothing more comes */
    public List<GuestCalls> finish() {
        fGuests.forEach(track -> {
            track.close(Unmatched.OPEN);
            track.fCalls.finish(track.fGuest.vm());
        });
        return fFound;
    }
}
