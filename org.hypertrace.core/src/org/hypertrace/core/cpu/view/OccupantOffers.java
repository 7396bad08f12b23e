/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.task.view.TaskOffers;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.view.PathOffer;

/** Whose critical path can be asked for where a vCPU has a processor: that of the guest's thread that has the vCPU, and the vCPU's. */
final class OccupantOffers {

    private final ITmfStateSystem fStates;
    private final VcpuNames fNames;
    /** By the quarks of vCPUs. */
    private final Map<Integer, Map<Integer, PathOffer>> fThreads = new HashMap<>();

    OccupantOffers(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        fStates = states;
        fNames = new VcpuNames(states, host);
        for (Tasks.Guest guest : Tasks.of(states, host)) {
            host.vms().stream().filter(vm -> vm.key().equals(guest.vm())).findFirst().ifPresent(vm -> {
                Map<Integer, PathOffer> threads = TaskOffers.of(vm, guest);
                guest.vcpus().forEach(vcpu -> fThreads.put(vcpu, threads));
            });
        }
    }

    static PathOffer of(Machines.Vm vm, Machines.Vcpu vcpu) {
        return new PathOffer("vCPU " + vcpu.number() + " of " + vm.label(), List.of("--vm", vm.who().word(), "--vcpu",
                Integer.toString(vcpu.number())));
    }

    /** @param occupant the attribute of who has a processor */
    List<PathOffer> at(int occupant, long time) {
        VcpuNames.Member member = value(occupant, time) instanceof Integer tid && tid < 0 ? fNames.vcpu(-tid, time) : null;
        if (member == null) {
            return List.of();
        }
        List<PathOffer> offers = new ArrayList<>();
        int vcpu = member.vcpu().quark();
        PathOffer thread = value(fStates.optQuarkRelative(vcpu, TaskAttributes.GUEST_TASK), time) instanceof Integer number
                ? fThreads.getOrDefault(vcpu, Map.of()).get(number) : null;
        if (thread != null) {
            offers.add(thread);
        }
        offers.add(of(member.vm(), member.vcpu()));
        return offers;
    }

    private Object value(int quark, long time) {
        try {
            return quark < 0 || time < fStates.getStartTime() || time > fStates.getCurrentEndTime() ? null
                    : fStates.querySingleState(time, quark).getValue();
        } catch (StateSystemDisposedException e) {
            // the trace was closed
            return null;
        }
    }
}
