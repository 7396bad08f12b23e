/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.GuestEvent;
import org.hypertrace.core.stream.NameType;

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
        } else if (record instanceof Pending.Decoded said) {
            VirtualCpu vcpu = fSame.of(said.vcpu());
            if (vcpu != null && said.event() instanceof GuestEvent.Name name && name.type() == NameType.VM
                    && name.from().level() == 0) {
                fMachines.guestIsNamed(name.time(), vcpu, name.name());
            }
            Guest guest = fGuests.all().get(said.guest());
            guest.says(said.event(), fNested);
            fSink.guest(guest, vcpu, said.event());
        } else if (record instanceof Pending.OwnTrace told) {
            Guest guest = fGuests.all().get(told.guest());
            guest.says(told.event(), fNested);
            fSink.told(guest, told.event());
        } else if (record instanceof Pending.Traced traced) {
            VirtualCpu vcpu = fSame.of(traced.vcpu());
            if (vcpu != null) {
                fSink.traced(traced.time(), fGuests.all().get(traced.guest()), vcpu);
            }
        } else if (record instanceof Pending.Life life) {
            Guest guest = fGuests.all().get(life.guest());
            guest.lives(life.sign());
            fSink.life(life.time(), guest, life.sign());
        } else if (record instanceof Pending.Lost odd) {
            fSink.odd(odd.time(), fGuests.all().get(odd.guest()), odd.losses());
        } else if (record instanceof Pending.Rings rings) {
            fSink.rings(rings.time(), fGuests.all().get(rings.guest()), rings.figures());
        } else if (record instanceof Pending.Identified known) {
            fSink.identified(known.time(), fGuests.all().get(known.guest()));
        }
    }
}
