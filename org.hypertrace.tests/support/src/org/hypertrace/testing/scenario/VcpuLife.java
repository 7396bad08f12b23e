/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.scenario;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.hypertrace.core.vcpu.VcpuState;

/**
 * The book about one vCPU: in which state each nanosecond of its life was. It follows the definition ("a cause for every
 * nanosecond") from what the scenario does, not from what is recorded. The time from an exit for a hypercall of the guest's
 * own tracer to the next entry is also booked apart.
 */
final class VcpuLife {

    private static final VcpuState[] STATES = VcpuState.values();

    private final Vcpu fVcpu;
    private long fBegin = -1;
    private long fEnd = -1;
    private long fSince;
    private boolean fInGuest;
    private boolean fInUserSpace;
    private boolean fHalts;
    private boolean fTracer;
    private int fEntries;
    private int fMigrations;
    private final long[] fNs = new long[STATES.length];
    private final long[] fTracerNs = new long[STATES.length];
    private final Map<Integer, Integer> fExits = new TreeMap<>();
    private final Map<String, Long> fPreemptors = new TreeMap<>();
    private final List<Truth.Interval> fIntervals = new ArrayList<>();

    VcpuLife(Vcpu vcpu) {
        fVcpu = vcpu;
    }

    private VcpuState state() {
        if (fVcpu.cpu() == null) {
            long off = fVcpu.off();
            return (off & 0xff) == 0 ? VcpuState.PREEMPTED : fVcpu.woken() ? VcpuState.WAKING
                    : (off & 1) != 0 && fHalts ? VcpuState.HALTED : VcpuState.BLOCKED;
        }
        return fInGuest ? VcpuState.GUEST : fVcpu.cpu().inInterrupt() ? VcpuState.HOST_INTERRUPT
                : fInUserSpace ? VcpuState.VMM : VcpuState.HOST_KERNEL;
    }

    /** Time passes: to be called before anything of the new time changes. */
    void pass(long now) {
        long ns = now - fSince;
        if (fBegin < 0 || fEnd >= 0 || ns <= 0) {
            return;
        }
        VcpuState state = state();
        fNs[state.ordinal()] += ns;
        if (fTracer) {
            fTracerNs[state.ordinal()] += ns;
        }
        if (state == VcpuState.PREEMPTED || state == VcpuState.WAKING) {
            HostThread<?> other = fVcpu.waitsFor().occupant();
            if (other.tid() != 0) {
                fPreemptors.merge(other.tid() + " " + other.name(), ns, Long::sum);
            }
        }
        if (fVcpu.host().scenario().keeps()) {
            Truth.Interval last = fIntervals.isEmpty() ? null : fIntervals.get(fIntervals.size() - 1);
            if (last != null && last.state() == state) {
                fIntervals.set(fIntervals.size() - 1, new Truth.Interval(last.begin(), now, state));
            } else {
                fIntervals.add(new Truth.Interval(fSince, now, state));
            }
        }
        fSince = now;
    }

    /** The hypervisor does something in the vCPU's thread: with the first such event its life begins. */
    void hypervisor(long time) {
        if (fBegin < 0) {
            fBegin = time;
            fSince = time;
        }
    }

    void enters() {
        fInGuest = true;
        fInUserSpace = false;
        fTracer = false;
        fEntries++;
    }

    void exits(Exit why, boolean tracer) {
        fInGuest = false;
        fHalts = why == Exit.HLT;
        fTracer = tracer;
        fExits.merge(why.code(fVcpu.host().isIntel()), 1, Integer::sum);
    }

    void toUserSpace() {
        fInUserSpace = true;
        fHalts = false;
    }

    void syscall(boolean entry) {
        fInUserSpace = !entry;
    }

    /** An event of the host on the processor: the guest does not have it any more. */
    void hostHasProcessor() {
        fInGuest = false;
    }

    void runsOn(Cpu cpu, Cpu before) {
        if (fBegin >= 0 && before != null && before != cpu) {
            fMigrations++;
        }
    }

    void ends(long time) {
        pass(time);
        fEnd = time;
    }

    boolean inGuest() {
        return fInGuest;
    }

    boolean halts() {
        return fHalts;
    }

    boolean ranGuest() {
        return fEntries > 0;
    }

    /** @return ns per state so far, outside of the tracer's exits and then within them */
    long[] ns() {
        long[] all = new long[2 * STATES.length];
        for (int i = 0; i < STATES.length; i++) {
            all[i] = fNs[i] - fTracerNs[i];
            all[STATES.length + i] = fTracerNs[i];
        }
        return all;
    }

    Truth.Vcpu truth() {
        Map<VcpuState, Long> ns = new EnumMap<>(VcpuState.class);
        for (VcpuState state : STATES) {
            ns.put(state, fNs[state.ordinal()]);
        }
        return new Truth.Vcpu(fVcpu.host().name(), fVcpu.pid(), fVcpu.tid(), fVcpu.number(), fBegin,
                fEnd < 0 ? fVcpu.host().end() : fEnd, ns, fEntries, fVcpu.host().isIntel() ? 1 : 2, fExits, fMigrations,
                fPreemptors, fIntervals);
    }
}
