/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuFigures.ExitCount;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;

/** The read side of what {@link VcpuTracker} found: the figures of a vCPU over a stretch of time. */
public final class VcpuTable {

    private final ITmfStateSystem fStates;
    private final long fFrom;
    private final long fTo;
    private final Set<Integer> fVcpuTids = new HashSet<>();
    private final VcpuNames fNames;

    /**
     * @param states
     *            the model, complete
     * @param host
     *            the host whose vCPUs are asked for
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive), ns since the epoch
     */
    public VcpuTable(ITmfStateSystem states, Machines.Host host, long from, long to) {
        fStates = states;
        fNames = new VcpuNames(states, host);
        fFrom = from;
        fTo = to;
        host.vms().forEach(vm -> vm.vcpus().forEach(vcpu -> fVcpuTids.add(vcpu.tid())));
    }

    /**
     * @param vcpu
     *            a vCPU of the host
     * @return whether it lived in the stretch
     */
    public boolean lives(Machines.Vcpu vcpu) {
        long begin = Math.max(fFrom, vcpu.begin());
        long end = Math.min(fTo, vcpu.end());
        return begin < end || begin == end && vcpu.begin() == vcpu.end();
    }

    /**
     * Reads every state the vCPU was in during the stretch: time grows with their number, memory does not.
     *
     * @param vcpu
     *            a vCPU of the host
     * @return what it did, null if it did not live in the stretch
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public VcpuFigures figures(Machines.Vcpu vcpu) throws StateSystemDisposedException {
        if (!lives(vcpu)) {
            return null;
        }
        long begin = Math.max(fFrom, vcpu.begin());
        long end = Math.min(fTo, vcpu.end());
        long[] sums = new long[VcpuState.values().length];
        int entries = count(vcpu, child(vcpu, VcpuAttributes.OTHER_ENTRIES), begin, end);
        List<Integer> byReason = byReason(vcpu);
        int[] exits = new int[byReason.size()];
        for (ITmfStateInterval interval : intervals(child(vcpu, VcpuAttributes.STATE), begin, last(vcpu, end) + 1)) {
            VcpuState state = VcpuState.of(interval.getValue());
            if (state == VcpuState.GUEST && interval.getStartTime() >= begin) {
                // the guest is in it only by being entered
                entries++;
            }
            int exit = VcpuAttributes.exitOf(interval.getValue());
            if (exit >= 0 && exit < exits.length && interval.getStartTime() >= begin) {
                exits[exit]++;
            }
            sums[state.ordinal()] += within(interval, begin, end);
        }
        // what the history does not report about the life is unknown, as is what it reports it does not know
        sums[VcpuState.UNKNOWN.ordinal()] = 0;
        sums[VcpuState.UNKNOWN.ordinal()] = end - begin - LongStream.of(sums).sum();
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, sums[state.ordinal()]);
        }
        List<ExitCount> reasons = reasons(vcpu, byReason, exits, begin, end);
        return new VcpuFigures(vcpu, begin, end, entries,
                reasons.stream().mapToInt(ExitCount::count).sum(), count(vcpu, child(vcpu, VcpuAttributes.MIGRATIONS), begin, end),
                states, reasons, stolenBy(vcpu, begin, end));
    }

    private List<Integer> byReason(Machines.Vcpu vcpu) {
        int exits = child(vcpu, VcpuAttributes.EXITS);
        return exits < 0 ? List.of() : fStates.getSubAttributes(exits, false);
    }

    /** {@code begun}: how many exits began a stretch of a state, by the number of their reason. */
    private List<ExitCount> reasons(Machines.Vcpu vcpu, List<Integer> byReason, int[] begun, long begin, long end) throws StateSystemDisposedException {
        List<ExitCount> reasons = new ArrayList<>();
        for (int i = 0; i < begun.length; i++) {
            int count = begun[i] + count(vcpu, byReason.get(i), begin, end);
            if (count > 0) {
                String name = fStates.getAttributeName(byReason.get(i));
                reasons.add(new ExitCount(VcpuAttributes.isa(name), VcpuAttributes.reason(name), count));
            }
        }
        reasons.sort(Comparator.comparingInt(ExitCount::count).reversed().thenComparingInt(ExitCount::isa)
                .thenComparingLong(ExitCount::reason));
        return reasons;
    }

