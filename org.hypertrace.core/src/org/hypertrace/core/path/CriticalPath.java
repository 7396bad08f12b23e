/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import org.hypertrace.core.path.gather.Handler;
import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Moment;
import org.hypertrace.core.path.gather.Participants;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Finds whom or what a participant waited for, instant by instant. The path is on the one who is reached from the subject by
 * going, from each that sleeps then, to who ended that sleep. So the path of a part of a window is that part of the path.
 */
public final class CriticalPath {

    private static final long INF = Long.MAX_VALUE;
    private static final int NET_RX = 3;
    private final PathRows fRows;
    private final Participants fWho;
    private final Relations fIs;
    private final PathMode fMode;
    private Segments fTo;

    /**
     * @param rows
     *            what was gathered of the trace
     * @param mode
     *            what is looked at
     */
    public CriticalPath(PathRows rows, PathMode mode) {
        fRows = rows;
        fWho = rows.participants;
        fIs = new Relations(rows);
        fMode = mode;
    }

    /**
     * @return the path of a participant in the time from {@code begin} until {@code end}, exclusively, ns since the epoch, as far as it
     *         has no more segments than {@code most}
     */
    Segments path(int subject, long begin, long end, int most) {
        fTo = new Segments(begin, most);
        go(subject, begin, end, Segments.ROOT, INF);
        return fTo;
    }

    /** Goes on with the path of another participant. */
    void extend(Segments path, int subject, long end) {
        fTo = path;
        go(subject, path.end(), end, Segments.ROOT, INF);
    }

    private void wait(long z, int chain, PathState state, String by) {
        fTo.add(z, chain, Phase.WAIT, state, by == null || by.isEmpty() ? Segments.BY_NONE : Segments.by(Segments.By.TEXT, fWho.name(by)));
    }

    /** The participant explains the time from {@code a} to {@code z}; what ends a sleep of it then must come before the bound. */
    private void go(int x, long a, long z, int chain, long bound) {
        if (z <= a) {
            return;
        }
        if (fTo.depth(chain) >= Segments.MAX_DEPTH) {
            wait(z, chain, PathState.NOT_RECORDED, "too deep");
            return;
        }
        int who = fIs.resolved(x);
        if (HandlerRuns.isRun(who)) {
            interrupt(who, a, z, fTo.child(chain, who), bound);
            return;
        }
        int vcpu = fIs.vcpuOf(who);
        if (vcpu >= 0) {
            vcpu(vcpu, a, z, fTo.child(chain, vcpu), Phase.RUN, bound);
        } else {
            thread(who, a, z, fTo.child(chain, who), bound);
        }
    }

    /** It did something at {@code t} to the last of the chain: it, or who was on the vCPU that it is. */
    private void did(Hops.How how, int x, long t, long a, long z, int chain) {
        int who = fIs.resolved(x);
        int vcpu = HandlerRuns.isRun(who) ? PathRows.NONE : fIs.vcpuOf(who);
        if (vcpu >= 0 && fWho.vm(vcpu) >= 0 && fRows.vms.get(fWho.vm(vcpu)).reportsScheduling()) {
            int on = fIs.onVcpu(vcpu, t);
            who = on != PathRows.NONE && (HandlerRuns.isRun(on) || !fIs.isIdle(on)) ? on : who;
        }
        if (a < z && fTo.depth(chain) < Segments.MAX_DEPTH) {
            int link = HandlerRuns.isRun(who) ? PathRows.NONE : fIs.vcpuOf(who);
            fTo.hop(t, link >= 0 ? link : who, fTo.owner(chain), how);
        }
        go(who, a, z, chain, t);
    }

    private void thread(int x, long from, long z, int chain, long bound) {
        RowTable states = fRows.states;
        long a = from;
        if (fMode.activations() && bound < INF && !fIs.isOfGuest(x) && fIs.isMate(x)) {
            a = activation(x, a, z, chain, bound);
        }
        int first = states.first(x);
        int after = states.end(x);
        long begin = first < after ? states.begin(first) : INF;
        if (a < begin && a < z) {
            before(x, a, Math.min(z, begin), chain);
            a = Math.min(z, begin);
        }
        for (int row = Math.max(first, states.at(x, a)); row < after && a < z && fTo.hasRoom(); row++) {
            long end = Math.min(z, fRows.endOfState(row, x));
            if (end > a) {
                piece(x, row, a, end, chain, bound);
                a = end;
            }
        }
        if (a < z) {
            wait(z, chain, PathState.ABSENT, null);
        }
    }

