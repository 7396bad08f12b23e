/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.track;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Service;
import org.hypertrace.core.event.LoneVcpuSign;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.vcpu.VcpuSink;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.VcpuTracker;

/**
 * The VM exits of every vCPU: what each was for, and what its time went to.
 * <p>
 * An exit lasts from the exit event to the next entry of the same vCPU, that is host thread, wherever that thread runs then.
 * Its length is split into the states that {@link VcpuTracker} finds; the parts sum to the length. What the host does
 * <em>before</em> the exit event, as on AMD, belongs to no exit: it is distinguished in {@link VcpuTimes}.
 * <p>
 * An exit is complete, or it ends with its vCPU's life or the trace (unfinished). Else another exit follows (its entry is missing), or
 * events were lost meanwhile. Only complete exits have a length; the others are counted, and so is their time.
 * The number of the vCPU that the trace reports plays no part in this.
 * <p>
 * Exits of a guest's guest are exits of the vCPU that runs it, like all others, and once more its own: see {@link NestedExits}.
 */
public final class ExitTracker implements VcpuSink {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 13;

    private final MachineTracker fMachines;
    private final VcpuTracker fVcpus;
    private final ExitSink fSink;
    private final NestedExits fNested;
    private final List<TrackedExits> fTracks = new ArrayList<>();
    /** The exit that is handled. */
    private HostEvent.KvmExit fExit;

    /**
     * @param machines
     *            knows who runs; it handles every event before this tracker does
     * @param sink
     *            gets the exits
     */
    public ExitTracker(MachineTracker machines, ExitSink sink) {
        fMachines = machines;
        fVcpus = new VcpuTracker(machines, this);
        fSink = sink;
        fNested = new NestedExits(machines, sink, vcpu -> of(vcpu).state());
    }

    /** @param event the next event in time order, already handled by the machine tracker */
    public void handle(HostEvent event) {
        if (event instanceof HostEvent.KvmExit exit) {
            fExit = exit;
        }
        fNested.handle(event);
        fVcpus.handle(event);
        if (event instanceof HostEvent.LostEvents lost && lost.count() != 0) {
            // also where nothing was known of a vCPU before
            fTracks.stream().filter(track -> track != null && track.vcpu().thread().host() == lost.host())
                    .forEach(track -> track.lost(lost.time()));
        } else if (event instanceof HostEvent.LoneVcpu lone) {
            alone(lone);
        }
        if (event instanceof HostEvent.KvmOther other && other.service() != Service.OTHER) {
            Exit exit = open();
            if (exit != null) {
                exit.served(other);
                fNested.served(exit.vcpu(), other);
            }
        } else if (event instanceof HostEvent.KvmHypercall hypercall) {
            Exit exit = open();
            if (exit != null) {
                exit.reported(hypercall.nr());
                fNested.reported(exit.vcpu(), hypercall.nr());
            }
        }
    }

    private void alone(HostEvent.LoneVcpu lone) {
        TrackedExits track = of(fMachines.thread(lone.host(), lone.tid()).vcpu());
        if (lone.sign() == LoneVcpuSign.MISSING) {
            track.lost(lone.time());
        }
    }

    /** @return the exits of guests' guests */
    public NestedExits nested() {
        return fNested;
    }

    private Exit open() {
        VirtualCpu vcpu = fMachines.now().vcpu();
        return vcpu == null ? null : of(vcpu).open();
    }

    /** @param vcpu its last hypercall was its tracer's */
    public void traced(VirtualCpu vcpu) {
        Exit exit = of(vcpu).open();
        if (exit != null) {
            exit.traced();
            fNested.traced(vcpu);
        }
    }

    /** @param ends nothing more comes: the last moment of every host, by its running number, ns since the epoch */
    public void finish(long[] ends) {
        for (TrackedExits track : fTracks) {
            if (track != null) {
                track.end(ends[track.vcpu().thread().host()]);
            }
        }
        fNested.finish(ends);
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return where its life went, to be asked after {@link #finish}
     */
    public VcpuTimes times(VirtualCpu vcpu) {
        return of(vcpu).times();
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return when it was unknown what it did, to be asked after {@link #finish}
     */
    public UnknownTime unknown(VirtualCpu vcpu) {
        return of(vcpu).unknown();
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return the end of its life, ns since the epoch, to be asked after {@link #finish}
     */
    public long end(VirtualCpu vcpu) {
        return of(vcpu).since();
    }

    /** Who had the processor of a vCPU while it was preempted, ns; null stands for further ones. */
    public Map<HostThread, long[]> preemptors(VirtualCpu vcpu) {
        return of(vcpu).preemptors();
    }

    private TrackedExits of(VirtualCpu vcpu) {
        while (fTracks.size() <= vcpu.index()) {
            fTracks.add(null);
        }
        TrackedExits track = fTracks.get(vcpu.index());
        if (track == null) {
            track = new TrackedExits(new Exit(vcpu, null), vcpu.begin(), fSink);
            fTracks.set(vcpu.index(), track);
        }
        return track;
    }

    @Override
    public void state(long time, VirtualCpu vcpu, VcpuState state) {
        of(vcpu).state(time, state);
        fNested.state(time, vcpu, state);
        fSink.state(time, vcpu, state);
    }

    @Override
    public void entered(long time, VirtualCpu vcpu) {
        of(vcpu).entered(time, fMachines.now().cpu());
        fNested.entered(time, vcpu, fMachines.now().cpu());
    }

    @Override
    public void exited(long time, VirtualCpu vcpu, int isa, long reason) {
        of(vcpu).exited(fExit);
        fNested.exited(vcpu, fExit);
    }

    @Override
    public void preemptedBy(long time, VirtualCpu vcpu, HostThread thread) {
        of(vcpu).preemptedBy(time, thread);
    }
}
