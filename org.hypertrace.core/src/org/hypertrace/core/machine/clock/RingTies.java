/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.clock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import org.hypertrace.core.clock.line.ClockConversion;
import org.hypertrace.core.clock.ClockQuality;
import org.hypertrace.core.clock.GuestClock;
import org.hypertrace.core.clock.RingViolations;
import org.hypertrace.core.clock.TscClock;
import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.clock.exit.ExitTimes;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Hypercall.Origin;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;

/**
 * What ties the TSC of guests that report by rings to the clocks of their hosts. Where a ring's records belong depends on all of it. So the hosts'
 * events are read once for that, before the pass in which the records are merged with them.
 */
public final class RingTies implements AutoCloseable {

    private static final int LEVEL_BEGINS = 0x7b;
    private static final int HELLO = 0x81;
    private static final int STAGE = 0x85;
    private static final long HELLO_MAGIC = 0x47545243;
    private static final int HOST_EXIT = 0xa0;
    private static final long KIND = 0xffff;
    private static final long REPORTS = 0xfffff;
    /** A clock that was never set shows less: 2006. */
    private static final long REALTIME_KNOWN = 1L << 60;

    /** A value of the TSC's offset, or of the TSC itself, at a time. */
    private record At(long time, long one, long other) { }

    private static final class Known {
        private final VirtualCpu fVcpu;
        private final ExitTimes fExits = new ExitTimes();
        private final VcpuTimes fTimes = new VcpuTimes();
        private final List<At> fReports = new ArrayList<>();
        private final List<At> fOffsets = new ArrayList<>();

        Known(VirtualCpu vcpu) {
            fVcpu = vcpu;
        }

        /** It may have had events that are missing. */
        void gap() {
            fExits.gap();
            fTimes.lost();
        }
    }

    private static final int MOST = 1 << 20;

    private final IntFunction<Manifest> fManifests;
    private final MachineTracker fMachines;
    private final Map<Integer, Known> fKnown = new HashMap<>();
    /** By host: until when events of some processor are missing, ns since the epoch. */
    private final Map<Integer, Long> fLostUntil = new HashMap<>();
    private final List<TscClock> fClocks = new ArrayList<>();
    private final List<GuestClock> fByRecords = new ArrayList<>();
    private long fBegin = Long.MIN_VALUE;

    /** @param manifests the manifest of a host's recording, null for none */
    public RingTies(IntFunction<Manifest> manifests) {
        fManifests = manifests;
        fMachines = new MachineTracker(MachineSink.NONE, manifests);
    }

    /** @param event the next event of the hosts, in order of time */
    public void accept(HostEvent event) {
        fBegin = fBegin == Long.MIN_VALUE ? event.time() : fBegin;
        if (event instanceof HostEvent.SchedSwitch && event.time() <= fLostUntil.getOrDefault(event.host(), Long.MIN_VALUE)) {
            leaves(fMachines.running(event.host(), event.cpu()));
        }
        fMachines.handle(event);
        if (event instanceof HostEvent.LostEvents lost) {
            fLostUntil.merge(event.host(), lost.end(), Math::max);
            fKnown.values().stream().filter(known -> known.fVcpu.thread().host() == event.host()).forEach(Known::gap);
            return;
        }
        if (!(event instanceof HostEvent.KvmEntry || event instanceof HostEvent.KvmExit || event instanceof HostEvent.KvmOther
                || event instanceof HostEvent.KvmHypercall || event instanceof HostEvent.KvmUserspaceExit || event instanceof HostEvent.KvmTscOffset)) {
            return;
        }
        HostThread thread = fMachines.running(event.host(), event.cpu());
        Manifest manifest = fManifests.apply(event.host());
        if (thread != null && thread.vcpu() != null && manifest != null && manifest.hasRings()) {
            of(fKnown.computeIfAbsent(thread.vcpu().index(), key -> new Known(thread.vcpu())), event);
        }
    }

    /** From now on a thread may be on the processor whose events are missing. */
    private void leaves(HostThread thread) {
        Known known = thread == null || thread.vcpu() == null ? null : fKnown.get(thread.vcpu().index());
        if (known != null) {
            known.gap();
        }
    }

    private static void of(Known known, HostEvent event) {
        if (event instanceof HostEvent.KvmExit exit) {
            known.fExits.exit(exit.time(), (long) exit.isa() << 32 | exit.reason(), exit.guestRip());
            known.fTimes.exit(exit.time());
            return;
        }
        known.fExits.happens(event.time());
        if (event instanceof HostEvent.KvmEntry) {
            known.fTimes.entry(event.time());
        } else if (event instanceof HostEvent.KvmHypercall call) {
            known.fTimes.hypercall(call.time());
            known.fTimes.reported(call.time(), words(call.nr(), call.a0(), call.a1(), call.a2(), call.a3()));
        }
        if (event instanceof HostEvent.KvmTscOffset offset && known.fOffsets.size() < MOST) {
            known.fOffsets.add(new At(offset.time(), offset.previous(), offset.next()));
        } else if (event instanceof HostEvent.KvmHypercall call && reportsTsc(call) && known.fReports.size() < MOST) {
            long rip = known.fVcpu.guestRip();
            // a process must not move the clock of its kernel
            if (rip == HostEvent.NO_RIP || Origin.of(rip) != Origin.USER) {
                known.fReports.add(new At(call.time(), call.a1(), 0));
            }
        }
    }

    private static boolean reportsTsc(HostEvent.KvmHypercall call) {
        int number = (int) (call.nr() & REPORTS);
        return call.a1() != 0 && (number == LEVEL_BEGINS || number == STAGE || number == HELLO && call.a0() >>> 32 == HELLO_MAGIC);
    }