    private long activation(int x, long a, long z, int chain, long bound) {
        RowTable states = fRows.states;
        for (int row = states.at(x, bound - 1); row >= states.first(x); row--) {
            if (fRows.threadState(row) == ThreadState.BLOCKED && fRows.isInterruptible(row)) {
                long end = fRows.endOfState(row, x);
                if (states.a(row) != PathRows.NONE && end < bound && end > a) {
                    did(Hops.How.WAKING, states.a(row), end, a, Math.min(z, end), chain);
                    return Math.min(z, end);
                }
                return a;
            }
        }
        return a;
    }

    private void before(int x, long a, long z, int chain) {
        int vm = fIs.isOfGuest(x) ? fWho.vm(x) : PathRows.NONE;
        int first = vm < 0 || fRows.states.first(x) == fRows.states.end(x) ? PathRows.NONE : fRows.vcpu(vm, 0);
        if (first < 0) {
            wait(z, chain, PathState.ABSENT, null);
            return;
        }
        Moment boot = fRows.boot(vm, fWho.boot(x));
        long t = a;
        if (boot != null && boot.thread() != PathRows.NONE && boot.value() > a) {
            t = Math.min(z, boot.value());
            did(Hops.How.RESTART, boot.thread(), boot.value(), a, t, chain);
        }
        go(first, t, z, chain, INF);
    }

    private void piece(int x, int row, long a, long z, int chain, long bound) {
        boolean ofGuest = fIs.isOfGuest(x);
        int place = fRows.states.b(row) >>> 8;
        switch (fRows.threadState(row)) {
        case RUN -> {
            if (ofGuest) {
                vcpu(fRows.vcpu(place), a, z, chain, Phase.RUN, bound);
            } else {
                fTo.add(z, chain, Phase.RUN, PathState.HOST, Segments.BY_NONE);
            }
        }
        case READY -> {
            if (!ofGuest) {
                fTo.each(fRows.occupants, fRows.cpu(fWho.host(x), place), a, z, chain, Phase.READY, PathState.HOST);
                return;
            }
            boolean getsIt = row + 1 < fRows.states.end(x) && fRows.threadState(row + 1) == ThreadState.RUN
                    && fRows.states.b(row + 1) >>> 8 == place;
            vcpu(fRows.vcpu(place), a, z, chain, Phase.READY, getsIt ? Math.min(bound, fRows.endOfState(row, x)) : Long.MIN_VALUE);
        }
        case BLOCKED -> blocked(x, row, a, z, chain, bound);
        case DEAD -> wait(z, chain, PathState.ABSENT, null);
        case UNKNOWN -> wait(z, chain, PathState.NOT_RECORDED, null);
        }
    }

    private void blocked(int x, int row, long a, long z, int chain, long bound) {
        int context = fRows.states.a(row);
        if (context == PathRows.NONE) {
            boolean last = row + 1 == fRows.states.end(x) || fRows.threadState(row + 1) == ThreadState.DEAD;
            wait(z, chain, last ? PathState.UNENDED : PathState.NOT_RECORDED, null);
        } else if (fRows.endOfState(row, x) >= bound) {
            fTo.contradicts();
            wait(z, chain, PathState.NOT_RECORDED, "contradiction");
        } else {
            did(row == fRows.states.first(x) && fRows.states.begin(row) == Long.MIN_VALUE ? Hops.How.FORK : Hops.How.WAKING, context,
                    fRows.endOfState(row, x), a, z, chain);
        }
    }

    private void vcpu(int v, long from, long z, int chain, Phase phase, long bound) {
        if (z <= from) {
            return;
        }
        if (fMode.guestOnly()) {
            fTo.add(z, chain, phase, PathState.VCPU, Segments.BY_NONE);
            return;
        }
        RowTable rows = fRows.vcpus;
        int first = rows.first(v);
        int after = rows.end(v);
        int thread = fWho.link(v);
        long begin = first < after ? rows.begin(first) : INF;
        long a = from;
        if (a < begin) {
            long end = Math.min(z, begin);
            if (thread != PathRows.NONE) {
                thread(thread, a, end, fTo.child(chain, thread), INF);
            }
            fTo.add(end, chain, phase, PathState.UNKNOWN, Segments.BY_NONE);
            a = end;
        }
        for (int row = Math.max(first, rows.at(v, a)); row < after && a < z && fTo.hasRoom(); row++) {
            long end = Math.min(z, row + 1 < after ? rows.begin(row + 1) : fRows.endOfVcpu(v));
            if (end > a) {
                vcpuPiece(v, thread, row, a, end, chain, phase, bound);
                a = end;
            }
        }
        fTo.add(z, chain, phase, PathState.UNKNOWN, Segments.BY_NONE);
    }

