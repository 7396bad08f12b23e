/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * Whose the events are that guests recorded themselves: in traces of a machine without a host, or of a VM that reports nothing by hypercall; or in
 * rings of a VM whose host has no trace. Events of a VM before anything is known of their vCPU are left out.
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
        return event instanceof HostEvent.GuestTraceEvent || event instanceof HostEvent.VmTraceEvent || event instanceof HostEvent.LoneWords;
    }

    /** @return what the guest reports; null if it is not known which guest that is */
    Pending read(HostEvent event) {
        if (event instanceof HostEvent.GuestTraceEvent reported) {
            Guest guest = fGuests.own(reported.host());
            return guest == null ? null : new Pending.OwnTrace(guest.number(), reported.event());
        }
        if (event instanceof HostEvent.LoneWords words) {
            return words(words);
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

    /** Rings have what the tracer's hypercalls have, whatever that is by the user's word. */
    private Pending words(HostEvent.LoneWords words) {
        HostThread thread = fMachines.thread(words.host(), words.tid());
        Guest guest = thread == null || thread.vcpu() == null ? null : fGuests.of(thread.vcpu());
        if (guest == null) {
            return null;
        }
        if (guest.dialect() == null) {
            fGuests.setDialect(guest, Dialect.builtIn(Dialect.HYPERTRACE_1), "it reports its events by shared memory");
        }
        return new Pending.RingRecord(words.time(), guest.number(), thread.vcpu().index(), new RingFile.Entry(thread.vcpu().number(), 0, 0, 0,
                words.nr(), words.a0(), words.a1(), words.a2(), words.a3()));
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
