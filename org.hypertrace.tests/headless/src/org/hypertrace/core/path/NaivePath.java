/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.path.gather.Handler;
import org.hypertrace.core.path.gather.HandlerRuns;
import org.hypertrace.core.path.gather.Moment;
import org.hypertrace.core.path.gather.Participants.Kind;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.path.store.RowTable;
import org.hypertrace.core.path.gather.ThreadState;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Who is on a path at one instant, by the definition alone: from the subject go, from each that sleeps then, to the one who ended this
 * sleep; what that one is in then is the answer. It knows no windows, pieces or segments. Each step must go forward in time.
 */
public final class NaivePath {

    private static final long EVER = Long.MAX_VALUE;

    private final PathRows fRows;
    private final PathMode fMode;
    private long fTime;
    private List<Integer> fChain;
    private Phase fPhase;
    private PathState fState;
    /** Where to go on from here; the answer is found if that is nowhere. */
    private int fNext;
    private long fBound;

    public NaivePath(PathRows rows, PathMode mode) {
        fRows = rows;
        fMode = mode;
    }

    /** @return chain, phase and state at this time, as a text with numbers for participants */
    public String at(int subject, long time) {
        fTime = time;
        fChain = new ArrayList<>();
        fNext = subject;
        fBound = EVER;
        while (fNext != PathRows.NONE) {
            int x = self(fNext);
            fNext = PathRows.NONE;
            if (fChain.size() >= Segments.MAX_DEPTH) {
                is(Phase.WAIT, PathState.NOT_RECORDED);
            } else {
                fChain.add(x);
                if (HandlerRuns.isRun(x)) {
                    interrupt(x);
                } else if (fRows.participants.kind(x) == Kind.VCPU) {
                    vcpu(x, Phase.RUN, fBound);
                } else {
                    thread(x, fBound);
                }
            }
        }
        return fChain + " " + fPhase + ' ' + fState;
    }

    /** @return the same of a path that was found in one go */
    public static String of(Segments path, int segment) {
        List<Integer> chain = new ArrayList<>();
        for (int node = path.chain(segment); node != Segments.ROOT; node = path.parent(node)) {
            chain.add(0, path.owner(node));
        }
        return chain + " " + path.phase(segment) + ' ' + path.state(segment);
    }

    private void is(Phase phase, PathState state) {
        fPhase = phase;
        fState = state;
    }

    /** The one who did something at this time explains what was before; of a vCPU, who was on it. */
    private void did(int who, long when) {
        if (when <= fTime) {
            throw new AssertionError("a hop at " + when + " explains " + fTime);
        }
        int x = self(who);
        fNext = x;
        fBound = when;
        if (!HandlerRuns.isRun(x) && fRows.participants.kind(x) == Kind.VCPU && fRows.participants.vm(x) >= 0
                && fRows.vms.get(fRows.participants.vm(x)).reportsScheduling()) {
            int row = fRows.onVcpu.at(x, when);
            int on = row < fRows.onVcpu.first(x) ? PathRows.NONE : fRows.onVcpu.a(row);
            boolean idle = !HandlerRuns.isRun(on) && on != PathRows.NONE && fRows.participants.isIdleOfProcessor(on)
                    && fRows.participants.link(on) == 0;
            fNext = on == PathRows.NONE || idle ? x : on;
        }
    }

    /** A vCPU's thread is the vCPU; what stands for a processor's first thread is that thread. */
    private int self(int x) {
        if (HandlerRuns.isRun(x)) {
            int first = fRows.runs.standsForThread(x) ? fRows.cpus.get(fRows.runs.where(x)).first() : PathRows.NONE;
            return first >= 0 && !fRows.participants.isIdleOfProcessor(first) ? self(first) : x;
        }
        return fRows.participants.kind(x) == Kind.HOST_THREAD && fRows.participants.link(x) >= 0 ? fRows.participants.link(x) : x;
    }

