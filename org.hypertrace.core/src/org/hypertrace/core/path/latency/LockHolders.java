/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.latency;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Where a vCPU or a thread of a VM waits for another one of it. Of the wait it has how long the host kept that one from working:
 * <em>lock-holder preemption</em>. The one that is waited for is the <em>holder</em>. While its vCPU is preempted or waking, it could run
 * and has no processor. It is <em>waking up</em> while that processor is idle, else <em>preempted</em>. The following waits count; a wait
 * is of the
 * time in which it begins.
 * <ul>
 * <li><em>kick</em>: a vCPU that waits for a paravirtual spin lock halts. The one that frees the lock kicks it by KVM's hypercall 5 with
 * the id of its APIC. The one that is kicked is the vCPU of the VM with that number, as on x86 where sockets and cores are powers of
 * two. If there is none, it is not known. The kick must end a halt: since it last was in the guest the kicked one left it only
 * for HLT. Either it sleeps, and the thread of the kicking vCPU wakes it before that enters its guest again; or it has not slept yet. Of
 * one halt only the first such kick counts. The wait is from the exit to the kick. What it spun before is not recorded. If an interrupt has
 * woken it, a kick that finds it spinning again ends no halt. The kicking vCPU is the holder; who had the lock before it is
 * not recorded.</li>
 * <li><em>spin</em>: a vCPU left the guest since it spins (PAUSE). The wait is from that exit, over further ones as long as each is for
 * PAUSE, to the next entry. Every other vCPU of the VM that is preempted meanwhile is a holder, since nothing records which one it
 * waits for. Or the guest asked KVM to let another vCPU run (hypercall 11, the first after an exit). The wait is from the exit to the next
 * entry. That vCPU is the holder if it is preempted meanwhile.</li>
 * <li><em>thread</em>: a thread slept and another thread of the guest woke it, which was preempted meanwhile. On the sleeper's critical
 * path these are the segments right behind it: chain <em>sleeper; waker</em>, entered by a waking, phase run or ready; preempted are
 * those with the state preempted or waking, unless an idle processor stands behind it. The wait is the time in which the waker has a vCPU
 * or is ready for one. While it sleeps itself, its own wait counts. Interrupts that wake are no holders, new threads have not waited.</li>
 * </ul>
 */
public final class LockHolders {

    /** So many pieces of wakers' time are looked at. */
    private static final int MOST = 1 << 25;

    /** A vCPU's next call. */
    private record Call(long time, int row, TrackedVcpu by) implements Comparable<Call> {
        @Override
        public int compareTo(Call other) {
            return time != other.time ? Long.compare(time, other.time) : Integer.compare(by.fVcpu, other.by.fVcpu);
        }
    }

    private final PathRows fRows;
    private final int fVm;
    private final long fFrom;
    private final long fTo;
    private final Map<Integer, TrackedVcpu> fTracks = new HashMap<>();
    private final LockWait fWait;
    private final LockGroups fGroups = new LockGroups();
    private int fKicks;
    private int fUnknown;
    private int fWithout;

    /**
     * @param rows
     *            what was gathered of the trace
     * @param vm
     *            the running number of a VM
     * @param from
     *            waits that begin before are not counted, ns since the epoch
     * @param to
     *            nor those that begin then or later, ns since the epoch
     */
    public LockHolders(PathRows rows, int vm, long from, long to) {
        fRows = rows;
        fVm = vm;
        fFrom = from;
        fTo = to;
        fWait = new LockWait(rows);
        for (int vcpu : rows.vms.get(vm).vcpus()) {
            fTracks.put(vcpu, new TrackedVcpu(rows, vcpu));
        }
        calls();
        fTracks.keySet().forEach(this::spins);
        for (int thread = 0; thread < rows.participants.size(); thread++) {
            if (isThread(thread) && !rows.participants.isIdleOfProcessor(thread)) {
                sleeps(thread);
            }
        }
    }

    /** @return the waits by kinds, of each those in which the holder was preempted longest first */
    public List<LockWaits> waits() {
        return fGroups.all();
    }

    /** @return how often vCPUs were kicked */
    public LockWaits.Kicks kicks() {
        return new LockWaits.Kicks(fKicks, fUnknown, fWithout, fGroups.allLeftOut());
    }

    private VcpuState state(int row) {
        return VcpuState.of(fRows.vcpus.b(row) & 0xf);
    }

    private boolean isThread(int who) {
        return fRows.participants.kind(who) == Participants.Kind.GUEST_THREAD && fRows.participants.vm(who) == fVm;
    }

    private void calls() {
        Map<Integer, TrackedVcpu> numbers = new HashMap<>();
        PriorityQueue<Call> next = new PriorityQueue<>();
        for (int vcpu : fRows.vms.get(fVm).vcpus()) {
            numbers.put(fRows.participants.number(vcpu), fTracks.get(vcpu));
            add(next, fRows.calls.first(vcpu), fTracks.get(vcpu));
        }
        while (!next.isEmpty()) {
            Call call = next.remove();
            add(next, call.row + 1, call.by);
            TrackedVcpu of = numbers.get(fRows.calls.a(call.row));
            call.by.comeTo(call.time);
            if (of != null) {
                of.comeTo(call.time);
            }
            if (fRows.calls.b(call.row) == PathRows.YIELD) {
                yields(call, of);
            } else {
                boolean counts = of != null && of != call.by && of.isHaltEndedBy(call.by, call.time);
                boolean inTime = call.time >= fFrom && call.time < fTo;
                fKicks += inTime ? 1 : 0;
                fUnknown += inTime && of == null ? 1 : 0;
                fWithout += inTime && of != null && !counts ? 1 : 0;
                if (counts) {
                    of.kicked();
                    fWait.look(call.by.fVcpu, of.outSince(), call.time);
                    count(LockWaits.Kind.KICK, of.fVcpu, on(of.fVcpu, of.outSince()), call.by.fVcpu, on(call.by.fVcpu, call.time),
                            of.outSince(), call.time);
                }
            }
        }
    }

