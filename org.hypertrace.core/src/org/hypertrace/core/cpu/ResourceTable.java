/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.cpu.Demand.Wait;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;

/**
 * The read side of what {@link ResourceTracker} found. It knows who had the processors of a host over a stretch of time, and what its vCPUs
 * asked of them. Only what changes with the scheduler is read: much less than all states of the vCPUs.
 */
public final class ResourceTable {

    private final ITmfStateSystem fStates;
    private final Machines.Host fHost;
    private final VcpuNames fNames;
    private final long fFrom;
    private final long fTo;

    /**
     * @param states
     *            the model, complete
     * @param host
     *            the host
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive), ns since the epoch
     */
    public ResourceTable(ITmfStateSystem states, Machines.Host host, long from, long to) {
        fStates = states;
        fHost = host;
        fNames = new VcpuNames(states, host);
        fFrom = Math.max(from, host.begin());
        fTo = Math.min(to, host.end());
    }

    /**
     * @return what the processors of the host did, by number; none if its trace does not reach into the stretch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public List<CpuUse> cpus() throws StateSystemDisposedException {
        List<CpuUse> cpus = new ArrayList<>();
        if (fFrom < fTo) {
            EarlyVcpus early = new EarlyVcpus(fStates, fHost);
            List<Long> cuts = early.cuts(fFrom, fTo);
            for (var cpu : quarks(fStates, fHost).entrySet()) {
                CpuSum sum = new CpuSum(fNames, cpu.getKey());
                int[] own = { child(cpu.getValue(), ResourceAttributes.OCCUPANT),
                        child(cpu.getValue(), ResourceAttributes.INTERRUPT), child(cpu.getValue(), VcpuAttributes.RUNNABLE) };
                for (int i = 1; i < cuts.size(); i++) {
                    int[] attributes = IntStream.concat(IntStream.of(own), IntStream.of(early.attributesAt(cuts.get(i - 1)))).toArray();
                    new Sweep(fStates, attributes).over(cuts.get(i - 1), cuts.get(i), sum);
                }
                cpus.add(sum.of(fFrom, fTo));
            }
        }
        return cpus;
    }

    /** The places of the host's processors in the state system, by their numbers. */
    public static TreeMap<Integer, Integer> quarks(ITmfStateSystem states, Machines.Host host) {
        TreeMap<Integer, Integer> cpus = new TreeMap<>();
        int root = states.optQuarkRelative(host.quark(), MachineAttributes.CPUS);
        for (int quark : root < 0 ? List.<Integer>of() : states.getSubAttributes(root, false)) {
            cpus.put(Integer.valueOf(states.getAttributeName(quark)), quark);
        }
        return cpus;
    }

    /**
     * @param vcpu
     *            a vCPU of the host
     * @return what it asked of the processors and got; nothing if it did not live in the stretch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public Demand demand(Machines.Vcpu vcpu) throws StateSystemDisposedException {
        long begin = Math.max(fFrom, vcpu.begin());
        long end = Math.min(fTo, vcpu.end());
        int processor = child(vcpu.quark(), VcpuAttributes.PHYSICAL_CPU);
        if (begin >= end || processor < 0) {
            return Demand.NONE;
        }
        long got = 0;
        for (ITmfStateInterval interval : fStates.query2D(List.of(processor), begin, end - 1)) {
            if (interval.getValue() != null) {
                got += Math.min(interval.getEndTime() + 1, end) - Math.max(interval.getStartTime(), begin);
            }
        }
        Waits waits = new Waits(vcpu);
        new Sweep(fStates, child(vcpu.quark(), VcpuAttributes.WAITS_FOR)).over(begin, end, waits);
        return new Demand(got, waits.fSum, waits.fLongest);
    }

    /**
     * @param vm
     *            a VM of the host
     * @return what all its vCPUs asked of the processors and got
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public Demand demand(Machines.Vm vm) throws StateSystemDisposedException {
        Demand sum = Demand.NONE;
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            sum = sum.plus(demand(vcpu));
        }
        return sum;
    }

    /** How long the vCPU lived in the stretch, ns. */
    public long life(Machines.Vcpu vcpu) {
        return Math.max(0, Math.min(fTo, vcpu.end()) - Math.max(fFrom, vcpu.begin()));
    }

    private int child(int quark, String name) {
        return fStates.optQuarkRelative(quark, name);
    }

    /** A wait goes on when the thread is moved to another processor's queue. */
    private static final class Waits implements Sweep.Stretches {
        private final Machines.Vcpu fVcpu;
        private long fSum;
        private Wait fLongest;
        private Wait fLast;

        Waits(Machines.Vcpu vcpu) {
            fVcpu = vcpu;
        }

        @Override
        public void add(long begin, long end, Object[] values) {
            if (values[0] != null) {
                fSum += end - begin;
                fLast = new Wait(fVcpu, fLast != null && fLast.end() == begin ? fLast.begin() : begin, end);
                fLongest = fLongest == null || fLast.ns() > fLongest.ns() ? fLast : fLongest;
            }
        }
    }
}
