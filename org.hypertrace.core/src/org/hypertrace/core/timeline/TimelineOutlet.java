/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.List;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.Timed;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Losses;

/** Where things come out of a {@link Timeline}, in time order: who is who then, and in which boot a guest is, is known first. */
final class TimelineOutlet {

    private final List<Guest> fGuests;
    private final MachineTracker fMachines;
    private final SameVcpus fSame;
    private TimelineSink fSink;
    /** Of so many more nested guests boots are counted. */
    private final int[] fNested = { PerGuest.MAX_NESTED };

    /** {@code guests}: by their numbers, as they are when something about them comes out. */
    TimelineOutlet(List<Guest> guests, MachineTracker machines, SameVcpus same, TimelineSink sink) {
        fGuests = guests;
        fMachines = machines;
        fSame = same;
        fSink = sink;
    }

    /** One more gets what comes out. */
    void also(TimelineSink sink) {
        fSink = new Both(fSink, sink);
    }

    void pass(Timed item) {
        if (item instanceof HostEvent event) {
            host(event);
        } else {
            ((Pending.Outgoing) item).to(this);
        }
    }

    void host(HostEvent event) {
        fMachines.handle(event);
        fSink.host(event);
    }

    void decoded(Pending.Decoded decoded) {
        VirtualCpu vcpu = fSame.of(decoded.vcpu());
        if (vcpu != null && decoded.event() instanceof GuestEvent.Name name && name.type() == NameType.VM
                && name.from().level() == 0) {
            fMachines.guestIsNamed(name.time(), vcpu, name.name());
        }
        Guest guest = guest(decoded);
        guest.handle(decoded.event(), fNested);
        fSink.guest(guest, vcpu, decoded.event());
    }

    void ownTrace(Pending.OwnTrace own) {
        Guest guest = guest(own);
        guest.handle(own.event(), fNested);
        fSink.ownTraceEvent(guest, own.event());
    }

    void tracerExit(Pending.TracerExit exit) {
        VirtualCpu vcpu = fSame.of(exit.vcpu());
        if (vcpu != null) {
            fSink.tracerExit(exit.time(), guest(exit), vcpu);
        }
    }

    void life(Pending.Life life) {
        Guest guest = guest(life);
        guest.handle(life.sign());
        fSink.life(life.time(), guest, life.sign());
    }

    void lost(Pending.Lost lost) {
        fSink.lossesChanged(lost.time(), guest(lost), lost.losses());
    }

    void rings(Pending.Rings rings) {
        fSink.rings(rings.time(), guest(rings), rings.figures());
    }

    void identified(Pending.Identified known) {
        fSink.identified(known.time(), guest(known));
    }

    private Guest guest(Pending about) {
        return fGuests.get(about.guest());
    }

    /** Two that get the same, one after the other. */
    record Both(TimelineSink one, TimelineSink other) implements TimelineSink {

        @Override
        public void host(HostEvent event) {
            one.host(event);
            other.host(event);
        }

        @Override
        public void guest(Guest guest, VirtualCpu vcpu, GuestEvent event) {
            one.guest(guest, vcpu, event);
            other.guest(guest, vcpu, event);
        }

        @Override
        public void ownTraceEvent(Guest guest, GuestEvent event) {
            one.ownTraceEvent(guest, event);
            other.ownTraceEvent(guest, event);
        }

        @Override
        public void tracerExit(long time, Guest guest, VirtualCpu vcpu) {
            one.tracerExit(time, guest, vcpu);
            other.tracerExit(time, guest, vcpu);
        }

        @Override
        public void lossesChanged(long time, Guest guest, Losses losses) {
            one.lossesChanged(time, guest, losses);
            other.lossesChanged(time, guest, losses);
        }

        @Override
        public void rings(long time, Guest guest, RingFigures figures) {
            one.rings(time, guest, figures);
            other.rings(time, guest, figures);
        }

        @Override
        public void life(long time, Guest guest, VmLifecycleEvent sign) {
            one.life(time, guest, sign);
            other.life(time, guest, sign);
        }

        @Override
        public void identified(long time, Guest guest) {
            one.identified(time, guest);
            other.identified(time, guest);
        }
    }
}
