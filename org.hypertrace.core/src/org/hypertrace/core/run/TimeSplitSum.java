/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.vcpu.VcpuFigures.PreemptorTime;
import org.hypertrace.core.vcpu.VcpuState;

/** Sums where the time of one level or initcall went, piece after piece. */
public final class TimeSplitSum {

    private final List<ThreadPlaces.Place> fPlaces = new ArrayList<>();
    private final long[] fStates = new long[VcpuState.values().length];
    private final Map<String, Integer> fExits = new TreeMap<>();
    private final Map<PreemptorTime, Long> fPreemptors = new HashMap<>();
    private long fTracer;

    public void at(ThreadPlaces.Place place) {
        fPlaces.add(place);
    }

    public List<ThreadPlaces.Place> places() {
        return fPlaces;
    }

    long begin() {
        return fPlaces.get(0).begin();
    }

    long end() {
        return fPlaces.get(fPlaces.size() - 1).end();
    }

    void add(long from, long to, Map<Integer, VcpuUse> vcpus) throws StateSystemDisposedException {
        for (ThreadPlaces.Place place : fPlaces) {
            long begin = Math.max(from, place.begin());
            long end = Math.min(to, place.end());
            if (begin < end) {
                fTracer += vcpus.get(place.vcpu()).add(begin, end, fStates, fExits, fPreemptors);
            }
        }
    }

    void add(TimeSplit part) {
        part.states().forEach((state, ns) -> fStates[state.ordinal()] += ns);
        part.exits().forEach((reason, count) -> fExits.merge(reason, count, Integer::sum));
        part.preemptors().forEach(preemptor -> fPreemptors.merge(preemptor.of(0), preemptor.ns(),
                Long::sum));
        fTracer += part.tracer();
    }

    public TimeSplit figures() {
        Map<VcpuState, Long> states = new EnumMap<>(VcpuState.class);
        for (VcpuState state : VcpuState.values()) {
            states.put(state, fStates[state.ordinal()]);
        }
        Map<String, Integer> exits = new LinkedHashMap<>();
        fExits.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey())).forEach(e -> exits.put(e.getKey(), e.getValue()));
        List<PreemptorTime> preemptors = new ArrayList<>();
        fPreemptors.forEach((who, ns) -> preemptors.add(who.of(ns)));
        preemptors.sort(Comparator.comparingLong(PreemptorTime::ns).reversed().thenComparing(PreemptorTime::name)
                .thenComparingInt(PreemptorTime::tid));
        return new TimeSplit(states, fTracer, exits, preemptors);
    }
}