    private void thread(int x, long bound) {
        RowTable states = fRows.states;
        boolean ofGuest = fRows.participants.kind(x) == Kind.GUEST_THREAD;
        if (fMode.activations() && bound < EVER && !ofGuest && isMate(x) && wasActivated(x, bound)) {
            return;
        }
        int row = states.at(x, fTime);
        if (states.first(x) == states.end(x) || row >= states.first(x) && fRows.endOfState(row, x) <= fTime) {
            is(Phase.WAIT, PathState.ABSENT);
        } else if (row < states.first(x)) {
            before(x, ofGuest);
        } else if (fRows.threadState(row) == ThreadState.RUN || fRows.threadState(row) == ThreadState.READY) {
            active(x, row, ofGuest, bound);
        } else if (fRows.threadState(row) == ThreadState.BLOCKED) {
            asleep(x, row, bound);
        } else {
            is(Phase.WAIT, fRows.threadState(row) == ThreadState.DEAD ? PathState.ABSENT : PathState.NOT_RECORDED);
        }
    }

    private boolean isMate(int x) {
        return fRows.vms.stream().anyMatch(vm -> vm.runs() && vm.pid() >= 0 && vm.pid() == fRows.participants.process(x)
                && vm.host() == fRows.participants.host(x) && fRows.participants.link(x) < 0
                && (fRows.participants.boot(x) == 0 || fRows.participants.boot(x) == vm.incarnation()));
    }

    private boolean wasActivated(int x, long bound) {
        int row = fRows.states.at(x, bound - 1);
        while (row >= fRows.states.first(x) && !(fRows.threadState(row) == ThreadState.BLOCKED && fRows.isInterruptible(row))) {
            row--;
        }
        boolean found = row >= fRows.states.first(x) && fRows.states.a(row) != PathRows.NONE && fRows.endOfState(row, x) < bound
                && fRows.endOfState(row, x) > fTime;
        if (found) {
            did(fRows.states.a(row), fRows.endOfState(row, x));
        }
        return found;
    }

    private void before(int x, boolean ofGuest) {
        int first = ofGuest ? fRows.vcpu(fRows.participants.vm(x), 0) : PathRows.NONE;
        Moment boot = first < 0 ? null : fRows.boot(fRows.participants.vm(x), fRows.participants.boot(x));
        if (first < 0) {
            is(Phase.WAIT, PathState.ABSENT);
        } else if (boot != null && boot.thread() != PathRows.NONE && boot.value() > fTime) {
            did(boot.thread(), boot.value());
        } else {
            fNext = first;
            fBound = EVER;
        }
    }

    private void active(int x, int row, boolean ofGuest, long bound) {
        boolean runs = fRows.threadState(row) == ThreadState.RUN;
        if (!ofGuest) {
            is(runs ? Phase.RUN : Phase.READY, PathState.HOST);
            return;
        }
        int place = fRows.states.b(row) >>> 8;
        boolean getsIt = row + 1 < fRows.states.end(x) && fRows.threadState(row + 1) == ThreadState.RUN
                && fRows.states.b(row + 1) >>> 8 == place;
        vcpu(fRows.vcpu(place), runs ? Phase.RUN : Phase.READY,
                runs ? bound : getsIt ? Math.min(bound, fRows.endOfState(row, x)) : Long.MIN_VALUE);
    }

    private void asleep(int x, int row, long bound) {
        int by = fRows.states.a(row);
        if (by == PathRows.NONE) {
            boolean last = row + 1 == fRows.states.end(x) || fRows.threadState(row + 1) == ThreadState.DEAD;
            is(Phase.WAIT, last ? PathState.UNENDED : PathState.NOT_RECORDED);
        } else if (fRows.endOfState(row, x) >= bound) {
            is(Phase.WAIT, PathState.NOT_RECORDED);
        } else {
            did(by, fRows.endOfState(row, x));
        }
    }

