/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * How long and how often the vCPUs of a VM were in each state, and the longest time without a break. It knows who had the processor of those
 * that were preempted. All of it is of a stretch of time: nothing outside counts.
 */
public final class StateTimes {

    /**
     * A time in which a vCPU did not leave a state.
     *
     * @param vcpu
     *            the vCPU
     * @param begin
     *            ns since the epoch
     * @param end
     *            ns since the epoch, exclusive
     * @param preemptor
     *            who had its processor for the most of it, null if that is not recorded
     */
    public record Stretch(Machines.Vcpu vcpu, long begin, long end, String preemptor) {
        /** @return how long it was, ns */
        public long ns() {
            return end - begin;
        }
    }

    /** Who had the processor of preempted vCPUs for how long, ns. */
    public record Neighbour(String name, long ns) { }

    private static final class Sum {
        private long fNs;
        private long fCount;
        private Stretch fLongest;
    }

    private final Sum[] fSums = new Sum[VcpuState.values().length];
    private final Map<String, Long> fPreemptors = new HashMap<>();
    private long fLife;

    private StateTimes() {
        for (int i = 0; i < fSums.length; i++) {
            fSums[i] = new Sum();
        }
    }

    /**
     * Reads every state of the vCPUs in the stretch: time grows with their number, memory does not.
     *
     * @param states
     *            the model, complete
     * @param host
     *            the host of the VM
     * @param vcpus
     *            of one VM
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive), ns since the epoch
     * @param monitor
     *            can cancel
     * @return the times
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static StateTimes of(ITmfStateSystem states, Machines.Host host, List<Machines.Vcpu> vcpus, long from, long to,
            IProgressMonitor monitor) throws StateSystemDisposedException {
        StateTimes times = new StateTimes();
        VcpuNames names = new VcpuNames(states, host);
        for (Machines.Vcpu vcpu : vcpus) {
            long begin = Math.max(from, vcpu.begin());
            long end = Math.min(to, vcpu.end());
            if (begin < end) {
                times.fLife += end - begin;
                Open open = times.new Open(vcpu, names, monitor);
                new Sweep(states, names.quark(vcpu, VcpuAttributes.STATE), names.quark(vcpu, VcpuAttributes.PREEMPTED_BY)).over(begin, end, open);
                open.close(end);
            }
        }
        return times;
    }

    /** The time that a vCPU is in a state and did not leave it yet. */
    private final class Open implements Sweep.Stretches {
        private final Machines.Vcpu fVcpu;
        private final VcpuNames fNames;
        private final IProgressMonitor fMonitor;
        private final Map<String, Long> fBy = new HashMap<>();
        private VcpuState fState;
        private long fSince;

        Open(Machines.Vcpu vcpu, VcpuNames names, IProgressMonitor monitor) {
            fVcpu = vcpu;
            fNames = names;
            fMonitor = monitor;
        }

        @Override
        public void add(long begin, long end, Object[] values) throws StateSystemDisposedException {
            VcpuState state = VcpuState.of(values[0]);
            if (state != fState) {
                close(begin);
                fState = state;
                fSince = begin;
                if (fMonitor.isCanceled()) {
                    throw new OperationCanceledException();
                }
            }
            if ((state == VcpuState.PREEMPTED || state == VcpuState.WAKING) && values[1] instanceof Long code) {
                String name = fNames.of(Preemptor.of(code), begin);
                fBy.merge(name, end - begin, Long::sum);
                if (state == VcpuState.PREEMPTED) {
                    fPreemptors.merge(name, end - begin, Long::sum);
                }
            }
        }

        void close(long end) {
            if (fState != null) {
                Sum sum = fSums[fState.ordinal()];
                sum.fNs += end - fSince;
                sum.fCount++;
                if (sum.fLongest == null || end - fSince > sum.fLongest.ns()) {
                    sum.fLongest = new Stretch(fVcpu, fSince, end, first(fBy));
                }
            }
            fBy.clear();
        }
    }

    private static String first(Map<String, Long> times) {
        return sorted(times).stream().map(Neighbour::name).findFirst().orElse(null);
    }

    private static List<Neighbour> sorted(Map<String, Long> times) {
        List<Neighbour> all = new ArrayList<>();
        times.forEach((name, ns) -> all.add(new Neighbour(name, ns)));
        all.sort(Comparator.comparingLong(Neighbour::ns).reversed().thenComparing(Neighbour::name));
        return all;
    }

    /** @return how long the vCPUs lived in the stretch together, ns; the states sum to it */
    public long life() {
        return fLife;
    }

    /** @return how long they were in the state, ns */
    public long ns(VcpuState state) {
        return fSums[state.ordinal()].fNs;
    }

    /** @return how often they were in the state without a break */
    public long count(VcpuState state) {
        return fSums[state.ordinal()].fCount;
    }

    /** @return the longest time without a break in the state, the first of equals; null if there is none */
    public Stretch longest(VcpuState state) {
        return fSums[state.ordinal()].fLongest;
    }

    /** @return who had the processors of those that were preempted, the longest first; what nobody had is in none */
    public List<Neighbour> preemptors() {
        return sorted(fPreemptors);
    }
}
