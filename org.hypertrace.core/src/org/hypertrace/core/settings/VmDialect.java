/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.guest.GuestFigures;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.timeline.Dialects;

/**
 * What a VM of a trace reports, and what the user chose for it.
 *
 * @param vm
 *            the key of the VM, or as the user named it; null: every VM for which nothing else is chosen
 * @param label
 *            who it is, for people
 * @param uses
 *            its dialect and how that is known, for people; empty if the model shows nothing
 * @param found
 *            the dialect that it reports without the user's word, null if that is not known
 * @param chosen
 *            the dialect that the user chose, null for none
 */
public record VmDialect(String vm, String label, String uses, String found, String chosen) {

    /**
     * @param states
     *            the model, null if there is none
     * @param choices
     *            what the user chose
     * @return every VM together, the VMs of the model in its order, and those of which only the choices know. VMs of several
     *         hosts with the same key are one: a choice cannot distinguish them.
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static List<VmDialect> of(ITmfStateSystem states, List<DialectChoices.Choice> choices)
            throws StateSystemDisposedException {
        Map<String, VmDialect> rows = new LinkedHashMap<>();
        List<DialectChoices.Choice> left = new ArrayList<>(choices);
        rows.put(null, new VmDialect(null, "Every VM", "", null, chosen(left, null)));
        List<Machines.Host> hosts = states == null ? List.of() : Machines.of(states);
        for (Machines.Host host : hosts) {
            String on = hosts.size() > 1 ? " on " + host.name() : "";
            Map<String, GuestFigures> guests = GuestTable.of(states, host, Long.MIN_VALUE, Long.MAX_VALUE);
            for (Machines.Vm vm : host.vms()) {
                VmDialect same = rows.get(vm.key());
                String label = vm.label() + on;
                rows.put(vm.key(), same == null ? row(vm, label, guests.get(vm.key()), left) : same.and(label));
            }
        }
        left.removeIf(choice -> choice.vm() == null || hosts.stream().flatMap(host -> host.vms().stream())
                .anyMatch(vm -> vm.who().matches(choice.vm())));
        for (DialectChoices.Choice choice : left) {
            rows.putIfAbsent(choice.vm(), new VmDialect(choice.vm(), choice.vm(), "", null, choice.dialect()));
        }
        return List.copyOf(rows.values());
    }

    private static VmDialect row(Machines.Vm vm, String label, GuestFigures guest, List<DialectChoices.Choice> left) {
        String chosen = chosen(left, vm.who());
        if (guest == null || guest.dialect() == null) {
            return new VmDialect(vm.key(), label, "no guest events", null, chosen);
        }
        boolean byUser = Dialects.BY_USER.equals(guest.detected());
        return new VmDialect(vm.key(), label, guest.dialect() + ": " + guest.detected(), byUser ? null : guest.dialect(),
                chosen);
    }

    private VmDialect and(String other) {
        return new VmDialect(vm, label + ", " + other, uses, found, chosen);
    }

    /** The first choice for a VM, null: for every VM; null if there is none. */
    private static String chosen(List<DialectChoices.Choice> choices, VmName vm) {
        return choices.stream().filter(choice -> vm == null ? choice.vm() == null : choice.vm() != null && vm.matches(choice.vm()))
                .map(DialectChoices.Choice::dialect).findFirst().orElse(null);
    }

    /**
     * @param rows
     *            as the user left them
     * @return what is to be kept: single VMs before every VM, as the first that fits counts
     */
    public static List<DialectChoices.Choice> choices(List<VmDialect> rows) {
        List<DialectChoices.Choice> choices = new ArrayList<>();
        for (VmDialect row : rows) {
            if (row.vm != null && row.chosen != null) {
                choices.add(new DialectChoices.Choice(row.vm, row.chosen));
            }
        }
        rows.stream().filter(row -> row.vm == null && row.chosen != null)
                .forEach(row -> choices.add(new DialectChoices.Choice(null, row.chosen)));
        return choices;
    }

    /**
     * @param dialect
     *            the user's choice, null for none
     * @return the same VM with that choice
     */
    public VmDialect choose(String dialect) {
        return new VmDialect(vm, label, uses, found, dialect);
    }
}
