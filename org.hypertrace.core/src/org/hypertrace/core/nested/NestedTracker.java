/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.nested;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.kvm.ExitReason;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.nested.NestedVm.Count;

/**
 * Whose code a vCPU runs when it is entered: the VM's own or that of a guest nested in it.
 * <p>
 * A guest's guest is entered from the hypervisor's word that it enters one (after the exit for VMRUN, VMLAUNCH or VMRESUME;
 * on Intel only kernels from 6.0 on report it) until its exit is given to the hypervisor in the VM. In between its exits are its
 * own, each confirmed by a {@code kvm_nested_vmexit} where the host records those; an exit that is not confirmed shows that
 * it was left unseen. Where the host records these but no entries, an exit for one of the instructions is taken for an entry. It is none if
 * an exit is given back before the vCPU is entered. The instructions alone show that there is a guest's guest, but not
 * when it runs.
 * <p>
 * Nothing of this changes the state of a vCPU: it is in the guest, whosever code that is.
 */
public final class NestedTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 1;

    /** A vCPU now. */
    private static final class TrackedVcpu {
        private final NestedVm fVm;
        private final Set<NestedCpu> fCarried = new LinkedHashSet<>();
        private NestedCpu fIn;
        private NestedCpu fLast;
        private boolean fInstruction;
        private boolean fDoubtful;

        TrackedVcpu(NestedVm vm) {
            fVm = vm;
        }
    }

    private final MachineTracker fMachines;
    private final NestedSink fSink;
    private final Map<Object, NestedVm> fVms = new HashMap<>();
    private final List<TrackedVcpu> fTracks = new ArrayList<>();
    /** Which hosts record exits of guests' guests, and entries. */
    private final BitSet fReportsExits = new BitSet();
    private final BitSet fReportsEnters = new BitSet();
    private int fCpus;

    /**
     * @param machines
     *            knows who runs; it handles every event before this tracker does
     * @param sink
     *            gets what is found
     */
    public NestedTracker(MachineTracker machines, NestedSink sink) {
        fMachines = machines;
        fSink = sink;
    }

    /** @param event the next event in time order, already handled by the machine tracker, by no tracker of vCPUs' states yet */
    public void handle(HostEvent event) {
        if (event instanceof HostEvent.KvmExit exit) {
            VirtualCpu vcpu = fMachines.now().vcpu();
            if (vcpu != null && (track(vcpu) != null || ExitReason.isNestedEntry(exit.isa(), exit.reason()))) {
                exited(exit, trackOrNew(vcpu));
            }
        } else if (event instanceof HostEvent.KvmEntry) {
            VirtualCpu vcpu = fMachines.now().vcpu();
            TrackedVcpu track = vcpu == null ? null : track(vcpu);
            if (track != null) {
                entered(event, vcpu, track);
            }
        } else if (event instanceof HostEvent.KvmOther other) {
            VirtualCpu vcpu = switch (other.service()) {
            case NESTED_ENTER, NESTED_EXIT, NESTED_INJECT -> fMachines.now().vcpu();
            default -> null;
            };
            if (vcpu != null) {
                reported(other, vcpu, trackOrNew(vcpu));
            }
        }
    }

    private void exited(HostEvent.KvmExit exit, TrackedVcpu track) {
        confirm(exit.time(), track);
        track.fDoubtful = track.fIn != null && fReportsExits.get(exit.host());
        track.fInstruction = track.fIn == null && ExitReason.isNestedEntry(exit.isa(), exit.reason());
        if (track.fInstruction) {
            track.fVm.add(Count.INSTRUCTIONS);
        }
    }

    private void entered(HostEvent entry, VirtualCpu vcpu, TrackedVcpu track) {
        confirm(entry.time(), track);
        if (track.fInstruction && track.fIn == null && fReportsExits.get(entry.host()) && !fReportsEnters.get(entry.host())) {
            track.fVm.add(Count.GUESSED_ENTRIES);
            enter(entry.time(), vcpu, track, NestedCpu.NO_BLOCK);
        }
        track.fInstruction = false;
    }

    /** What was taken for an exit of a guest's guest was none if nothing shows that before what comes next. */
    private void confirm(long time, TrackedVcpu track) {
        if (track.fDoubtful) {
            track.fDoubtful = false;
            track.fVm.add(Count.UNCONFIRMED);
            vanish(time, track);
        }
    }

    private void reported(HostEvent.KvmOther event, VirtualCpu vcpu, TrackedVcpu track) {
        long time = event.time();
        switch (event.service()) {
        case NESTED_ENTER -> {
            fReportsEnters.set(event.host());
            track.fVm.add(Count.ENTER_EVENTS);
            if (track.fIn != null) {
                track.fVm.add(Count.ENTERED_TWICE);
                vanish(time, track);
            }
            track.fDoubtful = false;
            enter(time, vcpu, track, event.number());
        }
        case NESTED_EXIT -> {
            fReportsExits.set(event.host());
            track.fVm.add(Count.EXIT_EVENTS);
            track.fDoubtful = false;
            if (track.fIn == null) {
                track.fVm.add(Count.EXIT_WITHOUT_ENTER);
                enter(time, vcpu, track, track.fLast == null ? NestedCpu.NO_BLOCK : track.fLast.block());
            }
        }
        default -> {
            track.fVm.add(Count.INJECT_EVENTS);
            track.fDoubtful = false;
            track.fInstruction = false;
            if (track.fIn == null) {
                track.fVm.add(Count.INJECT_WITHOUT_ENTER);
            } else {
                track.fIn.leave();
                fSink.leaves(time, track.fIn, event.number() & 0xffffffffL);
                track.fIn = null;
            }
        }
        }
    }

    private void enter(long time, VirtualCpu vcpu, TrackedVcpu track, long block) {
        NestedCpu cpu = track.fVm.known(vcpu, block);
        if (cpu == null) {
            cpu = track.fVm.create(fCpus++, vcpu, block, time);
            fSink.begins(time, cpu);
        } else if (cpu.isEntered()) {
            // on another vCPU: it cannot be in two places
            TrackedVcpu other = track(cpu.carrier());
            other.fVm.add(Count.ENTERED_TWICE);
            vanish(time, other);
        }
        if (cpu.carrier() != vcpu) {
            track(cpu.carrier()).fCarried.remove(cpu);
        }
        track.fCarried.add(cpu);
        track.fIn = cpu;
        track.fLast = cpu;
        cpu.enter(vcpu);
        fSink.enters(time, cpu);
    }

    private void vanish(long time, TrackedVcpu track) {
        NestedCpu cpu = track.fIn;
        track.fIn = null;
        cpu.leave();
        fSink.vanishes(time, cpu);
    }

    /**
     * @param time
     *            when
     * @param vcpu
     *            a vCPU that ended, or of which nothing is known for a while
     */
    public void outOfSight(long time, VirtualCpu vcpu) {
        TrackedVcpu track = track(vcpu);
        if (track != null) {
            track.fDoubtful = false;
            track.fInstruction = false;
            if (track.fIn != null) {
                track.fVm.add(Count.OUT_OF_SIGHT);
                vanish(time, track);
            }
        }
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return what of a guest's guest it has entered, null if nothing: then the VM's own code runs when it is entered
     */
    public NestedCpu in(VirtualCpu vcpu) {
        TrackedVcpu track = track(vcpu);
        return track == null ? null : track.fIn;
    }

    /**
     * @param vcpu
     *            a vCPU
     * @return what it entered last before any other vCPU did
     */
    public Collection<NestedCpu> carriedBy(VirtualCpu vcpu) {
        TrackedVcpu track = track(vcpu);
        return track == null ? List.of() : track.fCarried;
    }

    private TrackedVcpu track(VirtualCpu vcpu) {
        return vcpu.index() < fTracks.size() ? fTracks.get(vcpu.index()) : null;
    }

    private TrackedVcpu trackOrNew(VirtualCpu vcpu) {
        while (fTracks.size() <= vcpu.index()) {
            fTracks.add(null);
        }
        if (fTracks.get(vcpu.index()) == null) {
            HostThread thread = vcpu.thread();
            fTracks.set(vcpu.index(), new TrackedVcpu(fVms.computeIfAbsent(
                    thread.process() == null ? thread : thread.process(), key -> new NestedVm())));
        }
        return fTracks.get(vcpu.index());
    }
}
