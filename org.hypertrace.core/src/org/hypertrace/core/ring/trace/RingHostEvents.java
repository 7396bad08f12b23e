/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring.trace;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.LoneVcpuSign;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.ring.RingPreemptor;
import org.hypertrace.core.stream.ring.RingFile;
import org.hypertrace.core.stream.ring.RingRecords;

/**
 * Makes of the records of rings the events that a trace of the VM's host would have: of each vCPU its exits and entries, and when its thread
 * lost and got a processor. The thread's id on the host is not known, so a stand-in has its place. Records of the guest are handed on as they are.
 */
final class RingHostEvents {

    /** Further vCPUs are left out: KVM has no more. */
    static final int MAX_VCPUS = 4096;
    private static final int EXIT = 0xa0;
    private static final int ENTRY = 0xa1;
    private static final int OUT = 0xa2;
    private static final int IN = 0xa3;
    private static final int NUMBER = 0xffff;
    private static final int NO_CPU = 0xffff;
    /** Vendors have small numbers. */
    private static final int MAX_ISA = 0xffff;
    /** Pairs of preemptors that are distinguished. */
    private static final int MAX_PAIRS = 1 << 12;
    private static final int FIRST_PAIR = HostThread.STAND_IN + MAX_VCPUS + 1;
    /** So many records of a ring are looked at for the one with which a vCPU comes back. */
    private static final int MAX_AHEAD = 1 << 10;

    /** A vCPU of a ring. */
    private record Key(int ring, int vcpu) { }

    private static final class Vcpu {
        private final int fTid;
        private final int fNumber;
        /** Its processor, or the last one; a number beyond all others if none was reported. */
        private int fCpu;
        /** Whether it was on one. */
        private boolean fIsPlaced;

        Vcpu(int index, int number) {
            fTid = HostThread.STAND_IN + 1 + index;
            fNumber = number;
            fCpu = HostEventReader.MAX_CPUS + index;
        }

        String name() {
            return "CPU " + fNumber + "/KVM";
        }
    }

    private final int fHost;
    private final RingIndex fIndex;
    private final Map<Key, Vcpu> fVcpus = new HashMap<>();
    private final Map<Integer, Vcpu> fRunning = new HashMap<>();
    private final Map<String, Integer> fPairs = new HashMap<>();
    private final Map<Integer, RingRecords> fAhead = new HashMap<>();
    private String fVm;

    RingHostEvents(int host, String vm, RingIndex index) {
        fHost = host;
        fVm = vm;
        fIndex = index;
    }

    /** Whether a record was written by the host. */
    static boolean isOfHost(RingFile.Entry entry) {
        int number = (int) entry.nr() & NUMBER;
        return number >= EXIT && number <= IN;
    }

    /** The next record, at this time; {@code to} gets what it reports. */
    void record(long time, int ring, RingFile.Entry record, Consumer<HostEvent> to) {
        Vcpu vcpu = vcpu(time, ring, record, to);
        if (vcpu != null && isOfHost(record)) {
            ofHost(time, vcpu, ring, record, to);
        } else if (vcpu != null) {
            to.accept(new HostEvent.LoneWords(time, fHost, 0, vcpu.fTid, record.nr(), record.a0(), record.a1(), record.a2(), record.a3()));
        }
        if (vcpu != null && fIndex.isLast(ring, record)) {
            sign(time, vcpu, time, LoneVcpuSign.LAST, to);
        }
    }

    /** Records of a ring are missing in this time. What is missing before the first record of a vCPU concerns none. */
    void lost(long time, int ring, long until, Consumer<HostEvent> to) {
        fVcpus.forEach((key, vcpu) -> {
            if (key.ring == ring) {
                sign(time, vcpu, until, LoneVcpuSign.MISSING, to);
            }
        });
    }

    /** Null if there are too many. */
    private Vcpu vcpu(long time, int ring, RingFile.Entry record, Consumer<HostEvent> to) {
        Key key = new Key(ring, record.vcpu());
        Vcpu vcpu = fVcpus.get(key);
        if (vcpu == null && fVcpus.size() < MAX_VCPUS) {
            vcpu = new Vcpu(fVcpus.size(), key.vcpu);
            fVcpus.put(key, vcpu);
            sign(time, vcpu, time, LoneVcpuSign.FIRST, to);
        }
        return vcpu;
    }

