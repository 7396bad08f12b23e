/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.event.EventKind;
import org.hypertrace.core.event.GuestCpu;
import org.hypertrace.core.event.GuestEvent;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.timeline.Guest;
import org.hypertrace.testing.log.Modelled;
import org.junit.jupiter.api.Test;

/** The model of a guest that has a trace of its own, with its boots and without. */
class OwnGuestModelTest {

    private static final GuestCpu CPU = new GuestCpu(0, 0, 0, 0);
    private static final List<GuestEvent> BOOT = List.of(new GuestEvent.Stage(110, CPU, 2, -1, null),
            new GuestEvent.InitcallStart(120, CPU, 1, 5, "first"), new GuestEvent.Stage(130, CPU, 3, -1, null));

    @Test
    void itsWordsCountWithoutItsBoots() throws StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(to -> BOOT.forEach(event -> to.accept(reports(event))), null);
        assertEquals(List.of(), Boots.of(states));
        assertEquals(2, events(states, EventKind.STAGE));
    }

    @Test
    void itsBootIsFollowed() throws StateSystemDisposedException {
        ITmfStateSystem states = Modelled.of(to -> BOOT.forEach(event -> to.accept(reports(event))), guest -> null);
        assertEquals(List.of(1), Boots.of(states).stream().map(boot -> boot.initcalls().size()).toList());
        assertEquals(2, events(states, EventKind.STAGE));
    }

    private static HostEvent reports(GuestEvent event) {
        return new HostEvent.GuestTraceEvent(event.time(), 0, 0, event);
    }

    private static long events(ITmfStateSystem states, EventKind kind) throws StateSystemDisposedException {
        return GuestTable.of(states, Machines.of(states).get(0), 0, Long.MAX_VALUE).get(Guest.OWN).events().get(kind.label());
    }
}
