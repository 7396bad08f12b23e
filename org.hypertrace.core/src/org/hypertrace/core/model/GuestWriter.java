/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.VirtualCpu;
import org.hypertrace.core.stream.Losses;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.core.timeline.RingFigures;

/** Writes what guests report about themselves into the state system. */
final class GuestWriter {

    /** Nested guests of one VM that are counted apart; a hostile one could name 2^16. */
    private static final int MAX_NESTED = 64;
    private static final int KINDS = EventKind.values().length;

    /** Where the values of a guest are kept. */
    private static final class Quarks {
        private final int fQuark;
        private final Counter[] fEvents = new Counter[KINDS];
        private final Map<String, Counter[]> fNested = new HashMap<>();
        private final Map<String, Long> fLosses = new HashMap<>();
        private final BitSet fVcpus = new BitSet();

        Quarks(int quark) {
            fQuark = quark;
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final ModelWriter fModel;
    private final List<Quarks> fGuests = new ArrayList<>();

    GuestWriter(ITmfStateSystemBuilder states, ModelWriter model) {
        fStates = states;
        fModel = model;
    }

    private Quarks of(Guest guest) {
        while (fGuests.size() <= guest.number()) {
            fGuests.add(null);
        }
        Quarks kept = fGuests.get(guest.number());
        if (kept == null) {
            kept = new Quarks(fStates.getQuarkRelativeAndAdd(fModel.host(guest.host()), GuestAttributes.GUESTS,
                    Integer.toString(guest.number())));
            fGuests.set(guest.number(), kept);
        }
        return kept;
    }

    /** Where a guest's values are kept. */
    int quark(Guest guest) {
        return of(guest).fQuark;
    }

    void identified(long time, Guest guest) {
        Quarks kept = of(guest);
        fModel.set(time, guest.vm(), kept.fQuark, GuestAttributes.VM);
        if (guest.dialect() != null) {
            fModel.set(time, guest.dialect().name(), kept.fQuark, GuestAttributes.DIALECT);
            fModel.set(time, guest.reason(), kept.fQuark, GuestAttributes.DETECTED);
        }
    }

    void guestEvent(Guest guest, VirtualCpu vcpu, GuestEvent event) {
        Quarks kept = of(guest);
        long time = event.time();
        if (vcpu != null && !kept.fVcpus.get(vcpu.index())) {
            kept.fVcpus.set(vcpu.index());
            fModel.set(time, guest.number(), vcpu, GuestAttributes.GUEST);
        }
        GuestCpu from = event.from();
        EventKind kind = event.kind();
        Counter[] counters = kept.fEvents;
        int quark = kept.fQuark;
        if (from.level() > 0) {
            String nested = from.level() + "." + from.nested();
            if (!kept.fNested.containsKey(nested) && kept.fNested.size() >= MAX_NESTED) {
                nested = "others";
            }
            counters = kept.fNested.computeIfAbsent(nested, key -> new Counter[KINDS]);
            quark = counters[kind.ordinal()] != null ? quark : fStates.getQuarkRelativeAndAdd(quark, GuestAttributes.NESTED, nested);
        }
        Counter counter = counters[kind.ordinal()];
        if (counter == null) {
            counter = new Counter(fStates.getQuarkRelativeAndAdd(quark, GuestAttributes.EVENTS, kind.label()));
            counters[kind.ordinal()] = counter;
        }
        counter.add(fStates, time);
    }

    void rings(long time, Guest guest, RingFigures rings) {
        Quarks kept = of(guest);
        rings.byName().forEach((name, count) -> fModel.set(time, count, kept.fQuark, GuestAttributes.RINGS, name));
        for (int i = 0; i < rings.unreadable().size(); i++) {
            fModel.set(time, rings.unreadable().get(i), kept.fQuark, GuestAttributes.RINGS, GuestAttributes.UNREADABLE,
                    Integer.toString(i));
        }
    }

    void lossesChanged(long time, Guest guest, Losses losses) {
        Quarks kept = of(guest);
        losses.byName().forEach((name, count) -> {
            if (count.longValue() != kept.fLosses.getOrDefault(name, 0L)) {
                kept.fLosses.put(name, count);
                fModel.set(time, count, kept.fQuark, GuestAttributes.LOSSES, name);
            }
        });
    }
}