    private void sign(long time, Vcpu vcpu, long end, LoneVcpuSign sign, Consumer<HostEvent> to) {
        fRunning.remove(vcpu.fCpu, vcpu);
        to.accept(new HostEvent.LoneVcpu(time, fHost, vcpu.fIsPlaced ? vcpu.fCpu : 0, vcpu.fTid, vcpu.fNumber, fVm, end, sign));
        fVm = "";
    }

    private void ofHost(long time, Vcpu vcpu, int ring, RingFile.Entry e, Consumer<HostEvent> to) {
        int kind = (int) e.nr() & NUMBER;
        processor(vcpu, e.a3());
        vcpu.fIsPlaced = true;
        if (kind == IN) {
            RingPreemptor other = RingPreemptor.of(e);
            to.accept(new HostEvent.SchedSwitch(time, fHost, vcpu.fCpu, other.id(), other.name(), 0, vcpu.fTid, vcpu.name()));
            fRunning.put(vcpu.fCpu, vcpu);
            return;
        }
        if (fRunning.get(vcpu.fCpu) != vcpu) {
            // another vCPU, whose record comes after it, or one whose record is missing
            to.accept(new HostEvent.ThreadOnCpu(time, fHost, vcpu.fCpu, vcpu.fTid, HostEvent.UNKNOWN_ID));
            fRunning.put(vcpu.fCpu, vcpu);
        }
        if (kind == ENTRY) {
            to.accept(new HostEvent.KvmEntry(time, fHost, vcpu.fCpu));
        } else if (kind == EXIT) {
            long isa = e.a0() >>> Integer.SIZE;
            to.accept(new HostEvent.KvmExit(time, fHost, vcpu.fCpu, isa > MAX_ISA ? HostEvent.UNKNOWN_ID : (int) isa, e.a0() & 0xffffffffL,
                    vcpu.fNumber, e.a1(), e.a2(), HostEvent.NO_INFO, HostEvent.NO_INFO));
        } else {
            out(time, vcpu, ring, e, to);
        }
    }

    private void processor(Vcpu vcpu, long reported) {
        if (reported != NO_CPU && reported >= 0 && reported < HostEventReader.MAX_CPUS && reported != vcpu.fCpu) {
            fRunning.remove(vcpu.fCpu, vcpu);
            vcpu.fCpu = (int) reported;
        }
    }

    private void out(long time, Vcpu vcpu, int ring, RingFile.Entry e, Consumer<HostEvent> to) {
        RingPreemptor first = RingPreemptor.of(e);
        int tid = first.id();
        String name = first.name();
        RingPreemptor last = (e.a1() & 0xff) != 0 || first.isNobody() ? first : last(ring, e);
        if (!first.isSame(last)) {
            name = first.name() + " \u2026" + (last == null ? "" : " " + last.name());
            String pair = tid + " " + (last == null ? "" : last.id());
            tid = FIRST_PAIR + fPairs.getOrDefault(pair, fPairs.size());
            if (fPairs.size() < MAX_PAIRS) {
                fPairs.putIfAbsent(pair, fPairs.size());
            }
        }
        fRunning.remove(vcpu.fCpu, vcpu);
        to.accept(new HostEvent.SchedSwitch(time, fHost, vcpu.fCpu, vcpu.fTid, vcpu.name(), e.a1(), tid, name));
    }

    /** Who had the processor last when the vCPU came back; null if that record is missing, or too far. */
    private RingPreemptor last(int ring, RingFile.Entry out) {
        try {
            RingRecords ahead = fAhead.computeIfAbsent(ring, fIndex::records);
            ahead.seek(out.number() + 1);
            long expected = out.number() + 1;
            for (int i = 0; i < MAX_AHEAD; i++) {
                RingFile.Entry next = ahead.next();
                if (next == null || next.number() != expected++) {
                    return null;
                }
                if (next.vcpu() == out.vcpu() && isOfHost(next)) {
                    return ((int) next.nr() & NUMBER) == IN ? RingPreemptor.of(next) : null;
                }
            }
        } catch (IOException e) {
            // as if it were missing
        }
        return null;
    }
}
