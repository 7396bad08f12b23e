/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;

/** Writes what the trackers find into the state system: the write side of the state tree. */
final class ModelWriter implements MachineSink, VcpuSink {

    /** Different exit reasons per vCPU that are counted apart; more than any processor has. */
    private static final int MAX_REASONS = 1024;

    /** Where the values of a vCPU are kept. */
    private final class Vcpu {
        private final VirtualCpu fVcpu;
        private final int fQuark;
        private final int fState;
        private final int fCpu;
        private final int fWaitsFor;
        private final int fTakenBy;
        private final int fExits;
        private final Counter fOtherEntries;
        private final Counter fMigrations;
        private final Map<Long, Counter> fByReason = new HashMap<>();
        private int fTracer = -1;
        private boolean fMarksTask;
        /** When the state guest began, -1 in another state. */
        private long fGuestSince = -1;
        private boolean fOpen = true;

        Vcpu(VirtualCpu vcpu) {
            fVcpu = vcpu;
            fQuark = fStates.getQuarkRelativeAndAdd(host(vcpu.thread().host()), MachineAttributes.VCPUS, vcpu.thread().key());
            fState = child(VcpuAttributes.STATE);
            fCpu = child(VcpuAttributes.PHYSICAL_CPU);
            fWaitsFor = child(VcpuAttributes.WAITS_FOR);
            fTakenBy = child(VcpuAttributes.PREEMPTED_BY);
            fExits = child(VcpuAttributes.EXITS);
            fOtherEntries = new Counter(child(VcpuAttributes.OTHER_ENTRIES));
            fMigrations = new Counter(child(VcpuAttributes.MIGRATIONS));
        }

        int child(String name) {
            return fStates.getQuarkRelativeAndAdd(fQuark, name);
        }

        /** Whether the vCPU is out of the guest for its tracer; null: no. */
        void markTask(long time, Integer value) {
            if (value != null || fMarksTask) {
                fTracer = fTracer < 0 ? child(VcpuAttributes.TRACER) : fTracer;
                fStates.modifyAttribute(time, value, fTracer);
                fMarksTask = value != null;
            }
        }

