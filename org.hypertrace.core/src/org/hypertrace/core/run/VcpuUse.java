/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.task.GuestMode;
import org.hypertrace.core.task.VcpuTime;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorKind;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.vcpu.VcpuState;

/** What a vCPU did in a piece of time, its states without and with the tracer's time apart, its exits, and who took its time. */
final class VcpuUse {

    private final VcpuTime fTime;
    private final ITmfStateSystem fStates;
    private final int fState;
    private final int fTakenBy;
    private final VcpuNames fNames;
    /** The reasons of exits by their numbers, and what counts those that begin no stretch of a state. */
    private final List<String> fReasons = new ArrayList<>();
    private final List<Integer> fOtherExits;
    private Map<Integer, List<ITmfStateInterval>> fIntervals;

    VcpuUse(ITmfStateSystem states, int vcpu, VcpuNames names) {
        fStates = states;
        fTime = new VcpuTime(states, vcpu);
        fNames = names;
        fState = states.optQuarkRelative(vcpu, VcpuAttributes.STATE);
        fTakenBy = states.optQuarkRelative(vcpu, VcpuAttributes.PREEMPTED_BY);
        int exits = states.optQuarkRelative(vcpu, VcpuAttributes.EXITS);
        fOtherExits = exits < 0 ? List.of() : states.getSubAttributes(exits, false);
        fOtherExits.forEach(quark -> fReasons.add(VcpuAttributes.exitLabel(states.getAttributeName(quark))));
    }

    List<Integer> quarks() {
        List<Integer> quarks = new ArrayList<>(fTime.quarks());
        quarks.addAll(fOtherExits);
        if (fTakenBy >= 0) {
            quarks.add(fTakenBy);
        }
        return quarks;
    }

    void take(Map<Integer, List<ITmfStateInterval>> intervals) throws StateSystemDisposedException {
        fIntervals = intervals;
        fTime.take(intervals);
    }

    /** Adds what it did from {@code begin} to {@code end}, both in the piece. Returns the tracer's part of it, ns. */
    long add(long begin, long end, long[] states, Map<String, Integer> exits, Map<PreemptorTime, Long> preemptors)
            throws StateSystemDisposedException {
        long[] apart = new long[VcpuTime.TRACER + 1];
        fTime.split(begin, end, apart, new long[GuestMode.values().length]);
        int[] begun = new int[fReasons.size()];
        states(begin, end, states, begun);
        preemptors(begin, end, preemptors);
        for (int i = 0; i < begun.length; i++) {
            int count = begun[i] + count(fOtherExits.get(i), end - 1) - count(fOtherExits.get(i), begin - 1);
            if (count > 0) {
                exits.merge(fReasons.get(i), count, Integer::sum);
            }
        }
        return apart[VcpuTime.TRACER];
    }

    private void states(long begin, long end, long[] ns, int[] exits) {
        List<ITmfStateInterval> intervals = fIntervals.getOrDefault(fState, List.of());
        long known = 0;
        for (int i = at(intervals, begin); i < intervals.size() && intervals.get(i).getStartTime() < end; i++) {
            ITmfStateInterval interval = intervals.get(i);
            long part = Math.min(end, interval.getEndTime() + 1) - Math.max(begin, interval.getStartTime());
            ns[VcpuState.of(interval.getValue()).ordinal()] += part;
            known += part;
            int exit = VcpuAttributes.exitOf(interval.getValue());
            if (exit >= 0 && exit < exits.length && interval.getStartTime() >= begin) {
                exits[exit]++;
            }
        }
        ns[VcpuState.UNKNOWN.ordinal()] += end - begin - known;
    }

    private void preemptors(long begin, long end, Map<PreemptorTime, Long> ns) throws StateSystemDisposedException {
        List<ITmfStateInterval> intervals = fIntervals.getOrDefault(fTakenBy, List.of());
        for (int i = at(intervals, begin); i < intervals.size() && intervals.get(i).getStartTime() < end; i++) {
            ITmfStateInterval interval = intervals.get(i);
            if (interval.getValue() instanceof Long code) {
                ns.merge(who(Preemptor.of(code), interval.getStartTime()),
                        Math.min(end, interval.getEndTime() + 1) - Math.max(begin, interval.getStartTime()), Long::sum);
            }
        }
    }

    private PreemptorTime who(Preemptor preemptor, long time) throws StateSystemDisposedException {
        if (preemptor.interrupt() != null) {
            return new PreemptorTime(PreemptorKind.INTERRUPT, -1, preemptor.interruptLabel(), 0);
        }
        VcpuNames.Member vcpu = fNames.vcpu(preemptor.number(), time);
        return vcpu != null ? new PreemptorTime(PreemptorKind.VCPU, preemptor.number(), vcpu.label(), vcpu.vm().label(), 0)
                : new PreemptorTime(PreemptorKind.TASK, preemptor.number(), fNames.thread(preemptor.number(), time), 0);
    }

    private int count(int quark, long time) throws StateSystemDisposedException {
        if (time < fStates.getStartTime()) {
            return 0;
        }
        List<ITmfStateInterval> intervals = fIntervals.getOrDefault(quark, List.of());
        int i = at(intervals, time);
        // the moment before a piece is not in it
        Object value = i < intervals.size() && intervals.get(i).intersects(time) ? intervals.get(i).getValue()
                : fStates.querySingleState(time, quark).getValue();
        return value instanceof Integer count ? count : 0;
    }

    /** The first interval that ends at that time or later. */
    private static int at(List<ITmfStateInterval> intervals, long time) {
        int low = 0;
        int high = intervals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (intervals.get(middle).getEndTime() < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
