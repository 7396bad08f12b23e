/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.NameType;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;

/** Where things come out of a {@link Timeline}, in time order: who is who then, and in which boot a guest is, is known first. */
final class TimelineOutlet {

    private final Guests fGuests;
    private final MachineTracker fMachines;
    private final SameVcpus fSame;
    private final TimelineSink fSink;
    /** Of so many more nested guests boots are counted. */
    private final int[] fNested = { PerGuest.MAX_NESTED };

    TimelineOutlet(Guests guests, MachineTracker machines, SameVcpus same, TimelineSink sink) {
        fGuests = guests;
        fMachines = machines;
        fSame = same;
        fSink = sink;
    }

    void pass(Record record) {
        if (record instanceof HostEvent event) {
            fMachines.handle(event);
            fSink.host(event);
        } else if (record instanceof Pending.Decoded reported) {
            VirtualCpu vcpu = fSame.of(reported.vcpu());
            if (vcpu != null && reported.event() instanceof GuestEvent.Name name && name.type() == NameType.VM
                    && name.from().level() == 0) {
                fMachines.guestIsNamed(name.time(), vcpu, name.name());
            }
            Guest guest = fGuests.all().get(reported.guest());
            guest.handle(reported.event(), fNested);
            fSink.guest(guest, vcpu, reported.event());
        } else if (record instanceof Pending.OwnTrace own) {
            Guest guest = fGuests.all().get(own.guest());
            guest.handle(own.event(), fNested);
            fSink.ownTraceEvent(guest, own.event());
        } else if (record instanceof Pending.Traced traced) {
            VirtualCpu vcpu = fSame.of(traced.vcpu());
            if (vcpu != null) {
                fSink.tracerExit(traced.time(), fGuests.all().get(traced.guest()), vcpu);
            }
        } else if (record instanceof Pending.Life life) {
            Guest guest = fGuests.all().get(life.guest());
            guest.handle(life.sign());
            fSink.life(life.time(), guest, life.sign());
        } else if (record instanceof Pending.Lost loss) {
            fSink.lossesChanged(loss.time(), fGuests.all().get(loss.guest()), loss.losses());
        } else if (record instanceof Pending.Rings rings) {
            fSink.rings(rings.time(), fGuests.all().get(rings.guest()), rings.figures());
        } else if (record instanceof Pending.Identified known) {
            fSink.identified(known.time(), fGuests.all().get(known.guest()));
        }
    }
}
