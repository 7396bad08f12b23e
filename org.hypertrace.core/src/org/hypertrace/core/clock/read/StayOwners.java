/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.hypertrace.core.clock.VcpuTimes;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineSink;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.VirtualCpu;

/** Whose the runs of processors are, by their signs: these and the begins of runs come in order of time. */
final class StayOwners implements MachineSink {

    /** A vCPU. */
    static final class Owner {
        private int fByExit = HostEvent.UNKNOWN_ID;
        private boolean fIsWanted = true;
        private VcpuTimes fTimes;
        private long fLast = Long.MIN_VALUE;
        private int fLosses;

        /** What gets its times; null if nobody wants them. */
        VcpuTimes times() {
            return fTimes;
        }

        /** How many losses it knows of. */
        int losses() {
            return fLosses;
        }

        void lost() {
            fTimes.lost();
            fLosses++;
        }
    }

    private final MachineTracker fMachines;
    private final Function<HostThread, Manifest.Vm> fVms;
    private final VcpuClocks fTo;
    private final List<Owner> fOwners = new ArrayList<>();
    /** The threads of which something was reported after their end, as if they were others. */
    private final Set<HostThread> fDoubtful = new HashSet<>();

    /** {@code manifests}: those of the hosts' recordings; {@code vms}: the VM of a vCPU's thread that is wanted, null if none is. */
    StayOwners(IntFunction<Manifest> manifests, Function<HostThread, Manifest.Vm> vms, VcpuClocks to) {
        fMachines = new MachineTracker(this, manifests);
        fVms = vms;
        fTo = to;
    }

    void sign(HostEvent sign) {
        if (sign instanceof HostEvent.ThreadKnown known) {
            HostThread thread = fMachines.thread(known.host(), known.tid());
            if (thread != null && thread.ended()) {
                fDoubtful.add(thread);
            }
        }
        fMachines.handle(sign);
    }

    /**
     * The thread with an id gets a processor, and is in the guest there.
     *
     * @param since
     *            when it gets it
     * @param first
     *            the first time
     * @param last
     *            the last time
     * @param number
     *            of the vCPU by its exits, -1 if they do not have it
     * @return the vCPU; null if it is none
     */
    Owner run(int host, int cpu, int tid, int number, long since, long first, long last) {
        HostThread thread = fMachines.thread(host, tid);
        if (thread != null && thread.ended()) {
            if (fDoubtful.contains(thread)) {
                throw new Unusual("an id stands for two threads");
            }
            // its id was used again and nothing new was reported with that
            fMachines.handle(new HostEvent.SchedSwitch(since, host, cpu, HostThread.IDLE, "", 0, tid, ""));
            thread = fMachines.thread(host, tid);
        }
        if (thread == null || thread.vcpu() == null) {
            fMachines.handle(new HostEvent.ThreadOnCpu(first, host, cpu, tid, HostEvent.UNKNOWN_ID));
            fMachines.handle(new HostEvent.KvmEntry(first, host, cpu));
            thread = fMachines.thread(host, tid);
        }
        VirtualCpu vcpu = thread.vcpu();
        if (vcpu == null) {
            return null;
        }
        Owner owner = of(vcpu);
        if (first <= owner.fLast) {
            throw new Unusual("a thread has two processors");
        }
        if (number >= 0 && number != owner.fByExit) {
            owner.fByExit = number;
            fMachines.handle(new HostEvent.ThreadOnCpu(last, host, cpu, tid, HostEvent.UNKNOWN_ID));
            fMachines.handle(new HostEvent.KvmExit(last, host, cpu, 0, 0, number, HostEvent.NO_RIP));
        }
        owner.fLast = last;
        owner.fTimes = fTo.of(vcpu);
        return owner;
    }

    /** Nothing more comes: of a thread whose id was used before, the name may be unknown, and so the number of its vCPU. */
    void finish() {
        for (int i = 0; i < fOwners.size(); i++) {
            if (fOwners.get(i).fByExit < 0 && fMachines.vcpu(i).thread().incarnation() > 1) {
                throw new Unusual("an id stands for two threads");
            }
        }
    }

    private Owner of(VirtualCpu vcpu) {
        while (fOwners.size() <= vcpu.index()) {
            fOwners.add(new Owner());
        }
        return fOwners.get(vcpu.index());
    }

    @Override
    public void vcpuBegins(long time, VirtualCpu vcpu) {
        identified(time, vcpu);
    }

    /** In the middle of a run it may become known whose it is. */
    @Override
    public void identified(long time, VirtualCpu vcpu) {
        Owner owner = of(vcpu);
        boolean isWanted = fVms.apply(vcpu.thread()) != null || vcpu.thread().process() == null;
        if (isWanted != owner.fIsWanted && time <= owner.fLast) {
            throw new Unusual("a vCPU goes to another VM while it runs");
        }
        owner.fIsWanted = isWanted;
    }
}