        void exited(long time, int isa, long reason) {
            long code = (long) isa << 32 | reason;
            Counter counter = fByReason.get(code);
            if (counter == null) {
                // with more reasons than any processor has, the rest counts as one
                boolean known = fByReason.size() < MAX_REASONS;
                counter = fByReason.computeIfAbsent(known ? code : -1L, key -> new Counter(fStates.getQuarkRelativeAndAdd(
                        fExits, VcpuAttributes.exit(known ? isa : HostEvent.UNKNOWN_ID, known ? reason : 0xffffffffL))));
            }
            counter.add(fStates, time);
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final List<HostTraces.Host> fHosts;
    private final int[] fHostQuarks;
    private final Counter[] fUnattributed;
    private final LossWriter fLosses;
    private final List<Vcpu> fVcpus = new ArrayList<>();
    private final ThreadNames fNames;
    private final ResourceWriter fResources;
    private NestedWriter fNested;

    ModelWriter(ITmfStateSystemBuilder states, List<HostTraces.Host> hosts) {
        fStates = states;
        fHosts = hosts;
        fHostQuarks = new int[hosts.size()];
        fUnattributed = new Counter[hosts.size()];
        for (int i = 0; i < hosts.size(); i++) {
            fHostQuarks[i] = states.getQuarkAbsoluteAndAdd(MachineAttributes.HOSTS, hosts.get(i).id());
            fUnattributed[i] = new Counter(states.getQuarkRelativeAndAdd(fHostQuarks[i], MachineAttributes.UNATTRIBUTED));
        }
        fLosses = new LossWriter(states, fHostQuarks);
        fNames = new ThreadNames(states, fHostQuarks);
        fResources = new ResourceWriter(states, fHostQuarks, fNames);
    }

    /** The part of it that writes what occupies the processors. */
    ResourceWriter resources() {
        return fResources;
    }

    /** Receives vCPUs' states, entries and exits, too. */
    void setNested(NestedWriter nested) {
        fNested = nested;
    }

    /** Where a host's values are kept. */
    int host(int number) {
        return fHostQuarks[number];
    }

    /** Where a vCPU's values are kept. */
    int quark(VirtualCpu vcpu) {
        return of(vcpu).fQuark;
    }

    /** Where the values of the vCPU with this running number are kept. */
    int quark(int vcpu) {
        return fVcpus.get(vcpu).fQuark;
    }

    /** A value of a vCPU that another tracker found. */
    void set(long time, Object value, VirtualCpu vcpu, String name) {
        set(time, value, of(vcpu).fQuark, name);
    }

    private Vcpu of(VirtualCpu vcpu) {
        return fVcpus.get(vcpu.index());
    }

    /** A host's first event. */
    void hostBegins(long time, int host) {
        set(time, fHosts.get(host).name(), host(host), MachineAttributes.NAME);
        set(time, time, host(host), MachineAttributes.BEGIN);
    }

    /** The trace's end: whatever still lives, lives until its host's last event. */
    void end(long time, long[] lastOfHost) {
        fNested.end(time);
        for (int i = 0; i < lastOfHost.length; i++) {
            set(time, Math.max(0, lastOfHost[i]), host(i), MachineAttributes.END);
        }
        for (Vcpu vcpu : fVcpus) {
            if (vcpu.fOpen) {
                set(time, lastOfHost[vcpu.fVcpu.thread().host()], vcpu.fQuark, MachineAttributes.END);
            }
        }
    }

    void set(long time, Object value, int parent, String... path) {
        fStates.modifyAttribute(time, value, fStates.getQuarkRelativeAndAdd(parent, path));
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        Vcpu v = new Vcpu(vcpu);
        fVcpus.add(v);
        set(time, vcpu.begin(), v.fQuark, MachineAttributes.BEGIN);
        identified(time, vcpu);
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        Vcpu v = of(vcpu);
        HostThread thread = vcpu.thread();
        HostProcess process = thread.process();
        if (vcpu.isConfirmed()) {
            set(time, 1, v.fQuark, MachineAttributes.RUNS_GUEST);
        }
        if (vcpu.number() >= 0) {
            set(time, vcpu.number(), v.fQuark, MachineAttributes.NUMBER);
        }
        set(time, process == null ? thread.key() : process.key(), v.fQuark, MachineAttributes.VM);
        set(time, (process == null ? Evidence.NONE : process.evidence()).ordinal(), v.fQuark, MachineAttributes.EVIDENCE);
    }

    @Override
    public void named(long time, HostProcess vm, String name) {
        set(time, name, host(vm.host()), MachineAttributes.VMS, vm.key(), MachineAttributes.NAME);
    }

    @Override
    public void innerNamed(long time, HostProcess vm, String name) {
        set(time, name, host(vm.host()), MachineAttributes.VMS, vm.key(), MachineAttributes.INNER);
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        Vcpu v = of(vcpu);
        v.fOpen = false;
        v.markTask(time, null);
        set(time, time, v.fQuark, MachineAttributes.END);
    }

    /** The vCPU's exit was for its tracer. */
    void traced(long time, VirtualCpu vcpu) {
        of(vcpu).markTask(time, VcpuAttributes.IS_TRACER);
    }

    @Override
    public void unattributed(long time, int host) {
        fUnattributed[host].add(fStates, time);
    }

    @Override
    public void lost(HostEvent.LostEvents event) {
        fLosses.lost(event);
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        Vcpu v = of(vcpu);
        if (v.fGuestSince == time) {
            v.fOtherEntries.add(fStates, time);
        }
        v.fGuestSince = state == VcpuState.GUEST ? time : -1;
        fStates.modifyAttribute(time, state == VcpuState.UNKNOWN ? null : (Integer) state.ordinal(), v.fState);
        fNested.state(time, vcpu, state);
        if (state == VcpuState.UNKNOWN) {
            v.markTask(time, null);
        }
    }

    @Override
    public void physicalCpu(long time, VirtualCpu vcpu, int cpu) {
        fStates.modifyAttribute(time, cpu == HostEvent.UNKNOWN_ID ? null : (Integer) cpu, of(vcpu).fCpu);
    }

    @Override
    public void waitsFor(long time, VirtualCpu vcpu, int cpu) {
        fStates.modifyAttribute(time, cpu == HostEvent.UNKNOWN_ID ? null : (Integer) cpu, of(vcpu).fWaitsFor);
    }

    @Override
    public void runnable(long time, int host, int cpu, int vcpus) {
        fResources.runnable(time, host, cpu, vcpus);
    }

    @Override
    public void migrated(long time, VirtualCpu vcpu, int from, int to) {
        of(vcpu).fMigrations.add(fStates, time);
    }

    @Override
    public void entered(long time, VirtualCpu vcpu) {
        Vcpu v = of(vcpu);
        if (v.fGuestSince >= 0) {
            v.fOtherEntries.add(fStates, time);
        }
        fNested.entered(time, vcpu);
        v.markTask(time, null);
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        Vcpu v = of(vcpu);
        v.exited(time, isa, reason);
        fNested.exited(time, vcpu);
        v.markTask(time, ExitReason.isHypercall(isa, reason) ? VcpuAttributes.MAY_BE_TRACER : null);
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        if (thread != null) {
            fNames.report(time, thread);
        }
        fStates.modifyAttribute(time, thread == null ? null : (Long) new Preemptor(null, thread.tid()).code(), of(vcpu).fTakenBy);
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, Interrupt kind, int number) {
        fStates.modifyAttribute(time, new Preemptor(kind, number).code(), of(vcpu).fTakenBy);
    }
}
