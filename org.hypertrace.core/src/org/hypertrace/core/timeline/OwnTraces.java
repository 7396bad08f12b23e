/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;

/**
 * Whose the events of traces are that guests recorded themselves: of a machine without a host, or of a VM that reports nothing by hypercall. Events
 * of a VM before anything is known of their vCPU are left out.
 */
final class OwnTraces {

    /** A processor of a guest. */
    private record Cpu(int host, int vm, int number) { }

    private final Guests fGuests;
    private final MachineTracker fMachines;
    private final IntFunction<Manifest> fManifests;
    private final Map<Cpu, VirtualCpu> fVcpus = new HashMap<>();

    OwnTraces(Guests guests, MachineTracker machines, IntFunction<Manifest> manifests) {
        fGuests = guests;
        fMachines = machines;
        fManifests = manifests;
    }

    /** @return whether an event is one of a guest's own trace */
    static boolean concerns(HostEvent event) {
        return event instanceof HostEvent.GuestTraceEvent || event instanceof HostEvent.VmTraceEvent;
    }

    /** @return what the guest reports; null if it is not known which guest that is */
    Pending read(HostEvent event) {
        if (event instanceof HostEvent.GuestTraceEvent reported) {
            Guest guest = fGuests.own(reported.host());
            return guest == null ? null : new Pending.OwnTrace(guest.number(), reported.event());
        }
        HostEvent.VmTraceEvent reported = (HostEvent.VmTraceEvent) event;
        Cpu cpu = new Cpu(reported.host(), reported.vm(), reported.cpu());
        VirtualCpu vcpu = fVcpus.get(cpu);
        if (vcpu == null) {
            vcpu = find(cpu);
            fVcpus.put(cpu, vcpu);
        }
        Guest guest = vcpu == null ? null : fGuests.of(vcpu);
        return guest == null ? null : new Pending.Decoded(guest.number(), vcpu.index(), reported.event());
    }

    /** The last one that appeared: a VM that was started again has new threads. */
    private VirtualCpu find(Cpu cpu) {
        Manifest manifest = fManifests.apply(cpu.host);
        VirtualCpu found = null;
        VirtualCpu vcpu;
        for (int i = 0; manifest != null && (vcpu = fMachines.vcpu(i)) != null; i++) {
            boolean isIt = vcpu.thread().host() == cpu.host && vcpu.number() == cpu.number
                    && manifest.vmOf(vcpu.thread()) == manifest.vms().get(cpu.vm);
            found = isIt ? vcpu : found;
        }
        return found;
    }
}
