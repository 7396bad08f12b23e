/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootAttributes;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.track.Lifecycle;
import org.hypertrace.core.guest.GuestAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.run.LastValues;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.Shutdowns;
import org.hypertrace.core.upgrade.plan.Mark;
import org.hypertrace.core.upgrade.track.MarkAttributes;

/** Reads what a campaign is made of: the machines of a trace with their boots, shutdowns and marks. Guests of guests are none of them. */
final class CampaignReader {

    private final ITmfStateSystem fStates;
    private final LastValues fNow;
    private final Map<String, List<GuestShutdown>> fShutdowns = new HashMap<>();
    private final Map<String, List<GuestBoot>> fBoots = new HashMap<>();

    private CampaignReader(ITmfStateSystem states) throws StateSystemDisposedException {
        fStates = states;
        fNow = new LastValues(states);
        for (GuestBoot boot : Boots.of(states)) {
            if (!boot.isNested()) {
                fBoots.computeIfAbsent(key(boot.host(), boot.who()), key -> new ArrayList<>()).add(boot);
            }
        }
        for (GuestShutdown shutdown : Shutdowns.of(states)) {
            if (!shutdown.isNested()) {
                fShutdowns.computeIfAbsent(key(shutdown.host(), shutdown.who()), key -> new ArrayList<>()).add(shutdown);
            }
        }
    }

    private static String key(Machines.Host host, VmName who) {
        return host.id() + ' ' + who.key();
    }

    static List<Machine> machines(ITmfStateSystem states) throws StateSystemDisposedException {
        return new CampaignReader(states).machines();
    }

    private List<Machine> machines() throws StateSystemDisposedException {
        List<Machine> machines = new ArrayList<>();
        for (Machines.Host host : Machines.of(fStates)) {
            for (int guest : fNow.children(host.quark(), GuestAttributes.GUESTS)) {
                if (fNow.value(guest, GuestAttributes.VM) instanceof String key) {
                    Machines.Vm vm = host.vms().stream().filter(one -> one.key().equals(key)).findFirst().orElse(null);
                    machines.add(machine(host, vm, fNow.who(host, key), guest));
                }
            }
        }
        return machines;
    }

    private Machine machine(Machines.Host host, Machines.Vm vm, VmName who, int guest) {
        List<Mark> marks = new ArrayList<>();
        for (int mark : fNow.children(guest, MarkAttributes.MARKS)) {
            if (fNow.value(mark, MarkAttributes.VALUE) instanceof Long value) {
                marks.add(new Mark(fNow.since(mark, MarkAttributes.VALUE), value, fNow.text(mark, MarkAttributes.TEXT)));
            }
        }
        marks.sort(Comparator.comparingLong(Mark::time));
        List<NodeBoot> boots = new ArrayList<>();
        for (GuestBoot boot : fBoots.getOrDefault(key(host, who), List.of())) {
            boots.add(boot(guest, boot, fShutdowns.getOrDefault(key(host, who), List.of())));
        }
        return new Machine(who.given() != null ? who.given() : who.label(), host.id() + ' ' + who.key(), host, vm, marks,
                fNow.integer(guest, MarkAttributes.OTHER_MARKS, 0), boots);
    }

    private NodeBoot boot(int guest, GuestBoot boot, List<GuestShutdown> shutdowns) {
        GuestShutdown shutdown = shutdowns.stream().filter(one -> one.begin() >= boot.begin() && one.begin() < boot.end()).findFirst().orElse(null);
        long kernel = boot.begin(Lifecycle.KERNEL);
        if (kernel < 0 && !boot.levels().isEmpty() && boot.levels().get(0).name().equals("start_kernel")) {
            kernel = boot.levels().get(0).begin();
        }
        long user = boot.begin(Lifecycle.USERSPACE);
        boolean isLaunched = boot.begin(Lifecycle.LAUNCHED) >= 0 || boot.begin(Lifecycle.FIRMWARE) >= 0;
        return new NodeBoot(boot, shutdown, isLaunched, kernel >= 0 ? Known.of(kernel, Source.GUEST) : code(guest, boot, MarkAttributes.KERNEL_CODE),
                user >= 0 ? Known.of(user, Source.GUEST) : code(guest, boot, MarkAttributes.USER_CODE));
    }

    private Known code(int guest, GuestBoot boot, String name) {
        return fNow.value(guest, BootAttributes.BOOTS, Integer.toString(boot.number()), name) instanceof Long time ? Known.of(time, Source.HOST)
                : null;
    }
}
