/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VmNames;

/**
 * The last part of a {@link Timeline}, on another thread than the first, of which there may be several. Whoever gets what comes out asks about guests,
 * vCPUs and names as they are at that moment. So these are kept here once more, by the {@link TimelineChanges} among what comes.
 */
final class TimelineCopy implements Consumer<Object> {

    private final VmNames fNames = new VmNames();
    private final List<Guest> fGuests = new ArrayList<>();
    /** Threads of vCPUs as the inlet has them, by running numbers. Another thread changes them: only host, id and incarnation may be asked. */
    private final List<HostThread> fVcpus = new ArrayList<>();
    private final MachineTracker fMachines;
    private final TimelineOutlet fOutlet;

    TimelineCopy(MachineSink machines, IntFunction<Manifest> manifests, TimelineSink sink) {
        fMachines = new MachineTracker(machines, manifests);
        fOutlet = new TimelineOutlet(fGuests, fMachines, new SameVcpus(fVcpus::get, fMachines), sink);
    }

    /** Who is who at the time of the event that came out last. */
    MachineTracker machines() {
        return fMachines;
    }

    /** {@code item}: the next one of the inlet. */
    @Override
    public void accept(Object item) {
        // most are, and a class asked for one interface only answers at once
        if (item instanceof HostEvent event) {
            fOutlet.host(event);
        } else if (item instanceof Pending.Outgoing outgoing) {
            outgoing.to(fOutlet);
        } else {
            ((TimelineChanges.Change) item).to(this);
        }
    }

    void vcpu(VmNames.Vcpu vcpu, HostThread thread) {
        fNames.report(vcpu);
        if (vcpu.index() == fVcpus.size()) {
            fVcpus.add(thread);
        }
    }

    void named(HostProcess vm, String name, boolean isInner) {
        if (isInner) {
            fNames.innerNamed(0, vm, name);
        } else {
            fNames.named(0, vm, name);
        }
    }

    void guest(TimelineChanges.OfGuest known) {
        if (known.number() == fGuests.size()) {
            fGuests.add(new Guest(known.host(), known.number(), known.vm(), fNames));
        }
        Guest guest = fGuests.get(known.number());
        guest.setVm(known.vm());
        if (known.dialect() != null) {
            guest.setDialect(known.dialect(), known.reason());
        }
    }
}
