/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.LastValues;

/** The read side of what {@code BootTracker} found. Asking costs one query of the state system's last moment. */
public final class Boots {

    private final LastValues fNow;
    private final ITmfStateSystem fStates;

    private Boots(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fNow = new LastValues(states);
    }

    /**
     * @param states
     *            the model
     * @return all boots of all guests: by host, guest and number; nested guests after the guest they are in
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<GuestBoot> of(ITmfStateSystem states) throws StateSystemDisposedException {
        Boots boots = new Boots(states);
        List<GuestBoot> all = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            boots.add(host, all);
        }
        return all;
    }

    private void add(Machines.Host host, List<GuestBoot> to) throws StateSystemDisposedException {
        for (int guest : fNow.children(host.quark(), GuestAttributes.GUESTS)) {
            if (fNow.value(guest, GuestAttributes.VM) instanceof String key) {
                Machines.Vm vm = host.vms().stream().filter(one -> one.key().equals(key)).findFirst().orElse(null);
                VmName who = fNow.who(host, key);
                add(host, vm, who, guest, to);
                for (int nested : fNow.children(guest, GuestAttributes.NESTED)) {
                    add(host, vm, who.nested(Nesting.of(fStates.getAttributeName(nested))), nested, to);
                }
            }
        }
    }

    private void add(Machines.Host host, Machines.Vm vm, VmName who, int quark, List<GuestBoot> to)
            throws StateSystemDisposedException {
        List<GuestBoot> boots = new ArrayList<>();
        for (int boot : fNow.children(quark, BootAttributes.BOOTS)) {
            if (fNow.value(boot, BootAttributes.BEGIN) instanceof Long) {
                boots.add(new BootReader(fStates, fNow, boot, quark).read(host, vm, who));
            }
        }
        boots.sort(Comparator.comparingInt(GuestBoot::number));
        to.addAll(boots);
    }
}
