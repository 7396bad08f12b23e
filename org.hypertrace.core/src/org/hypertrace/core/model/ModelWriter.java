/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.machine.HostProcess;
import org.hypertrace.core.machine.HostProcess.Evidence;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;

/** Writes what the trackers find into the state system: the write side of the state tree. */
final class ModelWriter implements MachineSink, VcpuSink {

    private final ITmfStateSystemBuilder fStates;
    private final List<HostTraces.Host> fHosts;
    private final int[] fHostQuarks;
    private final Counter[] fUnattributed;
    private final LossWriter fLosses;
    private final List<VcpuWriter> fVcpus = new ArrayList<>();
    private final ThreadNames fNames;
    private final ResourceWriter fResources;
    private NestedWriter fNested;
    /** The vCPU that was left at the event that is handled, null if none was. */
    private VcpuWriter fExited;

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
        return of(vcpu).quark();
    }

    /** Where the values of the vCPU with this running number are kept. */
    int quark(int vcpu) {
        return fVcpus.get(vcpu).quark();
    }

    /** A value of a vCPU that another tracker found. */
    void set(long time, Object value, VirtualCpu vcpu, String name) {
        set(time, value, of(vcpu).quark(), name);
    }

    private VcpuWriter of(VirtualCpu vcpu) {
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
        for (VcpuWriter vcpu : fVcpus) {
            if (vcpu.isOpen()) {
                set(time, lastOfHost[vcpu.host()], vcpu.quark(), MachineAttributes.END);
            }
        }
    }

    void set(long time, Object value, int parent, String... path) {
        fStates.modifyAttribute(time, value, fStates.getQuarkRelativeAndAdd(parent, path));
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        VcpuWriter v = new VcpuWriter(fStates, host(vcpu.thread().host()), vcpu);
        fVcpus.add(v);
        set(time, vcpu.begin(), v.quark(), MachineAttributes.BEGIN);
        identified(time, vcpu);
    }

    @Override
    public void identified(long time, VirtualCpu vcpu) {
        VcpuWriter v = of(vcpu);
        HostThread thread = vcpu.thread();
        HostProcess process = thread.process();
        if (vcpu.isConfirmed()) {
            set(time, 1, v.quark(), MachineAttributes.RUNS_GUEST);
        }
        if (vcpu.number() >= 0) {
            set(time, vcpu.number(), v.quark(), MachineAttributes.NUMBER);
        }
        set(time, process == null ? thread.key() : process.key(), v.quark(), MachineAttributes.VM);
        set(time, (process == null ? Evidence.NONE : process.evidence()).ordinal(), v.quark(), MachineAttributes.EVIDENCE);
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
    public void contained(long time, VirtualCpu vcpu, Container container) {
        set(time, container.namespace(), of(vcpu).quark(), MachineAttributes.CONTAINER);
        if (container.name() != null) {
            set(time, container.name(), of(vcpu).quark(), MachineAttributes.CONTAINER_NAME);
        }
    }

    @Override
    public void vcpuEnds(long time, VirtualCpu vcpu) {
        VcpuWriter v = of(vcpu);
        v.ends(time);
        set(time, time, v.quark(), MachineAttributes.END);
    }

    /** The vCPU's exit was for its tracer. */
    void traced(long time, VirtualCpu vcpu) {
        of(vcpu).traced(time);
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
        VcpuWriter v = of(vcpu);
        v.state(time, state);
        fNested.state(time, vcpu, state);
    }

    @Override
    public void physicalCpu(long time, VirtualCpu vcpu, int cpu) {
        of(vcpu).physicalCpu(time, cpu);
    }

    @Override
    public void waitsFor(long time, VirtualCpu vcpu, int cpu) {
        of(vcpu).waitsFor(time, cpu);
    }

    @Override
    public void runnable(long time, int host, int cpu, int vcpus) {
        fResources.runnable(time, host, cpu, vcpus);
    }

    @Override
    public void migrated(long time, VirtualCpu vcpu, int from, int to) {
        of(vcpu).migrated(time);
    }

    @Override
    public void entered(long time, VirtualCpu vcpu) {
        of(vcpu).entered(time);
        fNested.entered(time, vcpu);
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        fExited = of(vcpu);
        fExited.exited(time, isa, reason);
        fNested.exited(time, vcpu);
    }

    /** The vCPU tracker has handled the event: the state that an exit begins has come, if it begins one. */
    void handled() {
        if (fExited != null) {
            fExited.settle();
            fExited = null;
        }
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        if (thread != null) {
            fNames.report(time, thread);
        }
        of(vcpu).preemptedBy(time, thread == null ? null : (Long) new Preemptor(null, thread.tid()).code());
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, Interrupt kind, int number) {
        of(vcpu).preemptedBy(time, new Preemptor(kind, number).code());
    }
}
