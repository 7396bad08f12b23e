/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.VirtualCpu;

/** A virtual CPU at this moment of the trace: what decides its state, and what of that has been shown. */
final class TrackedVcpu {

    /** What the thread does off its processor. */
    private enum Off { RUNNABLE, SLEEPS_INTERRUPTIBLY, SLEEPS }

    private final VirtualCpu fVcpu;
    private TrackedCpu fCpu;
    private TrackedCpu fWaitsFor;
    private int fLastCpu = HostEvent.UNKNOWN_ID;
    private boolean fEnded;

    /** Whether it is known to be on or off a processor; false at first and after lost events. */
    private boolean fPlaceKnown;
    /** Whether it is known if the thread is in user space, and (false only after lost events) what its last exit was. */
    private boolean fModeKnown;
    /** Whether an event of the hypervisor, which it may also make for the VMM, is not enough to know it. */
    private boolean fModeDoubted;
    private boolean fExitKnown = true;
    private boolean fInGuest;
    private boolean fInUserSpace;
    private boolean fHalts;
    private Off fOff = Off.SLEEPS;
    private boolean fWoken;
    /** Who got its processor. */
    private HostThread fNext;

    private VcpuState fShown = VcpuState.UNKNOWN;
    private HostThread fShownThread;
    private Interrupt fShownKind;
    private int fShownNumber;
    private TrackedCpu fShownWaitsFor;
    private TrackedCpu fShownDemand;

    TrackedVcpu(VirtualCpu vcpu) {
        fVcpu = vcpu;
    }

    VirtualCpu vcpu() {
        return fVcpu;
    }

    boolean ended() {
        return fEnded;
    }

    boolean onCpu() {
        return fPlaceKnown && fCpu != null;
    }

    /** The processor it has, null if none. */
    TrackedCpu cpu() {
        return fCpu;
    }

    /** The processor it has or had last, {@link HostEvent#UNKNOWN_ID} if it had none. */
    int lastCpu() {
        return fLastCpu;
    }

    TrackedCpu waitsFor() {
        return fWaitsFor;
    }

    void waitFor(TrackedCpu cpu) {
        fWaitsFor = cpu;
    }

    void entry() {
        inKernel();
        fInGuest = true;
        fInUserSpace = false;
        // of other hosts an exit follows, whatever is recorded
        fHalts &= !isAlone();
    }

    void exit(int isa, long reason) {
        inKernel();
        fInGuest = false;
        fExitKnown = true;
        fHalts = ExitReason.isHalt(isa, reason);
    }

    /** Any event of the hypervisor but a return to user space: the thread is in the kernel unless it was known not to be. */
    void hypervisor() {
        if (!fModeDoubted) {
            inKernel();
        }
    }

    private void inKernel() {
        fModeDoubted = false;
        if (!fModeKnown) {
            fModeKnown = true;
            fInUserSpace = false;
        }
    }

    void userspaceExit() {
        fModeKnown = true;
        fModeDoubted = false;
        fInUserSpace = true;
        fExitKnown = true;
        fHalts = false;
    }

    void syscall(boolean entry) {
        fModeKnown = true;
        fModeDoubted = false;
        fInUserSpace = !entry;
        if (!entry) {
            // a return to user space, also where KVM's own event of it was not recorded
            fExitKnown = true;
            fHalts = false;
        }
    }

    void guestInterrupted() {
        fInGuest = false;
    }

    void switchedIn(TrackedCpu cpu) {
        fPlaceKnown = true;
        fInGuest = false;
        fCpu = cpu;
        fLastCpu = cpu.number();
        fWaitsFor = null;
        fWoken = false;
    }

    void switchedOut(TrackedCpu cpu, long prevState, HostThread next) {
        fNext = next;
        fPlaceKnown = true;
        fInGuest = false;
        fLastCpu = cpu.number();
        fCpu = null;
        fWoken = false;
        fOff = (prevState & 0xff) == 0 ? Off.RUNNABLE : (prevState & 1) != 0 ? Off.SLEEPS_INTERRUPTIBLY : Off.SLEEPS;
    }

