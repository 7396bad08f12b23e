/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.boot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.guest.Guest;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.MachineAttributes;

/** The read side of what {@link BootTracker} found. Asking costs one query of the state system's last moment. */
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
                String name = vm != null ? vm.label()
                        : key.equals(Guest.OWN) ? host.name()
                        : fNow.value(host.quark(), MachineAttributes.VMS, key, MachineAttributes.NAME) instanceof String told ? told
                        : "VM of process " + key;
                add(host, vm, name, guest, null, to);
                for (int nested : fNow.children(guest, GuestAttributes.NESTED)) {
                    String who = fStates.getAttributeName(nested);
                    add(host, vm, name + " / nested " + who, nested, who, to);
                }
            }
        }
    }

    private void add(Machines.Host host, Machines.Vm vm, String guest, int quark, String nested, List<GuestBoot> to)
            throws StateSystemDisposedException {
        List<GuestBoot> boots = new ArrayList<>();
        for (int boot : fNow.children(quark, BootAttributes.BOOTS)) {
            if (fNow.value(boot, BootAttributes.BEGIN) instanceof Long) {
                boots.add(new BootReader(fStates, fNow, boot, quark).read(host, vm, guest, nested));
            }
        }
        boots.sort(Comparator.comparingInt(GuestBoot::number));
        to.addAll(boots);
    }
}
