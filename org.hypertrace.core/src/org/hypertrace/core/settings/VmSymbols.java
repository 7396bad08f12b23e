/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;

/**
 * Which file of kernel symbols a VM of a trace has, and which the user chose for it.
 *
 * @param vm
 *            the key of the VM, or as the user named it; null: every VM for which nothing else is chosen
 * @param label
 *            who it is, for people
 * @param named
 *            the file that the manifest names, null if it names none
 * @param chosen
 *            the file that the user chose, null for none
 */
public record VmSymbols(String vm, String label, Path named, Path chosen) {

    /**
     * @param states
     *            the model, null if there is none
     * @param hosts
     *            the hosts of the trace
     * @param choices
     *            what the user chose
     * @return every VM together, the VMs of the model in its order, and those of which only the choices know. VMs of several
     *         hosts with the same key are one: a choice cannot distinguish them.
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<VmSymbols> of(ITmfStateSystem states, List<HostTraces.Host> hosts, List<GuestSymbols.Chosen> choices)
            throws StateSystemDisposedException {
        Map<String, VmSymbols> rows = new LinkedHashMap<>();
        List<GuestSymbols.Chosen> left = new ArrayList<>(choices);
        List<VmName> known = new ArrayList<>();
        GuestSymbols manifests = new GuestSymbols(hosts, List.of());
        rows.put(null, new VmSymbols(null, "Every VM", null, chosen(left, null)));
        for (Machines.Host host : states == null ? List.<Machines.Host>of() : Machines.of(states)) {
            for (Machines.Vm vm : host.vms()) {
                known.add(vm.who());
                VmSymbols same = rows.get(vm.key());
                if (same != null) {
                    rows.put(vm.key(), new VmSymbols(vm.key(), same.label + ", " + vm.label() + " on " + host.name(), same.named,
                            same.chosen));
                    continue;
                }
                Path chosen = chosen(left, vm.who());
                rows.put(vm.key(), new VmSymbols(vm.key(), vm.label(), manifests.file(host, vm.who()), chosen));
            }
        }
        left.removeIf(choice -> choice.vm() == null || known.stream().anyMatch(vm -> vm.matches(choice.vm())));
        for (GuestSymbols.Chosen choice : left) {
            rows.putIfAbsent(choice.vm(), new VmSymbols(choice.vm(), choice.vm(), null, choice.file()));
        }
        return List.copyOf(rows.values());
    }

    /** The first choice for a VM, null: for every VM; null if there is none. */
    private static Path chosen(List<GuestSymbols.Chosen> choices, VmName vm) {
        return choices.stream().filter(choice -> vm == null ? choice.vm() == null : choice.vm() != null && vm.matches(choice.vm()))
                .map(GuestSymbols.Chosen::file).findFirst().orElse(null);
    }

    /**
     * @param rows
     *            as the user left them
     * @return what is to be kept: single VMs before every VM, as the first that fits counts
     */
    public static List<GuestSymbols.Chosen> choices(List<VmSymbols> rows) {
        List<GuestSymbols.Chosen> choices = new ArrayList<>();
        rows.stream().filter(row -> row.vm != null && row.chosen != null)
                .forEach(row -> choices.add(new GuestSymbols.Chosen(row.vm, row.chosen)));
        rows.stream().filter(row -> row.vm == null && row.chosen != null)
                .forEach(row -> choices.add(new GuestSymbols.Chosen(null, row.chosen)));
        return choices;
    }

    /**
     * @param file
     *            the user's choice, null for none
     * @return the same VM with that choice
     */
    public VmSymbols choose(Path file) {
        return new VmSymbols(vm, label, named, file);
    }
}
