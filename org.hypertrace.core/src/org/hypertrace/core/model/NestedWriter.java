/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.nested.NestedAttributes;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedSink;
import org.hypertrace.core.nested.NestedTracker;
import org.hypertrace.core.nested.NestedVm;
import org.hypertrace.core.vcpu.VcpuState;

/** Writes what is nested in VMs into the state system, and in which states it is: those of the vCPU that has entered it. */
final class NestedWriter implements NestedSink {

    /** Where the values are kept. */
    private static final class Quarks {
        private final NestedCpu fCpu;
        private final int fQuark;
        private final int fState;
        private final Counter fEntries;
        private final Counter fExits;
        private long fEnd = -1;

        Quarks(NestedCpu cpu, int quark, ITmfStateSystemBuilder states) {
            fCpu = cpu;
            fQuark = quark;
            fState = states.getQuarkRelativeAndAdd(quark, NestedAttributes.STATE);
            fEntries = new Counter(states.getQuarkRelativeAndAdd(quark, NestedAttributes.ENTRIES));
            fExits = new Counter(states.getQuarkRelativeAndAdd(quark, NestedAttributes.EXITS));
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final ModelWriter fModel;
    private final NestedTracker fTracker;
    private final List<Quarks> fCpus = new ArrayList<>();
    /** Of vCPUs, by their running numbers. */
    private final List<VcpuState> fNow = new ArrayList<>();

    NestedWriter(ITmfStateSystemBuilder states, ModelWriter model, MachineTracker machines) {
        fStates = states;
        fModel = model;
        fTracker = new NestedTracker(machines, this);
    }

    /** To be reported before the states of vCPUs change. */
    void handle(HostEvent event) {
        fTracker.handle(event);
    }

    void state(long time, VirtualCpu vcpu, VcpuState state) {
        while (fNow.size() <= vcpu.index()) {
            fNow.add(VcpuState.UNKNOWN);
        }
        fNow.set(vcpu.index(), state);
        NestedCpu in = fTracker.in(vcpu);
        if (state == VcpuState.UNKNOWN) {
            boolean ended = vcpu.thread().ended();
            for (NestedCpu cpu : fTracker.carriedBy(vcpu)) {
                set(time, null, fCpus.get(cpu.index()));
                fCpus.get(cpu.index()).fEnd = ended ? time : -1;
            }
            fTracker.outOfSight(time, vcpu);
        } else if (in != null) {
            set(time, state.ordinal(), fCpus.get(in.index()));
        }
    }

    void entered(long time, VirtualCpu vcpu) {
        NestedCpu in = fTracker.in(vcpu);
        if (in != null) {
            fCpus.get(in.index()).fEntries.add(fStates, time);
        }
    }

    void exited(long time, VirtualCpu vcpu) {
        NestedCpu in = fTracker.in(vcpu);
        if (in != null) {
            fCpus.get(in.index()).fExits.add(fStates, time);
        }
    }

    /** The trace's end. */
    void end(long time) {
        for (Quarks kept : fCpus) {
            if (kept.fEnd >= 0) {
                fModel.set(time, kept.fEnd, kept.fQuark, NestedAttributes.END);
            }
            for (NestedVm.Count count : NestedVm.Count.values()) {
                fModel.set(time, kept.fCpu.vm().count(count), kept.fQuark, NestedAttributes.KNOWN_BY, count.name());
            }
        }
    }

    private void set(long time, Integer state, Quarks kept) {
        fStates.modifyAttribute(time, state, kept.fState);
    }

    private void isIn(long time, VirtualCpu vcpu, Integer nested) {
        fModel.set(time, nested, vcpu, NestedAttributes.NESTED);
    }

    @Override
    public void begins(long time, NestedCpu cpu) {
        int quark = fStates.getQuarkRelativeAndAdd(fModel.host(cpu.carrier().thread().host()), NestedAttributes.NESTED,
                Integer.toString(cpu.index()));
        fCpus.add(new Quarks(cpu, quark, fStates));
        fModel.set(time, time, quark, NestedAttributes.BEGIN);
        fModel.set(time, cpu.number(), quark, NestedAttributes.NUMBER);
        fModel.set(time, cpu.block(), quark, NestedAttributes.BLOCK);
    }

    @Override
    public void enters(long time, NestedCpu cpu) {
        Quarks kept = fCpus.get(cpu.index());
        VirtualCpu vcpu = cpu.carrier();
        VcpuState now = vcpu.index() < fNow.size() ? fNow.get(vcpu.index()) : VcpuState.UNKNOWN;
        kept.fEnd = -1;
        fModel.set(time, fModel.quark(vcpu), kept.fQuark, NestedAttributes.VCPU);
        set(time, now == VcpuState.UNKNOWN ? null : (Integer) now.ordinal(), kept);
        isIn(time, vcpu, cpu.index());
    }

    @Override
    public void leaves(long time, NestedCpu cpu, long reason) {
        set(time, NestedAttributes.OUT, fCpus.get(cpu.index()));
        isIn(time, cpu.carrier(), null);
    }

    @Override
    public void vanishes(long time, NestedCpu cpu) {
        set(time, null, fCpus.get(cpu.index()));
        isIn(time, cpu.carrier(), null);
    }
}