    private void add(PriorityQueue<Call> next, int row, TrackedVcpu by) {
        if (row < fRows.calls.end(by.fVcpu)) {
            next.add(new Call(fRows.calls.begin(row), row, by));
        }
    }

    private void yields(Call call, TrackedVcpu to) {
        TrackedVcpu by = call.by;
        if (to == null || to == by || !by.isOut(call.time) || !by.yieldsFirst()) {
            return;
        }
        spin(by.fVcpu, to.fVcpu, by.outSince(), by.outUntil());
    }

    /** Looks for exits of a vCPU for PAUSE that follow each other. */
    private void spins(int vcpu) {
        RowTable rows = fRows.vcpus;
        long begin = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        boolean wasOut = false;
        for (int row = rows.first(vcpu); row < rows.end(vcpu); row++) {
            VcpuState state = state(row);
            boolean isOut = state != VcpuState.GUEST && state != VcpuState.UNKNOWN;
            boolean pauses = isOut && isPause(rows.a(row));
            if (begin != Long.MIN_VALUE && (state == VcpuState.UNKNOWN || isOut && !pauses)) {
                spun(vcpu, begin, wasOut ? rows.begin(row) : end);
                begin = Long.MIN_VALUE;
            }
            if (pauses && !wasOut && begin == Long.MIN_VALUE) {
                begin = rows.begin(row);
            }
            if (!isOut && wasOut) {
                end = rows.begin(row);
            }
            wasOut = isOut;
        }
        if (begin != Long.MIN_VALUE) {
            spun(vcpu, begin, wasOut ? fRows.endOfVcpu(vcpu) : end);
        }
    }

    private boolean isPause(int exit) {
        return exit >= 0 && ExitReason.isPause(fRows.participants.isa(exit), fRows.participants.reason(exit));
    }

    private void spun(int vcpu, long begin, long end) {
        fTracks.keySet().forEach(other -> {
            if (other != vcpu) {
                spin(vcpu, other, begin, end);
            }
        });
    }

    private void spin(int vcpu, int holder, long begin, long end) {
        fWait.look(holder, begin, end);
        if (fWait.preempted() > 0) {
            count(LockWaits.Kind.SPIN, vcpu, on(vcpu, begin), holder, on(holder, fWait.preemptedSince()), begin, end);
        }
    }

    private void count(LockWaits.Kind kind, int waiting, int waitingThread, int holder, int holderThread, long begin, long end) {
        LockGroups.Group group = begin < fFrom || begin >= fTo ? null : fGroups.group(kind, waiting, waitingThread, holder, holderThread);
        if (group != null) {
            fWait.addTo(group, begin);
            fWait.preemptors(group, holder, begin, end);
        }
    }

    private void sleeps(int thread) {
        RowTable states = fRows.states;
        for (int row = states.first(thread); row + 1 < states.end(thread); row++) {
            int by = states.a(row);
            if (fRows.threadState(row) != ThreadState.BLOCKED || by < 0 || by == thread || !isThread(by)
                    || states.begin(row) == Long.MIN_VALUE) {
                continue;
            }
            ThreadState next = fRows.threadState(row + 1);
            long begin = states.begin(row);
            if (begin >= fFrom && begin < fTo && (next == ThreadState.READY || next == ThreadState.RUN)) {
                if (fWait.looked() < MOST) {
                    slept(thread, fRows.vcpu(states.b(row + 1) >>> 8), by, begin, states.begin(row + 1));
                } else {
                    fGroups.leftOut();
                }
            }
        }
    }

    private void slept(int thread, int vcpu, int by, long begin, long end) {
        fWait.clear();
        int holder = eachOnVcpu(by, begin, end, fWait::add);
        LockGroups.Group group = fWait.preempted() == 0 ? null : fGroups.group(LockWaits.Kind.THREAD, vcpu, thread, holder, by);
        if (group != null) {
            fWait.addTo(group, begin);
            eachOnVcpu(by, begin, end, (on, a, z) -> fWait.preemptors(group, on, a, z));
        }
    }

    /** Gets a piece of the time in which a thread runs on a vCPU or is ready for it. */
    private interface OnVcpu {
        void is(int vcpu, long begin, long end);
    }

    /** @return the last vCPU on which the thread is in that time */
    private int eachOnVcpu(int thread, long begin, long end, OnVcpu to) {
        RowTable states = fRows.states;
        int last = PathRows.NONE;
        for (int row = Math.max(states.first(thread), states.at(thread, begin)); row < states.end(thread) && states.begin(row) < end; row++) {
            ThreadState state = fRows.threadState(row);
            long a = Math.max(begin, states.begin(row));
            long z = Math.min(end, fRows.endOfState(row, thread));
            if (a < z && (state == ThreadState.RUN || state == ThreadState.READY)) {
                last = fRows.vcpu(states.b(row) >>> 8);
                to.is(last, a, z);
            }
            fWait.sees();
        }
        return last;
    }

    /** The guest's thread that is on a vCPU, if one is. */
    private int on(int vcpu, long time) {
        int row = fRows.onVcpu.at(vcpu, time);
        int who = row < fRows.onVcpu.first(vcpu) ? PathRows.NONE : fRows.onVcpu.a(row);
        boolean idle = who >= 0 && fRows.participants.isIdleOfProcessor(who) && fRows.participants.link(who) == 0;
        return who < 0 || idle ? PathRows.NONE : who;
    }
}
