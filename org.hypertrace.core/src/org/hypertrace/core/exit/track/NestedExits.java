/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.nested.NestedCpu;
import org.hypertrace.core.nested.NestedSink;
import org.hypertrace.core.nested.NestedTracker;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * The exits of guests' guests, as these feel them. Each lasts from the exit to the moment when the vCPU is entered for the same guest's
 * guest again. If the hypervisor in the VM has to handle the exit, that time includes its whole work, with all the exits that this causes.
 * How often the host was needed is the <em>exit multiplication</em>. The length is split into the states of
 * the vCPU that carries it, so time in <em>guest</em> is that of the hypervisor in the VM.
 */
public final class NestedExits implements NestedSink {

    private final NestedTracker fNested;
    private final ExitSink fSink;
    private final Function<VirtualCpu, VcpuState> fStates;
    private final List<NestedCpu> fCpus = new ArrayList<>();
    private final List<TrackedExits> fTracks = new ArrayList<>();

    /** @param states the states of vCPUs now */
    NestedExits(MachineTracker machines, ExitSink sink, Function<VirtualCpu, VcpuState> states) {
        fNested = new NestedTracker(machines, this);
        fSink = sink;
        fStates = states;
    }

    /** To be reported before the states of vCPUs change. */
    void handle(HostEvent event) {
        fNested.handle(event);
    }

    /** @return the vCPUs of all guests' guests, by their running numbers */
    public List<NestedCpu> cpus() {
        return List.copyOf(fCpus);
    }

    /**
     * @param cpu
     *            one of them
     * @return where its life went, to be asked after {@link ExitTracker#finish}
     */
    public VcpuTimes times(NestedCpu cpu) {
        return of(cpu).times();
    }

    /**
     * @param cpu
     *            one of them
     * @return when it was unknown what it did, to be asked after {@link ExitTracker#finish}
     */
    public UnknownTime unknown(NestedCpu cpu) {
        return of(cpu).unknown();
    }

    /**
     * @param cpu
     *            one of them
     * @return the end of its life, ns since the epoch, to be asked after {@link ExitTracker#finish}
     */
    public long end(NestedCpu cpu) {
        return of(cpu).since();
    }

    void finish(long[] ends) {
        for (NestedCpu cpu : fCpus) {
            TrackedExits track = of(cpu);
            track.end(cpu.carrier().thread().ended() ? track.since() : ends[cpu.carrier().thread().host()]);
        }
    }

    void state(long time, VirtualCpu vcpu, VcpuState state) {
        Collection<NestedCpu> carried = fNested.carriedBy(vcpu);
        if (carried.isEmpty()) {
            // so it is of most: no object is made for each state
        } else if (state == VcpuState.UNKNOWN && !vcpu.thread().ended()) {
            // first what is reported to be lost, then that nobody knows any more who runs
            carried.forEach(cpu -> of(cpu).state(time, state));
        } else {
            carried.forEach(cpu -> change(time, of(cpu), state));
        }
        if (state == VcpuState.UNKNOWN) {
            fNested.outOfSight(time, vcpu);
        }
    }

    private static void change(long time, TrackedExits track, VcpuState state) {
        if (state == VcpuState.UNKNOWN) {
            track.pause(time);
        } else {
            track.state(time, state);
        }
    }

    void entered(long time, VirtualCpu vcpu, int cpu) {
        NestedCpu in = fNested.in(vcpu);
        if (in != null) {
            of(in).entered(time, cpu);
        }
    }

    void exited(VirtualCpu vcpu, HostEvent.KvmExit event) {
        NestedCpu in = fNested.in(vcpu);
        for (NestedCpu cpu : fNested.carriedBy(vcpu)) {
            Exit open = of(cpu).open();
            if (cpu == in) {
                of(cpu).exited(event);
            } else if (open != null) {
                open.addHostExit();
            }
        }
    }

    /** What the host does before it gives the exit on shows what that is about. */
    void served(VirtualCpu vcpu, HostEvent.KvmOther event) {
        Exit exit = entered(vcpu);
        if (exit != null) {
            exit.served(event);
        }
    }

    void reported(VirtualCpu vcpu, long hypercall) {
        Exit exit = entered(vcpu);
        if (exit != null) {
            exit.reported(hypercall);
        }
    }

    private Exit entered(VirtualCpu vcpu) {
        NestedCpu in = fNested.in(vcpu);
        return in == null ? null : of(in).open();
    }

    /** The VM's tracer reported something: what it handed on is what its guest's guest reported. */
    void traced(VirtualCpu vcpu) {
        for (NestedCpu cpu : fNested.carriedBy(vcpu)) {
            Exit exit = of(cpu).open();
            if (exit != null && ExitReason.isHypercall(exit.isa(), exit.reason())) {
                exit.traced();
            }
        }
    }

    @Override
    public void begins(long time, NestedCpu cpu) {
        fCpus.add(cpu);
        fTracks.add(new TrackedExits(new Exit(cpu.carrier(), cpu), time, fSink));
    }

    @Override
    public void enters(long time, NestedCpu cpu) {
        of(cpu).state(time, fStates.apply(cpu.carrier()));
    }

    @Override
    public void leaves(long time, NestedCpu cpu, long reason) {
        Exit exit = of(cpu).open();
        if (exit != null) {
            exit.forwarded(reason);
        }
    }

    @Override
    public void vanishes(long time, NestedCpu cpu) {
        of(cpu).vanishes(time);
    }

    private TrackedExits of(NestedCpu cpu) {
        return fTracks.get(cpu.index());
    }
}
