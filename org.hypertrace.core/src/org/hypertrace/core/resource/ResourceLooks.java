/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.resource;

import java.util.HashMap;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.provider.StateRow.Look;
import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.vcpu.Taker;
import org.hypertrace.core.vcpu.VcpuNames;

/** What occupants of processors and places of vCPUs look like; null: nothing is shown. */
final class ResourceLooks {

    private final VcpuNames fNames;
    private final Map<String, Integer> fVms = new HashMap<>();

    ResourceLooks(ITmfStateSystem states, Machines.Host host) {
        fNames = new VcpuNames(states, host);
        host.vms().forEach(vm -> fVms.put(vm.key(), fVms.size()));
    }

    /** A processor that idles shows nothing. */
    Look occupant(Object value, long time) throws StateSystemDisposedException {
        if (!(value instanceof Integer tid)) {
            return new Look("unknown", Styles.UNKNOWN.style());
        }
        if (tid == HostThread.IDLE) {
            return null;
        }
        VcpuNames.Member vcpu = tid < 0 ? fNames.vcpu(-tid, time) : null;
        return vcpu != null ? new Look(vcpu.label(), Styles.vm(fVms.get(vcpu.vm().key())))
                : new Look(fNames.task(Math.abs(tid), time), Styles.OCCUPIED_BY_TASK.style());
    }

    Look interrupt(Object value, long time) {
        return value instanceof Long code ? new Look(Taker.of(code).interruptLabel(), Styles.HOST_INTERRUPT.style()) : null;
    }

    Look processor(Object value, long time) {
        return value instanceof Integer cpu ? new Look("CPU " + cpu, Styles.PHYSICAL_CPU.shade(cpu)) : null;
    }

    Look awaited(Object value, long time) {
        return value instanceof Integer cpu ? new Look("CPU " + cpu, Styles.WAITS_FOR_CPU.style()) : null;
    }
}
