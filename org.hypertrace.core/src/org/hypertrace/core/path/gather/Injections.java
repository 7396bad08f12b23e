/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.gather;

import java.util.Arrays;

import org.hypertrace.core.kvm.ExitKind;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.path.store.IntTable;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The interrupts that the hypervisor gives to one VM: what is inferred of when they run in the guest, which are timers', when these
 * were due, and who raised the others.
 */
final class Injections {

    static final int TSC_DEADLINE = 0x6e0;
    static final int ICR = 0x830;
    private static final long ACCEPTED = 1_000_000_000;
    private static final int FIRST_IPI = 0xfb;
    private static final int LAST_IPI = 0xfd;

    /** Which events the host's traces declare. */
    record Recorded(boolean msr, boolean accepts) {
        static Recorded of(RecordedEvents events) {
            return new Recorded(events.declaresKvm("msr"), events.declaresKvm("apic_accept_irq"));
        }
    }

    /** Of one vCPU: what happens to it next and did last. */
    private static final class TrackedVcpu {
        private final PathVcpu fVcpu;
        private Handler fPending;
        private long fDoubtSince = Long.MIN_VALUE;
        private long fArmedAt = Long.MIN_VALUE;
        private long fDeadline;
        private int fIpiVector = -1;
        private long fIpiTime;
        private int fIpiBy;
        private final long[] fAccepted = new long[256];
        private final int[] fAcceptedBy = new int[256];
        /** The last sleep that ended since the last exit. */
        private long fHaltEnd = Long.MIN_VALUE;
        private int fHaltBy;
        private boolean fHaltByRaiser;
        private boolean fWasHalted;
        private long fSleepEnd = Long.MIN_VALUE;
        private final MatesThatRan fRan = new MatesThatRan();
        private final MatesThatRan fRanSinceThis = new MatesThatRan();

        TrackedVcpu(PathVcpu vcpu) {
            fVcpu = vcpu;
            Arrays.fill(fAccepted, Long.MIN_VALUE);
        }
    }

    private final PathVm fVm;
    private final PathSpool fRows;
    private final Participants fNames;
    private final Recorded fRecorded;
    private final IntTable<TrackedVcpu> fTracks = new IntTable<>();
    private final int[] fNameOfVector = new int[256];
    private final GuestClock fClock = new GuestClock();

    Injections(PathVm vm, PathSpool rows, Participants names, Recorded recorded) {
        fVm = vm;
        fRows = rows;
        fNames = names;
        fRecorded = recorded;
        Arrays.fill(fNameOfVector, PathRows.NONE);
    }

    private TrackedVcpu track(PathVcpu vcpu) {
        TrackedVcpu track = fTracks.get(vcpu.fIndex);
        if (track == null) {
            track = new TrackedVcpu(vcpu);
            fTracks.put(vcpu.fIndex, track);
        }
        return track;
    }

    static boolean isTimer(long vector) {
        return vector == 0xec || vector == 0xef;
    }

    /** The hypervisor gives the vCPU an interrupt. */
    void injected(long time, PathVcpu vcpu, int vector) {
        TrackedVcpu track = track(vcpu);
        settle(track);
        first(track, isTimer(vector));
        if (track.fPending == null || track.fPending.fNumber != vector) {
            track.fPending = cause(time, track, vector);
        }
    }

    /** The first that the vCPU does after a sleep. */
    private void first(TrackedVcpu track, boolean isTimer) {
        if (track.fSleepEnd != Long.MIN_VALUE) {
            if (isTimer) {
                fRows.timerWake(track.fVcpu.fId, track.fSleepEnd);
            }
            track.fSleepEnd = Long.MIN_VALUE;
        }
    }

    void entered(long time, PathVcpu vcpu) {
        TrackedVcpu track = track(vcpu);
        settle(track);
        first(track, false);
        if (track.fPending != null) {
            Handler handler = track.fPending;
            track.fPending = null;
            handler.fBegin = time;
            int vector = (int) handler.fNumber;
            handler.fVector = vector;
            handler.fName = handler.fTimer ? fNames.name("timer") : vector >= 0 && vector < 256 ? fNameOfVector[vector] : PathRows.NONE;
            vcpu.fInferred = handler;
            vcpu.fLast = handler;
        }
        vcpu.show(time, fRows);
    }

    void exited(long time, PathVcpu vcpu, int isa, long reason) {
        TrackedVcpu track = track(vcpu);
        settle(track);
        first(track, false);
        track.fHaltEnd = Long.MIN_VALUE;
        if (!ExitReason.isInterruptWindow(isa, reason)) {
            track.fRan.copy(track.fRanSinceThis);
        }
        if (ExitReason.isHalt(isa, reason)) {
            vcpu.fLast = null;
        }
        ExitKind kind = ExitKind.of(isa, reason);
        boolean goesOn = HostCpu.isInterruption(isa, reason) || kind == ExitKind.MEMORY || ExitReason.isInterruptWindow(isa, reason)
                || vcpu.fInferred != null && vcpu.fInferred.fTimer && ExitReason.isMsr(isa, reason) && fRecorded.msr();
        if (!goesOn && vcpu.fInferred != null) {
            // a hypercall of the tracer does not end it either; that comes only now
            track.fDoubtSince = time;
        }
        if (track.fDoubtSince == Long.MIN_VALUE) {
            vcpu.show(time, fRows);
        }
    }

