/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.timeline;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.TscTimes;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.ring.RingFile;

/** The rings that the manifests of hosts name, each opened when the first vCPU of its VM appears. */
final class GuestRings implements Closeable {

    /** How long after its time a record may be reported, ns. */
    static final long SPAN = 2 * RingEchoes.WAIT;

    private static final int MARK = 0x84;
    /** Numbers of the tracer's: smaller ones are KVM's own. */
    private static final int FIRST = 0x64;

    /** Takes records. */
    @FunctionalInterface
    interface Sink {
        /** @return whether it was in time */
        boolean ringRecord(Guest guest, long time, RingFile.Entry entry);
    }

    private static final class Vm {
        private Guest fGuest;
        private VmRings fRings;
    }

    /** A VM of a manifest, which several hosts may have. */
    private record Key(int host, Manifest.Vm vm) { }

    /** A place in the manifest of a host. */
    private record Place(int host, int vm) { }

    /** Whose a vCPU is, by what was known of its process. */
    private record Known(HostProcess process, Vm vm) { }

    private final IntFunction<Manifest> fManifests;
    private final Guests fGuests;
    private final Sink fSink;
    private final List<Known> fOfVcpu = new ArrayList<>();
    private final Map<Key, Vm> fVms = new LinkedHashMap<>();
    private final Map<Place, TscTimes> fTimes = new HashMap<>();
    private long fBegin = Long.MIN_VALUE;

    GuestRings(IntFunction<Manifest> manifests, Guests guests, Sink sink) {
        fManifests = manifests;
        fGuests = guests;
        fSink = sink;
    }

    /** Whether no VM has rings so far. */
    boolean isEmpty() {
        return fVms.isEmpty();
    }

    /** When the TSC of a VM had its values; comes before the VM. */
    void clock(HostEvent.RingClock clock) {
        fTimes.put(new Place(clock.host(), clock.vm()), clock.times());
    }

    /** The next event, which the machine tracker has handled. */
    void handle(HostEvent event, MachineTracker machines) {
        fBegin = fBegin == Long.MIN_VALUE ? machines.now().time() : fBegin;
        Vm vm = null;
        if (event instanceof HostEvent.KvmEntry || event instanceof HostEvent.KvmExit || event instanceof HostEvent.KvmTscOffset) {
            VirtualCpu vcpu = machines.now().vcpu();
            vm = vcpu == null ? null : of(vcpu);
        }
        if (!fVms.isEmpty()) {
            fVms.values().forEach(one -> one.fRings.upTo(machines.now().time()));
        }
        // its record comes first, also after a long time without any event
        if (vm != null && event instanceof HostEvent.KvmExit exit) {
            vm.fRings.exited(exit);
        }
    }

    /**
     * A vCPU reported something.
     *
     * @return whether that is to be read: its VM does not report by rings only
     */
    boolean hypercall(HostEvent.KvmHypercall event, VirtualCpu vcpu, Origin origin) {
        Vm vm = of(vcpu);
        int number = (int) event.nr() & 0xffff;
        if (vm == null || event.nr() >= 0 && event.nr() < FIRST) {
            return true;
        }
        // a process must not make a record of its kernel disappear
        if (origin != Origin.USER || number == MARK || !vm.fRings.isBoth()) {
            vm.fRings.hypercall(event);
        }
        return vm.fRings.isBoth();
    }

    /** Nothing more comes. */
    void finish(long end) {
        fVms.values().forEach(vm -> vm.fRings.finish(end));
    }

    /** What became of the records of a guest's rings, null if it has none. */
    RingFigures figures(Guest guest) {
        return fVms.values().stream().filter(vm -> vm.fGuest == guest).findFirst().map(vm -> vm.fRings.figures()).orElse(null);
    }

    private Vm of(VirtualCpu vcpu) {
        while (fOfVcpu.size() <= vcpu.index()) {
            fOfVcpu.add(null);
        }
        Known known = fOfVcpu.get(vcpu.index());
        HostProcess process = vcpu.thread().process();
        if (known == null || known.process != process) {
            known = new Known(process, find(vcpu));
            fOfVcpu.set(vcpu.index(), known);
        }
        return known.vm;
    }

    private Vm find(VirtualCpu vcpu) {
        Manifest manifest = fManifests.apply(vcpu.thread().host());
        Manifest.Vm reported = manifest == null || !manifest.hasRings() ? null : manifest.vmOf(vcpu.thread());
        Guest guest = reported == null || reported.rings().isEmpty() ? null : fGuests.of(vcpu);
        if (guest == null) {
            return null;
        }
        Vm vm = fVms.computeIfAbsent(new Key(vcpu.thread().host(), reported), one -> new Vm());
        vm.fGuest = guest;
        if (vm.fRings == null) {
            vm.fRings = new VmRings(manifest, reported, times(vcpu.thread().host(), manifest, reported), fBegin,
                    (time, entry) -> fSink.ringRecord(vm.fGuest, time, entry));
            if (!vm.fRings.isBoth()) {
                fGuests.setDialect(guest, Dialect.builtIn(Dialect.HYPERTRACE_1), "it reports its events by shared memory");
            }
        }
        return vm;
    }

    /** Without any a record has no time. */
    private TscTimes times(int host, Manifest manifest, Manifest.Vm vm) {
        for (int i = 0; i < manifest.vms().size(); i++) {
            if (manifest.vms().get(i) == vm) {
                return fTimes.get(new Place(host, i));
            }
        }
        return null;
    }

    @Override
    public void close() {
        fVms.values().forEach(vm -> vm.fRings.close());
    }
}
