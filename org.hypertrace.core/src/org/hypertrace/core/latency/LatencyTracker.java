/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.latency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * How long guests wait for interrupts and for being run.
 * <p>
 * An <em>injection</em> lasts to the next entry of the vCPU, and on until the guest reports that it serves the interrupt. It serves it with
 * an APIC vector of that number, or any device interrupt's handler, before the entry after that. An injection before the entry takes
 * the place of the one before it. Every injection is exactly one of: served, not recorded to be served, replaced, cut.
 * <p>
 * A <em>halt</em> is an exit for HLT with its entry. If the thread slept, it waits from the begin of its last time
 * {@link VcpuState#WAKING} to the entry; if it did not, the whole exit was the host's, which may have polled for work: only
 * ftrace records whether.
 * <p>
 * A <em>kick</em> is an interrupt of one processor of the host by another. The interrupted one runs the guest, or has just left it for an
 * interrupt. An <em>IPI</em> is an interrupt that the guest's APIC takes for a vCPU while another vCPU of the VM has the
 * processor. Both last to the next entry; further ones until then are the same.
 */
public final class LatencyTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 1;

    private static final long NEVER = Long.MIN_VALUE;
    /** Linux' vectors by which processors interrupt each other: call function single, call function, reschedule. */
    private static final int FIRST_IPI = 0xfb;
    private static final int LAST_IPI = 0xfd;

    private static final class TrackedVcpu {
        private final VirtualCpu fVcpu;
        private int fVector;
        private long fInjected = NEVER;
        private boolean fDelivered;
        private boolean fKickable;
        private long fHalt = NEVER;
        private boolean fPolled;
        private boolean fSlept;
        private long fWaking = NEVER;
        private long fWoken = NEVER;
        private int fKickVector;
        private long fKick = NEVER;
        private long fIpi = NEVER;
        private int fNumber = HostEvent.UNKNOWN_ID;

        TrackedVcpu(VirtualCpu vcpu) {
            fVcpu = vcpu;
        }
    }

    private final MachineTracker fMachines;
    private final LatencySink fSink;
    private final List<TrackedVcpu> fTracks = new ArrayList<>();
    private final Map<HostProcess, Map<Integer, TrackedVcpu>> fByNumber = new HashMap<>();

    /**
     * @param machines
     *            knows who runs; it handles every event before this tracker does
     * @param sink
     *            gets what is found
     */
    public LatencyTracker(MachineTracker machines, LatencySink sink) {
        fMachines = machines;
        fSink = sink;
    }

    /** @param event the next event in time order; the states that it changes have been reported before */
    public void handle(HostEvent event) {
        if (event instanceof HostEvent.KvmEntry) {
            TrackedVcpu track = running();
            if (track != null) {
                entered(event.time(), track);
            }
        } else if (event instanceof HostEvent.KvmExit exit) {
            TrackedVcpu track = running();
            if (track != null) {
                exited(exit, track);
            }
        } else if (event instanceof HostEvent.KvmOther other) {
            served(other);
        } else if (event instanceof HostEvent.InterruptEntry e && e.kind() == Interrupt.APIC && e.number() >= FIRST_IPI
                && e.number() <= LAST_IPI) {
            TrackedVcpu track = running();
            if (track != null && track.fKickable && track.fKick == NEVER) {
                track.fKick = e.time();
                track.fKickVector = e.number();
            }
        }
    }

    private void entered(long time, TrackedVcpu track) {
        if (track.fInjected != NEVER && track.fDelivered) {
            close(LatencyKind.UNHANDLED, track);
        } else if (track.fInjected != NEVER) {
            track.fDelivered = true;
            fSink.found(LatencyKind.INJECTION_ENTRY, track.fVcpu, track.fVector, track.fInjected, time - track.fInjected);
        }
        if (track.fHalt != NEVER) {
            if (track.fWoken != NEVER) {
                fSink.found(LatencyKind.WAKE_ENTRY, track.fVcpu, 0, track.fWoken, time - track.fWoken);
            } else if (!track.fSlept) {
                fSink.found(track.fPolled ? LatencyKind.POLLED : LatencyKind.AWAKE, track.fVcpu, 0, track.fHalt,
                        time - track.fHalt);
            }
        }
        if (track.fKick != NEVER) {
            fSink.found(LatencyKind.KICK_ENTRY, track.fVcpu, track.fKickVector, track.fKick, time - track.fKick);
        }
        if (track.fIpi != NEVER) {
            fSink.found(LatencyKind.IPI_ENTRY, track.fVcpu, 0, track.fIpi, time - track.fIpi);
        }
        forgetExit(track);
        track.fKickable = true;
    }

    private void exited(HostEvent.KvmExit exit, TrackedVcpu track) {
        forgetHalt(track);
        track.fHalt = ExitReason.isHalt(exit.isa(), exit.reason()) ? exit.time() : NEVER;
        track.fKickable = ExitReason.isInterrupt(exit.isa(), exit.reason());
        HostProcess vm = track.fNumber == track.fVcpu.number() ? null : track.fVcpu.thread().process();
        if (vm != null) {
            track.fNumber = track.fVcpu.number();
            fByNumber.computeIfAbsent(vm, key -> new HashMap<>()).put(track.fNumber, track);
        }
    }

    private void served(HostEvent.KvmOther event) {
        switch (event.service()) {
        case INJECTION, POLLED, NESTED_EXIT, APIC_ACCEPTS -> {
            TrackedVcpu track = running();
            if (track != null) {
                served(event, track);
            }
        }
        default -> {
            // nobody waits for that
        }
        }
    }

    private void served(HostEvent.KvmOther event, TrackedVcpu track) {
        switch (event.service()) {
        case INJECTION -> {
            if (track.fInjected != NEVER) {
                close(track.fDelivered ? LatencyKind.UNHANDLED : LatencyKind.REPLACED, track);
            }
            track.fInjected = event.time();
            track.fVector = (int) event.number();
        }
        case POLLED -> track.fPolled = true;
        // a guest's guest has nothing to do: that concerns the hypervisor in the VM
        case NESTED_EXIT -> track.fHalt = NEVER;
        default -> {
            // the VMM's other threads raise interrupts of devices
            TrackedVcpu target = fByNumber.getOrDefault(track.fVcpu.thread().process(), Map.of()).get((int) event.number());
            if (target != null && target != track && track.fVcpu.isConfirmed() && target.fIpi == NEVER) {
                target.fIpi = event.time();
            }
        }
        }
    }

    /**
     * @param vcpu
     *            by which a guest reports something
     * @param event
     *            what it reports
     */
    public void handle(VirtualCpu vcpu, GuestEvent event) {
        boolean vector = event instanceof GuestEvent.ApicVector apic && apic.kind() == EventKind.APIC_VECTOR_ENTRY;
        if (vcpu == null || event.from().level() > 0 || !vector && !(event instanceof GuestEvent.IrqEntry)) {
            return;
        }
        TrackedVcpu track = of(vcpu);
        if (track.fInjected != NEVER && track.fDelivered
                && (!vector || ((GuestEvent.ApicVector) event).vector() == track.fVector)) {
            fSink.found(LatencyKind.INJECTION_HANDLER, vcpu, track.fVector, track.fInjected, event.time() - track.fInjected);
            track.fInjected = NEVER;
            track.fDelivered = false;
        }
    }

    /**
     * @param time
     *            from when on, ns since the epoch
     * @param vcpu
     *            a vCPU
     * @param state
     *            is in this state
     */
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        TrackedVcpu track = of(vcpu);
        if (track.fWaking != NEVER && time > track.fWaking) {
            track.fWoken = track.fWaking;
        }
        track.fWaking = state == VcpuState.WAKING ? time : NEVER;
        track.fSlept |= state == VcpuState.HALTED || state == VcpuState.BLOCKED || state == VcpuState.WAKING;
        if (state == VcpuState.UNKNOWN) {
            cut(track);
        }
    }

    /** Nothing more comes. */
    public void finish() {
        fTracks.stream().filter(track -> track != null).forEach(this::cut);
    }

    private void cut(TrackedVcpu track) {
        if (track.fInjected != NEVER) {
            close(LatencyKind.CUT, track);
        }
        forgetExit(track);
        track.fKickable = false;
    }

    private void close(LatencyKind kind, TrackedVcpu track) {
        fSink.found(kind, track.fVcpu, track.fVector, track.fInjected, 0);
        track.fInjected = NEVER;
        track.fDelivered = false;
    }

    private static void forgetExit(TrackedVcpu track) {
        forgetHalt(track);
        track.fHalt = NEVER;
        track.fKick = NEVER;
        track.fIpi = NEVER;
    }

    private static void forgetHalt(TrackedVcpu track) {
        track.fPolled = false;
        track.fSlept = false;
        track.fWoken = NEVER;
    }

    private TrackedVcpu running() {
        VirtualCpu vcpu = fMachines.now().vcpu();
        return vcpu == null ? null : of(vcpu);
    }

    private TrackedVcpu of(VirtualCpu vcpu) {
        while (fTracks.size() <= vcpu.index()) {
            fTracks.add(null);
        }
        TrackedVcpu track = fTracks.get(vcpu.index());
        if (track == null) {
            track = new TrackedVcpu(vcpu);
            fTracks.set(vcpu.index(), track);
        }
        return track;
    }
}