    private void vcpuPiece(int v, int thread, int row, long a, long z, int chain, Phase phase, long bound) {
        int bits = fRows.vcpus.b(row);
        VcpuState state = VcpuState.of(bits & 0xf);
        switch (state) {
        case GUEST -> {
            if (phase == Phase.READY) {
                fTo.each(fRows.onVcpu, v, a, z, chain, phase, PathState.GUEST);
            } else {
                fTo.add(z, chain, phase, PathState.GUEST, Segments.BY_NONE);
            }
        }
        case HOST_INTERRUPT, VMM, HOST_KERNEL -> {
            int exit = fRows.vcpus.a(row);
            Segments.By kind = fRows.isOfTracer(row) ? Segments.By.EXIT_OF_TRACER : Segments.By.EXIT;
            fTo.add(z, chain, phase, PathState.of(state), exit < 0 ? Segments.BY_NONE : Segments.by(kind, exit));
        }
        case PREEMPTED, WAKING -> fTo.each(fRows.occupants, (bits >>> 8) - 1, a, z, chain, phase, PathState.of(state));
        case HALTED, BLOCKED -> asleep(v, thread, state, a, z, chain, phase, bound);
        case UNKNOWN -> fTo.add(z, chain, phase, PathState.UNKNOWN, Segments.BY_NONE);
        }
    }

    private void asleep(int v, int thread, VcpuState state, long from, long z, int chain, Phase phase, long bound) {
        RowTable states = fRows.states;
        int row = Math.max(states.first(thread), states.at(thread, from));
        for (long a = from; a < z && fTo.hasRoom();) {
            boolean there = row < states.end(thread);
            long sleepEnd = there ? fRows.endOfState(row, thread) : INF;
            long end = Math.min(z, sleepEnd);
            if (end > a) {
                if (phase == Phase.DELIVER || !there || fRows.threadState(row) != ThreadState.BLOCKED || sleepEnd > bound) {
                    fTo.add(end, chain, phase, PathState.of(state), Segments.BY_NONE);
                } else if (state == VcpuState.HALTED && fIs.timerFollows(v, sleepEnd) && !fIs.mayHaveRaised(states.a(row), fWho.vm(v))) {
                    wait(end, chain, PathState.TIMER, null);
                } else {
                    blocked(thread, row, a, end, chain, INF);
                }
                a = end;
            }
            row++;
        }
    }

    private void interrupt(int x, long from, long z, int chain, long bound) {
        boolean ofGuest = fRows.runs.isOfGuest(x);
        if (ofGuest && fMode.guestOnly()) {
            wait(z, chain, PathState.INTERRUPT, null);
            return;
        }
        long begin = fRows.runs.begin(x);
        long since = Math.min(fRows.runs.since(x), begin);
        int by = fRows.runs.standsForThread(x) ? PathRows.NONE : fRows.runs.by(x);
        if (from < since) {
            long end = Math.min(z, since);
            String name = fIs.waitedFor(x);
            boolean softirq = fRows.runs.kind(x) == Handler.Kind.SOFTIRQ;
            if (fRows.runs.isTimer(x) && !(ofGuest && softirq && HandlerRuns.isRun(by))) {
                wait(end, chain, PathState.TIMER, null);
            } else if (!ofGuest && fRows.runs.kind(x) == Handler.Kind.IRQ) {
                wait(end, chain, PathState.DEVICE, name);
            } else if (by != PathRows.NONE) {
                did(ofGuest && !softirq ? Hops.How.INJECTION : Hops.How.RAISE, by, fRows.runs.since(x), from, end, chain);
            } else {
                wait(end, chain, !ofGuest && softirq && fRows.runs.number(x) == NET_RX ? PathState.NETWORK : PathState.INTERRUPT, name);
            }
        }
        long a = Math.max(from, since);
        if (ofGuest) {
            vcpu(fRows.runs.where(x), a, Math.min(z, begin), chain, Phase.DELIVER, bound);
            vcpu(fRows.runs.where(x), Math.max(a, begin), z, chain, Phase.RUN, bound);
        } else {
            fTo.add(Math.min(z, begin), chain, Phase.DELIVER, PathState.HOST, Segments.BY_NONE);
            fTo.add(z, chain, Phase.RUN, PathState.HOST, Segments.BY_NONE);
        }
    }
}
