/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.command;

import java.util.LinkedHashSet;
import java.util.Set;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.nested.NestedMachines;
import org.hypertrace.core.run.LastValues;

/** The names of all VMs and nested guests of the model: what users may ask for. */
final class NamesInModel {

    private NamesInModel() {
    }

    /** VMs, each before what is nested in it; then guests that no host ran. */
    static Set<VmName> of(ITmfStateSystem states) throws StateSystemDisposedException {
        Set<VmName> names = new LinkedHashSet<>();
        LastValues now = new LastValues(states);
        for (Machines.Host host : Machines.of(states)) {
            Set<VmName> nested = new LinkedHashSet<>();
            NestedMachines.of(states, host).forEach(cpu -> nested.add(now.who(host, cpu.vm()).nested(Nesting.ANY)));
            for (int guest : now.children(host.quark(), GuestAttributes.GUESTS)) {
                if (now.value(guest, GuestAttributes.VM) instanceof String key) {
                    VmName vm = now.who(host, key);
                    nested.add(vm);
                    for (int inVm : now.children(guest, GuestAttributes.NESTED)) {
                        nested.add(vm.nested(Nesting.of(states.getAttributeName(inVm))));
                    }
                }
            }
            host.vms().forEach(vm -> {
                names.add(vm.who());
                nested.stream().filter(name -> name.outer().equals(vm.who())).forEach(names::add);
            });
            names.addAll(nested);
        }
        return names;
    }
}
