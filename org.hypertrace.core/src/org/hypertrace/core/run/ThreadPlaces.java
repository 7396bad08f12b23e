/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.task.TaskAttributes;

/** On which vCPUs the threads of a guest were, over time. */
public final class ThreadPlaces {

    /** A vCPU, by its place in the state system, and from when until when a thread was there. */
    public record Place(int vcpu, long begin, long end) { }

    private final ITmfStateSystem fStates;
    private final Map<Integer, List<Integer>> fByTid = new HashMap<>();
    private final Map<Integer, TreeMap<Long, Integer>> fChanges = new HashMap<>();

    /** @param threads the place of a guest's threads in the state system, -1 if it has none */
    public ThreadPlaces(ITmfStateSystem states, int threads) throws StateSystemDisposedException {
        fStates = states;
        LastValues now = new LastValues(states);
        for (int thread : threads < 0 ? List.<Integer>of() : states.getSubAttributes(threads, false)) {
            int vcpu = states.optQuarkRelative(thread, TaskAttributes.VCPU);
            if (now.value(thread, TaskAttributes.TID) instanceof Integer tid && vcpu >= 0) {
                fByTid.computeIfAbsent(tid, key -> new ArrayList<>()).add(vcpu);
            }
        }
    }

    /** Where a thread was; {@code first}: the vCPU on which it began, -1 if not known. Null if nobody knows. */
    public List<Place> of(int tid, int first, long begin, long end) throws StateSystemDisposedException {
        return of(tid, first, begin, begin, end);
    }

    /** The same; {@code since}: when it was on the first one, at the begin or before. Then it may have moved until the begin. */
    List<Place> of(int tid, int first, long since, long begin, long end) throws StateSystemDisposedException {
        // each vCPU has an idle thread 0 of its own, which never moves
        TreeMap<Long, Integer> changes = tid == 0 ? new TreeMap<>() : changes(tid);
        Map.Entry<Long, Integer> before = changes.floorEntry(begin);
        boolean isThere = first >= 0 && (before == null || before.getKey() <= since);
        int vcpu = isThere || before == null ? first : before.getValue();
        if (vcpu < 0) {
            return null;
        }
        List<Place> places = new ArrayList<>();
        long from = begin;
        for (Map.Entry<Long, Integer> change : changes.subMap(begin, false, end, false).entrySet()) {
            if (change.getValue() != vcpu) {
                places.add(new Place(vcpu, from, change.getKey()));
                from = change.getKey();
                vcpu = change.getValue();
            }
        }
        places.add(new Place(vcpu, from, end));
        return places;
    }

    private TreeMap<Long, Integer> changes(int tid) throws StateSystemDisposedException {
        TreeMap<Long, Integer> known = fChanges.get(tid);
        if (known == null) {
            known = new TreeMap<>();
            List<Integer> quarks = fByTid.getOrDefault(tid, List.of());
            if (!quarks.isEmpty()) {
                for (ITmfStateInterval interval : fStates.query2D(quarks, fStates.getStartTime(), fStates.getCurrentEndTime())) {
                    if (interval.getValue() instanceof Integer vcpu) {
                        known.put(interval.getStartTime(), vcpu);
                    }
                }
            }
            fChanges.put(tid, known);
        }
        return known;
    }
}