    /**
     * Reads only who had the vCPU's processor.
     *
     * @param vcpu
     *            a vCPU of the host
     * @return who had its processor instead in the stretch, the longest first
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public List<StolenBy> stolenBy(Machines.Vcpu vcpu) throws StateSystemDisposedException {
        return stolenBy(vcpu, Math.max(fFrom, vcpu.begin()), Math.min(fTo, vcpu.end()));
    }

    private List<StolenBy> stolenBy(Machines.Vcpu vcpu, long begin, long end) throws StateSystemDisposedException {
        Map<PreemptorTime, Taken> all = new HashMap<>();
        for (ITmfStateInterval interval : intervals(child(vcpu, VcpuAttributes.PREEMPTED_BY), begin, end)) {
            if (interval.getValue() instanceof Long code) {
                Preemptor preemptor = Preemptor.of(code);
                long time = interval.getStartTime();
                PreemptorTime who = preemptor.interrupt() != null
                        ? new PreemptorTime(PreemptorKind.INTERRUPT, -1, preemptor.interruptLabel(), 0)
                        : new PreemptorTime(fVcpuTids.contains(preemptor.number()) ? PreemptorKind.VCPU : PreemptorKind.TASK,
                                preemptor.number(), fNames.thread(preemptor.number(), time), 0);
                all.computeIfAbsent(who, key -> new Taken()).add(preemptor, Math.max(time, begin), Math.min(interval.getEndTime() + 1, end));
            }
        }
        List<StolenBy> stolen = new ArrayList<>();
        for (Map.Entry<PreemptorTime, Taken> one : all.entrySet()) {
            stolen.add(one.getValue().by(one.getKey(), fNames));
        }
        stolen.removeIf(one -> one.ns() == 0);
        stolen.sort(Comparator.comparingLong(StolenBy::ns).reversed().thenComparing(one -> one.who().name())
                .thenComparingInt(one -> one.who().tid()));
        return stolen;
    }

    /** What somebody took so far; stretches come in any order. */
    private static final class Taken {

        private Preemptor fPreemptor;
        private long fSum;
        private int fTimes;
        private long fBegin;
        private long fEnd;

        void add(Preemptor preemptor, long begin, long end) {
            if (begin < end) {
                fSum += end - begin;
                fTimes++;
                if (end - begin > fEnd - fBegin || end - begin == fEnd - fBegin && begin < fBegin) {
                    fPreemptor = preemptor;
                    fBegin = begin;
                    fEnd = end;
                }
            }
        }

        /** A thread may become a vCPU: its name is that of the longest stretch. */
        StolenBy by(PreemptorTime who, VcpuNames names) throws StateSystemDisposedException {
            return new StolenBy(fPreemptor == null ? who.label() : names.of(fPreemptor, fBegin), who.of(fSum), fTimes, fBegin, fEnd);
        }
    }

    private int child(Machines.Vcpu vcpu, String name) {
        return fStates.optQuarkRelative(vcpu.quark(), name);
    }

    private Iterable<ITmfStateInterval> intervals(int quark, long begin, long end) throws StateSystemDisposedException {
        return quark < 0 || begin >= end ? List.of() : fStates.query2D(List.of(quark), begin, end - 1);
    }

    /** How much a counter grew in the stretch: an event at its begin counts; one at its end only if the life ends there. */
    private int count(Machines.Vcpu vcpu, int quark, long begin, long end) throws StateSystemDisposedException {
        if (quark < 0) {
            return 0;
        }
        int before = begin - 1 < fStates.getStartTime() ? 0 : valueAt(quark, begin - 1);
        return valueAt(quark, Math.max(last(vcpu, end), fStates.getStartTime())) - before;
    }

    /** The last time whose events count in a stretch until {@code end}. */
    private long last(Machines.Vcpu vcpu, long end) {
        return end >= vcpu.end() ? fStates.getCurrentEndTime() : end - 1;
    }

    private int valueAt(int quark, long time) throws StateSystemDisposedException {
        return fStates.querySingleState(time, quark).getValue() instanceof Integer i ? i : 0;
    }

    private static long within(ITmfStateInterval interval, long begin, long end) {
        return Math.max(0, Math.min(interval.getEndTime() + 1, end) - Math.max(interval.getStartTime(), begin));
    }
}