    /** The last exit was for this hypercall. */
    void hypercall(PathVcpu vcpu, boolean ofTracer) {
        TrackedVcpu track = track(vcpu);
        if (ofTracer) {
            long since = track.fDoubtSince;
            track.fDoubtSince = Long.MIN_VALUE;
            if (since != Long.MIN_VALUE) {
                vcpu.show(since, fRows);
            }
        } else {
            settle(track);
        }
    }

    private void settle(TrackedVcpu track) {
        if (track.fDoubtSince != Long.MIN_VALUE) {
            track.fVcpu.fInferred = null;
            track.fVcpu.show(track.fDoubtSince, fRows);
            track.fDoubtSince = Long.MIN_VALUE;
        }
    }

    /** The guest writes a register. */
    void writes(long time, PathVcpu vcpu, long register, long data) {
        if (register == TSC_DEADLINE) {
            TrackedVcpu track = track(vcpu);
            if (data != 0) {
                track.fArmedAt = time;
                track.fDeadline = data;
            }
            if (vcpu.fInferred != null && vcpu.fInferred.fTimer) {
                vcpu.fInferred = null;
                vcpu.show(time, fRows);
            }
        } else if (register == ICR) {
            PathVcpu target = fVm.vcpu((int) (data >>> 32));
            if (target != null && target != vcpu) {
                sends(time, vcpu, target, (int) (data & 0xff));
            }
        }
    }

    /** KVM's own hypercall: an interrupt for several vCPUs. */
    void sends(long time, PathVcpu vcpu, long low, long high, long from, int vector) {
        for (int i = 0; i < 128; i++) {
            if (((i < 64 ? low >>> i : high >>> i - 64) & 1) != 0) {
                PathVcpu target = fVm.vcpu((int) (from + i));
                if (target != null) {
                    sends(time, vcpu, target, vector & 0xff);
                }
            }
        }
    }

    private void sends(long time, PathVcpu from, PathVcpu to, int vector) {
        TrackedVcpu track = track(to);
        track.fIpiVector = vector;
        track.fIpiTime = time;
        track.fIpiBy = from.context(time, fRows);
    }

    /** The vCPU's APIC takes a vector, by the doing of one of the VM's own threads or mates. */
    void accepted(long time, PathVcpu vcpu, int vector, int context) {
        TrackedVcpu track = track(vcpu);
        track.fAccepted[vector & 0xff] = time;
        track.fAcceptedBy[vector & 0xff] = context;
    }

    /** The sleep of the vCPU's thread ended; {@code raiser}: by somebody who may have raised an interrupt of the VM. */
    void woken(long time, PathVcpu vcpu, int context, boolean raiser) {
        TrackedVcpu track = track(vcpu);
        track.fHaltEnd = time;
        track.fHaltBy = context;
        track.fHaltByRaiser = raiser;
        track.fWasHalted = vcpu.isHalted();
        track.fSleepEnd = time;
    }

    void state(PathVcpu vcpu, VcpuState state) {
        if (state == VcpuState.GUEST) {
            track(vcpu).fRanSinceThis.begin(fVm);
        }
    }

    /** A thread of the VMM gets a processor. */
    void mateRuns(HostThread mate) {
        fTracks.forEach(track -> {
            track.fRan.add(mate);
            track.fRanSinceThis.add(mate);
        });
    }

    private Handler cause(long time, TrackedVcpu track, int vector) {
        Handler handler = new Handler(Handler.Kind.INTERRUPT, track.fVcpu.fId, true, vector, time);
        boolean halted = track.fHaltEnd != Long.MIN_VALUE && track.fWasHalted;
        if (isTimer(vector)) {
            handler.fTimer = true;
            long due = fClock.due(track.fArmedAt, track.fDeadline, time);
            handler.fSince = due != Long.MIN_VALUE ? due : halted ? track.fHaltEnd : time;
            return handler;
        }
        long accepted = track.fAccepted[vector & 0xff];
        if (accepted != Long.MIN_VALUE && time - accepted <= ACCEPTED) {
            handler.raised(accepted, track.fAcceptedBy[vector & 0xff], null);
        } else if (vector >= FIRST_IPI && vector <= LAST_IPI && track.fIpiVector == vector) {
            handler.raised(track.fIpiTime, track.fIpiBy, null);
        } else if (halted && track.fHaltByRaiser) {
            handler.raised(track.fHaltEnd, track.fHaltBy, null);
        } else if (!fRecorded.accepts() && vector >= 0x20 && vector < 0xec && track.fRan.only() != null) {
            HostThread mate = track.fRan.only();
            handler.raised(mate.runs() ? time : mate.fRanUntil, mate.fId, null);
        }
        return handler;
    }

    /** The guest's counter has this frequency. */
    void khz(long khz) {
        fClock.khz(khz);
    }

    /** The guest read its counter when this was seen. */
    void pair(long tsc, long time) {
        long oldest = time;
        for (PathVcpu vcpu : fVm.fVcpus) {
            long armed = track(vcpu).fArmedAt;
            oldest = armed == Long.MIN_VALUE ? oldest : Math.min(oldest, armed);
        }
        fClock.pair(tsc, time, oldest);
    }

    void boots() {
        fClock.boots();
        fTracks.forEach(track -> track.fDoubtSince = Long.MIN_VALUE);
    }

    /** The guest names an interrupt: that vector has this name from now on. */
    void named(int vector, int name) {
        if (vector >= 0 && vector < 256) {
            fNameOfVector[vector] = name;
        }
    }
}
