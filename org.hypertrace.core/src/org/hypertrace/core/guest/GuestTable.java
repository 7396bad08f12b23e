/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.timeline.RingFigures;

/** The read side of what guests report about themselves. */
public final class GuestTable {

    private final ITmfStateSystem fStates;
    private final long fFrom;
    private final long fTo;

    private GuestTable(ITmfStateSystem states, long from, long to) {
        fStates = states;
        fFrom = Math.min(Math.max(from, states.getStartTime()), states.getCurrentEndTime() + 1);
        // what happens at the very end belongs to the last stretch
        fTo = to >= states.getCurrentEndTime() ? states.getCurrentEndTime() : Math.max(to - 1, fFrom);
    }

    /**
     * @param states
     *            the model, complete
     * @param host
     *            a host
     * @param from
     *            the stretch's begin, ns since the epoch
     * @param to
     *            the stretch's end (exclusive, unless it is the model's), ns since the epoch
     * @return the host's guests that report something, by the keys of their VMs; also those whose VM runs no guest, as when a
     *         process reports to the hypervisor
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static Map<String, GuestFigures> of(ITmfStateSystem states, Machines.Host host, long from, long to)
            throws StateSystemDisposedException {
        GuestTable table = new GuestTable(states, from, to);
        int guests = states.optQuarkRelative(host.quark(), GuestAttributes.GUESTS);
        Map<String, GuestFigures> byVm = new LinkedHashMap<>();
        for (int guest : guests < 0 ? List.<Integer>of() : states.getSubAttributes(guests, false)) {
            if (table.last(guest, GuestAttributes.VM) instanceof String vm && table.dialect(guest)) {
                byVm.merge(vm, table.figures(guest, vm), GuestTable::together);
            }
        }
        return byVm;
    }

    private boolean dialect(int guest) {
        return fStates.optQuarkRelative(guest, GuestAttributes.EVENTS) >= 0
                || fStates.optQuarkRelative(guest, GuestAttributes.LOSSES) >= 0
                || fStates.optQuarkRelative(guest, GuestAttributes.NESTED) >= 0
                || fStates.optQuarkRelative(guest, GuestAttributes.DIALECT) >= 0
                || fStates.optQuarkRelative(guest, GuestAttributes.RINGS) >= 0;
    }

    /** Two streams that turned out to be of one VM. */
    private static GuestFigures together(GuestFigures a, GuestFigures b) {
        boolean first = a.dialect() != null;
        return new GuestFigures(a.vm(), first ? a.dialect() : b.dialect(), first ? a.detected() : b.detected(),
                a.losses().plus(b.losses()), sum(a.events(), b.events()), nested(a.nested(), b.nested()),
                a.rings() != null ? a.rings() : b.rings());
    }

    private static Map<String, Integer> sum(Map<String, Integer> a, Map<String, Integer> b) {
        Map<String, Integer> sum = new TreeMap<>(a);
        b.forEach((kind, count) -> sum.merge(kind, count, Integer::sum));
        return sum;
    }

    private static Map<String, Map<String, Integer>> nested(Map<String, Map<String, Integer>> a,
            Map<String, Map<String, Integer>> b) {
        Map<String, Map<String, Integer>> all = new TreeMap<>(a);
        b.forEach((guest, events) -> all.merge(guest, events, GuestTable::sum));
        return all;
    }

    private GuestFigures figures(int guest, String vm) throws StateSystemDisposedException {
        return new GuestFigures(vm, (String) last(guest, GuestAttributes.DIALECT), (String) last(guest, GuestAttributes.DETECTED),
                new Losses(grown(guest, "lost"), grown(guest, "repeated"), grown(guest, "implausible"), grown(guest, "forged"),
                        grown(guest, "malformed"), grown(guest, "unknownNumbers"), grown(guest, "late"),
                        grown(guest, "cpuMismatches")), events(guest), nested(guest), rings(guest));
    }

    private RingFigures rings(int guest) throws StateSystemDisposedException {
        int rings = fStates.optQuarkRelative(guest, GuestAttributes.RINGS);
        if (rings < 0) {
            return null;
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int quark : fStates.getSubAttributes(rings, false)) {
            counts.put(fStates.getAttributeName(quark), at(quark, fStates.getCurrentEndTime()));
        }
        List<String> unreadable = new ArrayList<>();
        for (int quark : children(rings, GuestAttributes.UNREADABLE)) {
            unreadable.add(String.valueOf(fStates.querySingleState(fStates.getCurrentEndTime(), quark).getValue()));
        }
        return RingFigures.of(name -> counts.getOrDefault(name, 0L), unreadable);
    }

    private Map<String, Map<String, Integer>> nested(int guest) throws StateSystemDisposedException {
        Map<String, Map<String, Integer>> nested = new TreeMap<>();
        for (int quark : children(guest, GuestAttributes.NESTED)) {
            Map<String, Integer> events = events(quark);
            if (!events.isEmpty()) {
                nested.put(fStates.getAttributeName(quark), events);
            }
        }
        return nested;
    }

    private Map<String, Integer> events(int guest) throws StateSystemDisposedException {
        Map<String, Integer> events = new TreeMap<>();
        for (int quark : children(guest, GuestAttributes.EVENTS)) {
            String kind = fStates.getAttributeName(quark);
            int count = count(quark, fTo) - (fFrom > fStates.getStartTime() ? count(quark, fFrom - 1) : 0);
            // that something was lost is no event
            if (count > 0 && !kind.equals(EventKind.LOST.label())) {
                events.put(kind, count);
            }
        }
        return events;
    }

    private List<Integer> children(int guest, String name) {
        int quark = fStates.optQuarkRelative(guest, name);
        return quark < 0 ? List.of() : fStates.getSubAttributes(quark, false);
    }

    private int count(int quark, long time) throws StateSystemDisposedException {
        return fStates.querySingleState(time, quark).getValue() instanceof Integer count ? count : 0;
    }

    private Object last(int guest, String name) throws StateSystemDisposedException {
        int quark = fStates.optQuarkRelative(guest, name);
        return quark < 0 ? null : fStates.querySingleState(fStates.getCurrentEndTime(), quark).getValue();
    }

    private long grown(int guest, String loss) throws StateSystemDisposedException {
        int quark = fStates.optQuarkRelative(guest, GuestAttributes.LOSSES, loss);
        return quark < 0 ? 0 : at(quark, fTo) - (fFrom > fStates.getStartTime() ? at(quark, fFrom - 1) : 0);
    }

    private long at(int quark, long time) throws StateSystemDisposedException {
        return fStates.querySingleState(time, quark).getValue() instanceof Long count ? count : 0;
    }
}
