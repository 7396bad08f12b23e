/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;

/** Names of who can take a vCPU's processor on a host: a thread, another vCPU, an interrupt. */
final class VcpuNames {

    private final ITmfStateSystem fStates;
    private final Machines.Host fHost;
    /** The last name that was asked for, by thread: names seldom change, and a screen asks for thousands. */
    private final Map<Integer, ITmfStateInterval> fThreads = new ConcurrentHashMap<>();

    VcpuNames(ITmfStateSystem states, Machines.Host host) {
        fStates = states;
        fHost = host;
    }

    int quark(Machines.Vcpu vcpu, String attribute) {
        return fStates.optQuarkRelative(vcpu.quark(), attribute);
    }

    boolean isVcpu(int tid, long time) {
        return vcpu(tid, time) != null;
    }

    /** @return {@code irq 4}, {@code web-1 vCPU 0} or {@code make (4711)} */
    String of(Taker taker, long time) throws StateSystemDisposedException {
        if (taker.interrupt() != null) {
            return taker.interruptLabel();
        }
        String vcpu = vcpu(taker.number(), time);
        return vcpu != null ? vcpu : thread(taker.number(), time);
    }

    private String vcpu(int tid, long time) {
        for (Machines.Vm vm : fHost.vms()) {
            for (Machines.Vcpu vcpu : vm.vcpus()) {
                if (vcpu.tid() == tid && time >= vcpu.begin() && time <= vcpu.end()) {
                    return vm.label() + " vCPU " + vcpu.number();
                }
            }
        }
        return null;
    }

    private String thread(int tid, long time) throws StateSystemDisposedException {
        ITmfStateInterval name = fThreads.get(tid);
        if (name == null || !name.intersects(time)) {
            int quark = fStates.optQuarkRelative(fHost.quark(), MachineAttributes.THREADS, Integer.toString(tid));
            if (quark < 0) {
                return "thread " + tid;
            }
            name = fStates.querySingleState(time, quark);
            fThreads.put(tid, name);
        }
        return name.getValue() == null ? "thread " + tid : name.getValue() + " (" + tid + ')';
    }
}