    private void vcpu(int v, Phase phase, long bound) {
        RowTable rows = fRows.vcpus;
        int row = rows.at(v, fTime);
        int thread = fRows.participants.link(v);
        if (fMode.guestOnly()) {
            is(phase, PathState.VCPU);
        } else if (rows.first(v) == rows.end(v) || row < rows.first(v)) {
            fChain.add(thread);
            thread(thread, EVER);
        } else if (row + 1 == rows.end(v) && fTime >= fRows.endOfVcpu(v)) {
            is(phase, PathState.UNKNOWN);
        } else {
            VcpuState state = VcpuState.of(rows.b(row) & 0xf);
            boolean sleeps = (state == VcpuState.HALTED || state == VcpuState.BLOCKED) && phase != Phase.DELIVER;
            int slept = fRows.states.at(thread, fTime);
            if (!sleeps || slept < fRows.states.first(thread) || fRows.threadState(slept) != ThreadState.BLOCKED
                    || fRows.endOfState(slept, thread) > bound) {
                is(phase, PathState.of(state));
            } else if (state == VcpuState.HALTED && isTimers(v, fRows.endOfState(slept, thread))
                    && !mayRaise(fRows.states.a(slept), fRows.participants.vm(v))) {
                is(Phase.WAIT, PathState.TIMER);
            } else {
                asleep(thread, slept, EVER);
            }
        }
    }

    private boolean isTimers(int v, long sleepEnd) {
        for (int row = fRows.timerWakes.first(v); row < fRows.timerWakes.end(v); row++) {
            if (fRows.timerWakes.begin(row) == sleepEnd) {
                return true;
            }
        }
        return false;
    }

    private boolean mayRaise(int reference, int vm) {
        if (reference == PathRows.NONE || vm < 0) {
            return false;
        }
        int x = self(reference);
        if (HandlerRuns.isRun(x)) {
            Handler.Kind kind = fRows.runs.kind(x);
            return !fRows.runs.isOfGuest(x) && (kind == Handler.Kind.IRQ || kind == Handler.Kind.SOFTIRQ && !fRows.runs.isTimer(x));
        }
        return switch (fRows.participants.kind(x)) {
        case VCPU -> fRows.participants.vm(x) == vm;
        case HOST_THREAD -> fRows.participants.name(x).startsWith("kworker/")
                || isMate(x) && fRows.participants.process(x) == fRows.vms.get(vm).pid();
        case GUEST_THREAD -> false;
        };
    }

    private void interrupt(int x) {
        boolean ofGuest = fRows.runs.isOfGuest(x);
        boolean softirq = fRows.runs.kind(x) == Handler.Kind.SOFTIRQ;
        int by = fRows.runs.standsForThread(x) ? PathRows.NONE : fRows.runs.by(x);
        if (ofGuest && fMode.guestOnly()) {
            is(Phase.WAIT, PathState.INTERRUPT);
        } else if (fTime >= Math.min(fRows.runs.since(x), fRows.runs.begin(x))) {
            Phase phase = fTime >= fRows.runs.begin(x) ? Phase.RUN : Phase.DELIVER;
            if (ofGuest) {
                vcpu(fRows.runs.where(x), phase, fBound);
            } else {
                is(phase, PathState.HOST);
            }
        } else if (fRows.runs.isTimer(x) && !(ofGuest && softirq && HandlerRuns.isRun(by))) {
            is(Phase.WAIT, PathState.TIMER);
        } else if (!ofGuest && fRows.runs.kind(x) == Handler.Kind.IRQ) {
            is(Phase.WAIT, PathState.DEVICE);
        } else if (by != PathRows.NONE) {
            did(by, fRows.runs.since(x));
        } else {
            is(Phase.WAIT, !ofGuest && softirq && fRows.runs.number(x) == 3 ? PathState.NETWORK : PathState.INTERRUPT);
        }
    }
}
