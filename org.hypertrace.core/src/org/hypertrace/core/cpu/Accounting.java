/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuState;

/**
 * What a vCPU got of the processors, period after period.
 *
 * @param vcpu
 *            the vCPU
 * @param periods
 *            those in which it lived, in time order
 */
public record Accounting(Machines.Vcpu vcpu, List<Period> periods) {

    /** More periods than that are refused. */
    public static final int MOST = 1 << 20;

    /** Exits for ports, and for addresses without memory: by processor and reason. Those of AMD are nested page faults, as others are. */
    private static final List<String> IO = List.of(VcpuAttributes.exit(1, 30), VcpuAttributes.exit(2, 123), VcpuAttributes.exit(1, 49));

    /**
     * A period; gotten, blocked, waiting and unknown sum to its length. Durations are ns and exact.
     *
     * @param n
     *            its number, from the trace's begin on
     * @param begin
     *            of what of the vCPU's life is in it, ns since the epoch
     * @param end
     *            of that part (exclusive)
     * @param gotten
     *            it had a processor
     * @param blocked
     *            it was halted or blocked
     * @param waiting
     *            it was preempted or waking
     * @param unknown
     *            it is not known
     * @param executions
     *            how often it came to have a processor
     * @param migrations
     *            how often that was another one than before
     * @param io
     *            exits for ports, and on Intel for addresses without memory
     */
    public record Period(long n, long begin, long end, long gotten, long blocked, long waiting, long unknown, int executions, int migrations, int io) {

        /** @return how long it had a processor at a time, ns, rounded down; -1 if it never came to have one */
        public long meanAllocation() {
            return executions == 0 ? -1 : gotten / executions;
        }
    }

    private static final class Sums {
        private final long fOrigin;
        private final long fLength;
        private final long fFirst;
        private final long[][] fNs;
        private final int[][] fCounts;

        Sums(long origin, long length, long begin, long end) {
            fOrigin = origin;
            fLength = length;
            fFirst = (begin - origin) / length;
            int periods = (int) ((end - 1 - origin) / length - fFirst) + 1;
            fNs = new long[periods][ProcessorUse.values().length];
            fCounts = new int[periods][3];
        }

        void add(long begin, long end, ProcessorUse use) {
            for (long at = begin; at < end;) {
                int period = period(at);
                long until = Math.min(end, fOrigin + (fFirst + period + 1) * fLength);
                fNs[period][use.ordinal()] += until - at;
                at = until;
            }
        }

        int period(long time) {
            return (int) Math.min(fNs.length - 1L, (time - fOrigin) / fLength - fFirst);
        }

        void count(int what, long time, int count) {
            fCounts[period(time)][what] += count;
        }

        Period of(int i, long begin, long end) {
            return new Period(fFirst + i, Math.max(begin, fOrigin + (fFirst + i) * fLength), Math.min(end, fOrigin + (fFirst + i + 1) * fLength),
                    fNs[i][ProcessorUse.GOTTEN.ordinal()], fNs[i][ProcessorUse.BLOCKED.ordinal()], fNs[i][ProcessorUse.WAITING.ordinal()],
                    fNs[i][ProcessorUse.UNKNOWN.ordinal()], fCounts[i][0], fCounts[i][1], fCounts[i][2]);
        }
    }

    /**
     * @param host
     *            a host
     * @param length
     *            of a period, ns, more than 0
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive)
     * @return how many periods its vCPUs have in the stretch
     */
    public static long count(Machines.Host host, long length, long from, long to) {
        return host.vms().stream().flatMap(vm -> vm.vcpus().stream())
                .mapToLong(vcpu -> Math.max(0, Math.min(to, vcpu.end()) - Math.max(from, vcpu.begin())) / length + 1).sum();
    }

    /**
     * @param states
     *            the model, complete
     * @param host
     *            a host: the first period begins with its trace
     * @param vcpu
     *            a vCPU of it
     * @param length
     *            of a period, ns, more than 0
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive)
     * @return what it got; no periods if it did not live in the stretch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static Accounting of(ITmfStateSystem states, Machines.Host host, Machines.Vcpu vcpu, long length, long from, long to)
            throws StateSystemDisposedException {
        long begin = Math.max(from, vcpu.begin());
        long end = Math.min(to, vcpu.end());
        if (begin >= end) {
            return new Accounting(vcpu, List.of());
        }
        Sums sums = new Sums(host.begin(), length, begin, end);
        VcpuUse use = new VcpuUse(vcpu.begin(), time -> sums.count(0, time, 1));
        new Sweep(states, states.optQuarkRelative(vcpu.quark(), VcpuAttributes.STATE)).over(begin, end, (since, until, values) -> {
            VcpuState state = VcpuState.of(values[0]);
            sums.add(since, until, ProcessorUse.of(state));
            use.add(since, until, state);
        });
        VcpuCounts.forEach(states, states.optQuarkRelative(vcpu.quark(), VcpuAttributes.MIGRATIONS), vcpu, begin, end,
                (time, count) -> sums.count(1, time, count));
        exits(states, vcpu, begin, end, sums);
        List<Period> periods = new ArrayList<>();
        for (int i = 0; i < sums.fNs.length; i++) {
            periods.add(sums.of(i, begin, end));
        }
        return new Accounting(vcpu, periods);
    }

    /** Exits that begin a stretch of a state are in that state, all others have counters. */
    private static void exits(ITmfStateSystem states, Machines.Vcpu vcpu, long begin, long end, Sums sums) throws StateSystemDisposedException {
        int exits = states.optQuarkRelative(vcpu.quark(), VcpuAttributes.EXITS);
        List<Integer> reasons = exits < 0 ? List.of() : states.getSubAttributes(exits, false);
        List<Boolean> isIo = reasons.stream().map(reason -> IO.contains(states.getAttributeName(reason))).toList();
        for (int i = 0; i < isIo.size(); i++) {
            if (isIo.get(i)) {
                VcpuCounts.forEach(states, reasons.get(i), vcpu, begin, end, (time, count) -> sums.count(2, time, count));
            }
        }
        int state = states.optQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
        if (state >= 0 && isIo.contains(true)) {
            for (ITmfStateInterval interval : states.query2D(List.of(state), begin, VcpuCounts.last(states, vcpu, end))) {
                int exit = VcpuAttributes.exitOf(interval.getValue());
                if (exit >= 0 && exit < isIo.size() && isIo.get(exit) && interval.getStartTime() >= begin) {
                    sums.count(2, interval.getStartTime(), 1);
                }
            }
        }
    }
}
