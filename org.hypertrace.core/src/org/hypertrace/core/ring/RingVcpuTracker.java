/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.ring;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.stream.GuestText;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * The states of one vCPU from the records of its ring, in the order of their numbers. An entry begins <em>guest</em>; an exit, and the return
 * to a processor, begin <em>host</em>. The loss of the processor begins <em>preempted</em> if the thread could have run,
 * <em>halted</em> if it sleeps interruptibly and left the guest last for HLT, else <em>blocked</em>. All is <em>unknown</em> before the
 * first of these records. It is so again from the last record before a missing one to the next of the host.
 */
final class RingVcpuTracker {

    static final int EXIT = 0xa0;
    static final int ENTRY = 0xa1;
    static final int OUT = 0xa2;
    static final int IN = 0xa3;
    private static final int NUMBER = 0xffff;
    /** The writer left the processor's number out. */
    private static final int NO_CPU = 0xffff;
    private static final long STATE = 0xff;
    private static final long INTERRUPTIBLE = 1;
    private static final int NAME = 8;
    /** No processor has more reasons; what a broken writer invents is counted together. */
    private static final int MAX_REASONS = 4096;

    private record Reason(int isa, long code) { }

    private static final Reason OTHERS = new Reason(-1, 0);

    private static final class Sum {
        private long fCount;
        private long fEntered;
        private long fTotal;
        private long fMax;
    }

    private final Map<RingState, Long> fStates = new EnumMap<>(RingState.class);
    private final Map<Reason, Sum> fExits = new HashMap<>();
    private final List<RingVcpu.Preemption> fPreemptions = new ArrayList<>();
    private long fOtherPreemptions;
    private int fGaps;
    private long fRecords;
    private long fHostRecords;
    private long fFirst;
    private long fLast;
    private RingState fState = RingState.UNKNOWN;
    private long fSince;
    private long fMigrations;
    private long fCpu = NO_CPU;
    private Sum fExit;
    private long fExited;
    private boolean fHalts;
    private RingVcpu.Task fPreemptor;

    /** @param gaps how often records were missing in the ring so far */
    RingVcpuTracker(int gaps) {
        fGaps = gaps;
    }

    /** Whether a record was written by the host. */
    static boolean isOfHost(RingFile.Entry entry) {
        int number = (int) entry.nr() & NUMBER;
        return number >= EXIT && number <= IN;
    }

    /**
     * @param ns
     *            the time of the record since the file's first
     * @param gaps
     *            how often records were missing in the ring so far
     */
    void handle(RingFile.Entry entry, long ns, int gaps) {
        if (fRecords == 0) {
            fFirst = ns;
            fSince = ns;
        } else if (gaps != fGaps) {
            gap();
        }
        fGaps = gaps;
        fRecords++;
        fLast = ns;
        if (isOfHost(entry)) {
            fHostRecords++;
            processor(entry.a3());
            switch ((int) entry.nr() & NUMBER) {
            case EXIT -> exit(entry, ns);
            case ENTRY -> entry(ns);
            case OUT -> out(entry, ns);
            default -> in(entry, ns);
            }
        }
    }

    private void processor(long cpu) {
        if (cpu != NO_CPU) {
            fMigrations += fCpu != NO_CPU && fCpu != cpu ? 1 : 0;
            fCpu = cpu;
        }
    }

    private void exit(RingFile.Entry entry, long ns) {
        int isa = (int) (entry.a0() >>> 32);
        long code = entry.a0() & 0xffffffffL;
        Reason reason = new Reason(isa < 0 ? Integer.MAX_VALUE : isa, code);
        if (!fExits.containsKey(reason) && fExits.size() >= MAX_REASONS) {
            reason = OTHERS;
        }
        fExit = fExits.computeIfAbsent(reason, key -> new Sum());
        fExit.fCount++;
        fExited = ns;
        fHalts = ExitReason.isHalt(isa, code);
        to(RingState.HOST, ns);
    }

    private void entry(long ns) {
        if (fExit != null) {
            fExit.fEntered++;
            fExit.fTotal += ns - fExited;
            fExit.fMax = Math.max(fExit.fMax, ns - fExited);
        }
        fExit = null;
        fHalts = false;
        to(RingState.GUEST, ns);
    }

    private void out(RingFile.Entry entry, long ns) {
        boolean runnable = (entry.a1() & STATE) == 0;
        to(runnable ? RingState.PREEMPTED : fHalts && (entry.a1() & INTERRUPTIBLE) != 0 ? RingState.HALTED : RingState.BLOCKED, ns);
        if (runnable) {
            fPreemptor = task(entry);
        }
    }

    private void in(RingFile.Entry entry, long ns) {
        RingVcpu.Task first = fPreemptor;
        if (first != null) {
            fPreemptor = null;
            preempted(ns, first, task(entry));
        }
        to(RingState.HOST, ns);
    }

    private void gap() {
        to(RingState.UNKNOWN, fLast);
        fExit = null;
        fHalts = false;
    }

    private void to(RingState state, long ns) {
        if (fPreemptor != null) {
            preempted(ns, fPreemptor, null);
            fPreemptor = null;
        }
        fStates.merge(fState, ns - fSince, Long::sum);
        fState = state;
        fSince = ns;
    }

    private void preempted(long end, RingVcpu.Task first, RingVcpu.Task last) {
        if (fPreemptions.size() < RingVcpu.MAX_PREEMPTIONS) {
            fPreemptions.add(new RingVcpu.Preemption(fSince, end, first, last));
        } else {
            fOtherPreemptions++;
        }
    }

    private static RingVcpu.Task task(RingFile.Entry entry) {
        byte[] name = new byte[NAME];
        GuestText.put(name, 0, entry.a2(), NAME);
        return new RingVcpu.Task(entry.a0() & 0xffffffffL, GuestText.of(name, 0, NAME));
    }

    /**
     * Ends with the last record.
     *
     * @param epoch
     *            when the file's first record was, ns
     */
    RingVcpu finish(int ring, boolean isShared, int vcpu, RingFile.Counts counts, long notWritten, long epoch) {
        to(RingState.UNKNOWN, fLast);
        List<RingVcpu.Exits> exits = new ArrayList<>();
        fExits.forEach((reason, sum) -> exits.add(new RingVcpu.Exits(reason.isa, reason.code, sum.fCount, sum.fEntered, sum.fTotal, sum.fMax)));
        exits.sort((a, b) -> a.total() != b.total() ? Long.compare(b.total(), a.total()) : a.count() != b.count()
                ? Long.compare(b.count(), a.count()) : a.isa() != b.isa() ? Integer.compare(a.isa(), b.isa()) : Long.compare(a.code(), b.code()));
        List<RingVcpu.Preemption> preemptions = fPreemptions.stream().map(one -> new RingVcpu.Preemption(epoch + one.begin(),
                epoch + one.end(), one.first(), one.last())).toList();
        return new RingVcpu(ring, isShared, vcpu, counts, notWritten, fRecords, fHostRecords, epoch + fFirst, epoch + fLast, fStates,
                fMigrations, exits, preemptions, fOtherPreemptions);
    }
}
