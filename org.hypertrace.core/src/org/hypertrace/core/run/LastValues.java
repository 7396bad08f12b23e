/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.run;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Incarnation;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.StatesAt;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.timeline.Guest;

/** The values of all attributes at the end of what was analysed so far. */
public final class LastValues {

    private final ITmfStateSystem fStates;
    private final StatesAt fNow;
    private final long fEnd;

    /**
     * @param states
     *            the model
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public LastValues(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fEnd = states.getCurrentEndTime();
        fNow = new StatesAt(states, fEnd);
    }

    /** @return when that is, ns since the epoch */
    public long end() {
        return fEnd;
    }

    /** @return the places of what is below that name, none if it is not there */
    public List<Integer> children(int parent, String name) {
        int quark = fStates.optQuarkRelative(parent, name);
        return quark < 0 ? List.of() : fStates.getSubAttributes(quark, false);
    }

    /** @return what is there, null if nothing is */
    public Object value(int parent, String... path) {
        int quark = fStates.optQuarkRelative(parent, path);
        return fNow.value(quark);
    }

    /** @return the value of the attribute itself, null if it has none */
    public Object valueOf(int quark) {
        return fNow.value(quark);
    }

    /** @return since when that value is there, ns since the epoch */
    public long since(int parent, String name) {
        int quark = fStates.optQuarkRelative(parent, name);
        return fNow.since(quark);
    }

    /** @return the Long that is there, else {@code absent} */
    public long number(int parent, String name, long absent) {
        return value(parent, name) instanceof Long number ? number : absent;
    }

    /** @return the Integer that is there, else {@code absent} */
    public int integer(int parent, String name, int absent) {
        return value(parent, name) instanceof Integer number ? number : absent;
    }

    /**
     * @param host
     *            a host
     * @param key
     *            of a guest's VM
     * @return the guest's name, also if none of its vCPUs ran it
     */
    public VmName who(Machines.Host host, String key) {
        VmName known = host.who(key);
        if (known != null) {
            return known;
        }
        Incarnation process = Incarnation.of(key);
        String given = key.equals(Guest.OWN) ? host.name() : ofVm(host, key, MachineAttributes.NAME);
        return VmName.of(key, process == null ? HostEvent.UNKNOWN_ID : process.id(), given, 1).withInner(ofVm(host, key, MachineAttributes.INNER));
    }

    private String ofVm(Machines.Host host, String key, String name) {
        return value(host.quark(), MachineAttributes.VMS, key, name) instanceof String text ? text : null;
    }

    /** @return the String that is there, else null */
    public String text(int parent, String name) {
        return value(parent, name) instanceof String text ? text : null;
    }
}
