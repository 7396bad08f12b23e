/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * Writes what a vCPU does. Most exits begin a stretch of a state, and most hypercalls of the tracer come before the next one. So the value of
 * the state has the exit, and whether the time is the tracer's, and neither costs a value of its own. What does not fit is kept beside.
 */
final class VcpuWriter {

    /** Different exit reasons per vCPU that are counted apart; more than any processor has. */
    private static final int MAX_REASONS = 1024;
    private static final int RECENT = 1 << 4;
    private static final long NEVER = Long.MIN_VALUE;

    /** A reason of exits: its number, and the counter of those that begin no stretch of a state. */
    private record Reason(int number, Counter others) { }

    private final ITmfStateSystemBuilder fStates;
    private final VirtualCpu fVcpu;
    private final int fQuark;
    private final int fState;
    private final int fCpu;
    private final int fWaitsFor;
    private final int fTakenBy;
    private final int fExits;
    private final Counter fOtherEntries;
    private final Counter fMigrations;
    private final Map<Long, Reason> fByReason = new HashMap<>();
    /** Reasons that were looked up lately, and their codes: most come again. */
    private final Reason[] fReasons = new Reason[RECENT];
    private final long[] fReasonCodes = new long[RECENT];
    private boolean fOpen = true;

    private VcpuState fNow = VcpuState.UNKNOWN;
    /** When the state began. */
    private long fSince = NEVER;
    /** The exit that began it, null if none did; and whether its value has that the time is the tracer's. */
    private Reason fBegunBy;
    private boolean fMarked;
    /** The exit of the event that is handled, as long as no state has it. */
    private Reason fExit;
    private long fExitTime;
    /** When the guest was left for a hypercall that is not known not to be the tracer's. */
    private long fMayBeSince = NEVER;
    /** Whether the time is the tracer's by the value of the state, until the next entry. */
    private boolean fIsTracer;
    /** What is beside the state about it. */
    private int fTracer = -1;
    private Integer fBeside;

    VcpuWriter(ITmfStateSystemBuilder states, int host, VirtualCpu vcpu) {
        fStates = states;
        fVcpu = vcpu;
        fQuark = states.getQuarkRelativeAndAdd(host, MachineAttributes.VCPUS, vcpu.thread().key());
        fState = child(VcpuAttributes.STATE);
        fCpu = child(VcpuAttributes.PHYSICAL_CPU);
        fWaitsFor = child(VcpuAttributes.WAITS_FOR);
        fTakenBy = child(VcpuAttributes.PREEMPTED_BY);
        fExits = child(VcpuAttributes.EXITS);
        fOtherEntries = new Counter(child(VcpuAttributes.OTHER_ENTRIES));
        fMigrations = new Counter(child(VcpuAttributes.MIGRATIONS));
    }

    private int child(String name) {
        return fStates.getQuarkRelativeAndAdd(fQuark, name);
    }

    int quark() {
        return fQuark;
    }

    /** The running number of its host. */
    int host() {
        return fVcpu.thread().host();
    }

    /** Whether its end has not come. */
    boolean isOpen() {
        return fOpen;
    }

    void ends(long time) {
        fOpen = false;
        notForTracer(time);
    }

    /** From now on the time is not the tracer's by the state. */
    private void noTracer() {
        fMayBeSince = NEVER;
        fIsTracer = false;
    }

    private void beside(long time, Integer value) {
        if (!Objects.equals(value, fBeside)) {
            fTracer = fTracer < 0 ? child(VcpuAttributes.TRACER) : fTracer;
            fStates.modifyAttribute(time, value, fTracer);
            fBeside = value;
        }
    }

    void state(long time, VcpuState state) {
        if (fSince == time) {
            // the state that began at the same time is replaced
            if (fNow == VcpuState.GUEST) {
                fOtherEntries.add(fStates, time);
            }
            if (fBegunBy != null && (fExit != null || state == VcpuState.UNKNOWN)) {
                fBegunBy.others.add(fStates, time);
                fBegunBy = null;
            }
        } else {
            fBegunBy = null;
        }
        fNow = state;
        fSince = time;
        if (state == VcpuState.UNKNOWN) {
            noTracer();
            fMarked = false;
            fStates.modifyAttribute(time, null, fState);
        } else {
            if (fExit != null) {
                fBegunBy = fExit;
                fExit = null;
            }
            fMarked = fIsTracer;
            write();
        }
        // as long as the exit may turn out to be for the tracer, what is beside begins with it
        if (state == VcpuState.UNKNOWN || fMayBeSince == NEVER && VcpuAttributes.NO_TRACER.equals(fBeside)) {
            beside(time, null);
        }
    }

    private void write() {
        fStates.modifyAttribute(fSince, VcpuAttributes.state(fNow, fMarked, fBegunBy == null ? -1 : fBegunBy.number), fState);
    }

    void entered(long time) {
        if (fNow == VcpuState.GUEST) {
            fOtherEntries.add(fStates, time);
        }
        notForTracer(time);
    }

    /** The tracer's time ends, if it has begun. */
    private void notForTracer(long time) {
        noTracer();
        beside(time, null);
    }

    void exited(long time, int isa, long reason) {
        notForTracer(time);
        fExit = reason(isa, reason);
        fExitTime = time;
        fMayBeSince = ExitReason.isHypercall(isa, reason) ? time : NEVER;
    }

    /** The event of an exit is handled: the state changed for it, or does not. */
    void settle() {
        if (fExit != null) {
            fExit.others.add(fStates, fExitTime);
            fExit = null;
            if (fMarked) {
                beside(fExitTime, VcpuAttributes.NO_TRACER);
            }
        }
    }

    /** The vCPU is out of the guest for its tracer. */
    void traced(long time) {
        if (fBegunBy != null && fMayBeSince == fSince) {
            fIsTracer = true;
            fMarked = true;
            beside(fSince, null);
            write();
        } else if (!fIsTracer) {
            beside(fMayBeSince == NEVER ? time : fMayBeSince, VcpuAttributes.IS_TRACER);
        }
    }

    private Reason reason(int isa, long reason) {
        long code = (long) isa << 32 | reason;
        int place = (int) reason & RECENT - 1;
        if (fReasons[place] == null || fReasonCodes[place] != code) {
            Reason found = fByReason.get(code);
            if (found == null) {
                // with more reasons than any processor has, the rest counts as one
                boolean known = fByReason.size() < MAX_REASONS;
                found = fByReason.computeIfAbsent(known ? code : -1L, key -> new Reason(fByReason.size(), new Counter(fStates
                        .getQuarkRelativeAndAdd(fExits, VcpuAttributes.exit(known ? isa : HostEvent.UNKNOWN_ID, known ? reason : 0xffffffffL)))));
            }
            fReasons[place] = found;
            fReasonCodes[place] = code;
        }
        return fReasons[place];
    }

    void physicalCpu(long time, int cpu) {
        fStates.modifyAttribute(time, cpu == HostEvent.UNKNOWN_ID ? null : (Integer) cpu, fCpu);
    }

    void waitsFor(long time, int cpu) {
        fStates.modifyAttribute(time, cpu == HostEvent.UNKNOWN_ID ? null : (Integer) cpu, fWaitsFor);
    }

    void preemptedBy(long time, Long who) {
        fStates.modifyAttribute(time, who, fTakenBy);
    }

    void migrated(long time) {
        fMigrations.add(fStates, time);
    }
}