    /**
     * Nothing more comes: reads the rings.
     *
     * @return for each VM with rings what puts its TSC on the host's clock, as the events that are to come before all others
     */
    public List<HostEvent> finish() {
        List<HostEvent> found = new ArrayList<>();
        int hosts = fKnown.values().stream().mapToInt(known -> known.fVcpu.thread().host()).max().orElse(-1) + 1;
        for (int host = 0; host < hosts; host++) {
            Manifest manifest = fManifests.apply(host);
            for (int vm = 0; manifest != null && manifest.hasRings() && vm < manifest.vms().size(); vm++) {
                if (!manifest.vms().get(vm).rings().isEmpty()) {
                    found.add(new HostEvent.RingClock(fBegin, host, 0, vm, clock(host, manifest, manifest.vms().get(vm))));
                }
            }
        }
        return found;
    }

    private TscClock clock(int host, Manifest manifest, Manifest.Vm vm) {
        List<Known> vcpus = fKnown.values().stream().filter(known -> known.fVcpu.thread().host() == host && manifest.vmOf(known.fVcpu.thread()) == vm)
                .sorted(Comparator.comparingInt(known -> known.fVcpu.index())).toList();
        try (VmRecords records = new VmRecords(vm.rings(), manifest.folder())) {
            TscClock clock = new TscClock(records.khz());
            fClocks.add(clock);
            offsets(vcpus, clock);
            vcpus.forEach(known -> known.fReports.forEach(report -> clock.tie(report.one, report.time)));
            records.rings().forEach(ring -> read(ring, vcpus, clock));
            clock.records(about -> byRecords(records, vcpus, clock, about));
            clock.decide();
            RingViolations outside = outside(records, vcpus, clock);
            if (outside.isRefuted() && clock.decideWithoutExits()) {
                outside = outside(records, vcpus, clock);
            }
            clock.outside(outside.found());
            return clock;
        }
    }

    private static RingViolations outside(VmRecords records, List<Known> vcpus, TscClock by) {
        RingViolations outside = new RingViolations(by);
        numbered(vcpus).forEach(known -> outside.vcpu(known.fVcpu.number(), known.fTimes));
        records.readings(outside::record);
        return outside;
    }

    private static Stream<Known> numbered(List<Known> vcpus) {
        return vcpus.stream().filter(known -> known.fVcpu.number() >= 0);
    }

    /** Of a VM all vCPUs have the same: the first of those that are set to the same value counts. */
    private static void offsets(List<Known> vcpus, TscClock to) {
        Long now = null;
        List<At> all = new ArrayList<>();
        vcpus.forEach(known -> all.addAll(known.fOffsets));
        all.sort(Comparator.comparingLong(At::time));
        for (At offset : all) {
            if (now == null && offset.one == 0) {
                to.isNew(offset.time);
            } else if (now == null || now != offset.other) {
                to.shift(offset.time, offset.other - (now == null ? offset.one : now));
            }
            now = offset.other;
        }
    }

    private static void read(RingRecords ring, List<Known> vcpus, TscClock to) {
        ExitTimes exits = new ExitTimes();
        long last = -1;
        long tsc = Long.MIN_VALUE;
        try {
            for (RingFile.Entry entry = ring.next(); entry != null; entry = ring.next()) {
                if (last >= 0 && (entry.number() != last + 1 || VmRecords.isSetAnew(tsc, entry.tsc()))) {
                    exits.gap();
                }
                last = entry.number();
                tsc = entry.tsc();
                if ((entry.nr() & KIND) == HOST_EXIT) {
                    exits.exit(entry.tsc(), entry.a0(), entry.a1());
                } else if ((entry.nr() & REPORTS) == HELLO && entry.a3() > REALTIME_KNOWN) {
                    to.guestReports(entry.a1(), entry.a3());
                }
            }
        } catch (IOException e) {
            // reported when the records themselves are read
        }
        Known vcpu = vcpus.stream().filter(known -> known.fVcpu.number() == ring.ring().cpu()).findFirst().orElse(null);
        if (vcpu == null || ring.ring().cpu() < 0) {
            exits.close();
        } else {
            to.exits(vcpu.fExits, exits);
        }
    }

    /** As a guest's own trace of which the clock is nearly right; null if nothing fits. */
    private ClockConversion byRecords(VmRecords records, List<Known> vcpus, TscClock of, ClockConversion about) {
        // it would close the times of the vCPUs, which are still needed
        GuestClock clock = new GuestClock(null, 1);
        fByRecords.add(clock);
        numbered(vcpus).forEach(known -> clock.vcpu(known.fVcpu.number(), known.fTimes));
        records.ofGuest(entry -> clock.guestEvent(entry.vcpu(), about.at(entry.tsc()), words(entry.nr(), entry.a0(), entry.a1(), entry.a2(), entry.a3())));
        ClockQuality quality = clock.quality();
        of.byRecords(quality);
        return quality.isTied() ? tsc -> quality.clock().at(about.at(tsc)) : null;
    }

    /** The same for a record and its hypercall, and for hardly any other; a ring has no running numbers. */
    private static long words(long nr, long a0, long a1, long a2, long a3) {
        long key = nr & 0xffffffffL;
        for (long word : new long[] { a0, a1, a2, a3 }) {
            key = (key ^ word) * 0x9e3779b97f4a7c15L;
            key ^= key >>> 29;
        }
        return key;
    }

    @Override
    public void close() {
        fClocks.forEach(TscClock::close);
        fByRecords.forEach(GuestClock::close);
        fKnown.values().forEach(known -> {
            known.fExits.close();
            known.fTimes.close();
        });
    }
}
