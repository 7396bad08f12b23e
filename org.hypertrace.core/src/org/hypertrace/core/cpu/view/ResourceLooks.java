/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.EarlyVcpus;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.vcpu.view.NestedRows;
import org.hypertrace.core.view.Shades;
import org.hypertrace.core.view.StateRow.Look;
import org.hypertrace.core.view.Styles;

/** What occupants of processors and places of vCPUs look like; null: nothing is shown. */
final class ResourceLooks {

    private final VcpuNames fNames;
    private final NestedRows fNested;
    private final EarlyVcpus fEarly;
    private final Map<String, Integer> fVms = new HashMap<>();
    /** The attribute of the guest's thread that has a vCPU, by the quark of the vCPU. */
    private final Map<Integer, Integer> fGuestTasks = new HashMap<>();
    /** The names of a guest's threads, by that attribute and the thread's number. */
    private final Map<Integer, Map<Integer, String>> fLabels = new HashMap<>();

    ResourceLooks(ITmfStateSystem states, Machines.Host host) throws StateSystemDisposedException {
        fNames = new VcpuNames(states, host);
        fNested = new NestedRows(states, host);
        fEarly = new EarlyVcpus(states, host);
        host.vms().forEach(vm -> fVms.put(vm.key(), fVms.size()));
        for (Tasks.Guest guest : Tasks.of(states, host)) {
            Map<Integer, String> labels = new HashMap<>();
            guest.tasks().forEach(task -> labels.put(task.number(), task.label()));
            for (int vcpu : guest.vcpus()) {
                int task = states.optQuarkRelative(vcpu, TaskAttributes.GUEST_TASK);
                if (task >= 0) {
                    fGuestTasks.put(vcpu, task);
                    fLabels.put(task, labels);
                }
            }
        }
    }

    EarlyVcpus early() {
        return fEarly;
    }

    /** The attributes of the guests' threads that have vCPUs. */
    Collection<Integer> guestTasks() {
        return fGuestTasks.values();
    }

    /** The attribute of the guest's thread that has the vCPU that is the occupant; -1 if there is none. */
    int guestTask(Object occupant, long time) {
        VcpuNames.Member vcpu = vcpu(occupant, time);
        return vcpu == null ? -1 : fGuestTasks.getOrDefault(vcpu.vcpu().quark(), -1);
    }

    /** The name for people of a thread, a value of an attribute of {@link #guestTasks()}; null if it is not known. */
    String guestTaskLabel(int attribute, Object value) {
        return value instanceof Integer number ? fLabels.get(attribute).get(number) : null;
    }

    private VcpuNames.Member vcpu(Object occupant, long time) {
        return occupant instanceof Integer tid && tid < 0 ? fNames.vcpu(-tid, time) : null;
    }

    /** A processor that idles shows nothing. */
    Look occupant(Object value, long time) throws StateSystemDisposedException {
        return occupant(value, time, null);
    }

    /** The same; of a vCPU with the guest's thread that has it, unless that is null. */
    Look occupant(Object value, long time, String guestTask) throws StateSystemDisposedException {
        if (!(value instanceof Integer tid)) {
            return new Look("unknown", Styles.UNKNOWN.style());
        }
        if (tid == HostThread.IDLE) {
            return null;
        }
        VcpuNames.Member vcpu = vcpu(value, time);
        return vcpu != null ? new Look(guestTask == null ? vcpu.label() : vcpu.label() + ": " + guestTask,
                Shades.vm(fVms.get(vcpu.vm().key())))
                : new Look(fNames.task(Math.abs(tid), time), Styles.OCCUPIED_BY_TASK.style());
    }

    Look interrupt(Object value, long time) {
        return value instanceof Long code ? new Look(Preemptor.of(code).interruptLabel(), Styles.HOST_INTERRUPT.style()) : null;
    }

    Look processor(Object value, long time) {
        return value instanceof Integer cpu ? new Look("CPU " + cpu, Styles.PHYSICAL_CPU.shade(cpu)) : null;
    }

    Look nested(Object value, long time) {
        return fNested.entered(value);
    }

    Look awaited(Object value, long time) {
        return value instanceof Integer cpu ? new Look("CPU " + cpu, Styles.WAITS_FOR_CPU.style()) : null;
    }
}