    /** @return whether it sleeps, so that the wakeup concerns it */
    boolean woken() {
        if (fEnded || !fPlaceKnown || fCpu != null || fOff == Off.RUNNABLE) {
            return false;
        }
        fWoken = true;
        return true;
    }

    /** @param doubt whether only what shows its mode for sure does so from now on */
    void forget(boolean doubt) {
        fModeDoubted |= doubt;
        fPlaceKnown = false;
        fModeKnown = false;
        fExitKnown = false;
        fInGuest = false;
        fInUserSpace = false;
        fHalts = false;
        fCpu = null;
        fWaitsFor = null;
    }

    /** Whether its host has no trace. */
    boolean isAlone() {
        return fVcpu.thread().isStandIn();
    }

    /** Rings report neither returns to user space nor system calls: on its processor it is in the kernel or the guest. */
    void beginAlone() {
        fModeKnown = true;
        fExitKnown = true;
    }

    void end(long time, VcpuSink sink) {
        fEnded = true;
        fCpu = null;
        fWaitsFor = null;
        showDemand(time, null, sink);
    }

    private VcpuState state() {
        if (!fPlaceKnown) {
            return VcpuState.UNKNOWN;
        }
        if (fCpu == null) {
            return switch (fOff) {
            case RUNNABLE -> VcpuState.PREEMPTED;
            case SLEEPS_INTERRUPTIBLY -> fWoken ? VcpuState.WAKING
                    : !fExitKnown ? VcpuState.UNKNOWN : fHalts ? VcpuState.HALTED : VcpuState.BLOCKED;
            case SLEEPS -> fWoken ? VcpuState.WAKING : VcpuState.BLOCKED;
            };
        }
        if (fInGuest) {
            return VcpuState.GUEST;
        }
        if (fCpu.interrupts().kind() != null) {
            return VcpuState.HOST_INTERRUPT;
        }
        return !fModeKnown ? VcpuState.UNKNOWN : fInUserSpace ? VcpuState.VMM : VcpuState.HOST_KERNEL;
    }

    /** Reports the sink what changed. */
    void show(long time, VcpuSink sink) {
        VcpuState state = state();
        if (state != fShown) {
            fShown = state;
            sink.state(time, fVcpu, state);
        }
        boolean waits = state == VcpuState.PREEMPTED || state == VcpuState.WAKING;
        showDemand(time, waits ? fWaitsFor : null, sink);
        if (state == VcpuState.HOST_INTERRUPT) {
            OpenInterrupts interrupts = fCpu.interrupts();
            if (fShownKind != interrupts.kind() || fShownNumber != interrupts.number()) {
                fShownThread = null;
                fShownKind = interrupts.kind();
                fShownNumber = interrupts.number();
                sink.preemptedBy(time, fVcpu, fShownKind, fShownNumber);
            }
            return;
        }
        HostThread thread = !waits ? null : isAlone() ? fNext : fWaitsFor != null ? fWaitsFor.occupant() : null;
        if (thread != null && (thread.isIdle() || thread == fVcpu.thread())) {
            thread = null;
        }
        if (thread != fShownThread || fShownKind != null) {
            fShownThread = thread;
            fShownKind = null;
            sink.preemptedBy(time, fVcpu, thread);
        }
    }

    /** What it asks of the processors: that it has one, or waits for one. A thread that runs no guest does not count. */
    private void showDemand(long time, TrackedCpu waitsFor, VcpuSink sink) {
        if (waitsFor != fShownWaitsFor) {
            fShownWaitsFor = waitsFor;
            sink.waitsFor(time, fVcpu, waitsFor == null ? HostEvent.UNKNOWN_ID : waitsFor.known());
        }
        TrackedCpu demand = !fVcpu.isConfirmed() ? null : fCpu != null ? fCpu : waitsFor;
        demand = demand == null || demand.known() == HostEvent.UNKNOWN_ID ? null : demand;
        if (demand != fShownDemand) {
            int host = fVcpu.thread().host();
            if (fShownDemand != null) {
                sink.runnable(time, host, fShownDemand.number(), fShownDemand.demand(-1));
            }
            if (demand != null) {
                sink.runnable(time, host, demand.number(), demand.demand(1));
            }
            fShownDemand = demand;
        }
    }
}
