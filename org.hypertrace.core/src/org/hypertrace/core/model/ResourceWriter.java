/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.hypertrace.core.cpu.ResourceAttributes;
import org.hypertrace.core.cpu.ResourceSink;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;

/** Writes what occupies the processors of the hosts, and how many vCPUs want them, into the state system. */
final class ResourceWriter implements ResourceSink {

    /** Where the values of a processor are kept. */
    private final class Cpu {
        private final int fOccupant;
        private final int fInterrupt;
        private final int fRunnable;

        Cpu(int host, int number) {
            int cpu = fStates.getQuarkRelativeAndAdd(fHosts[host], MachineAttributes.CPUS, Integer.toString(number));
            fOccupant = fStates.getQuarkRelativeAndAdd(cpu, ResourceAttributes.OCCUPANT);
            fInterrupt = fStates.getQuarkRelativeAndAdd(cpu, ResourceAttributes.INTERRUPT);
            fRunnable = fStates.getQuarkRelativeAndAdd(cpu, VcpuAttributes.RUNNABLE);
        }
    }

    private final ITmfStateSystemBuilder fStates;
    private final int[] fHosts;
    private final ThreadNames fNames;
    private final List<List<Cpu>> fCpus = new ArrayList<>();

    /** @param hosts the places of the hosts in the state system */
    ResourceWriter(ITmfStateSystemBuilder states, int[] hosts, ThreadNames names) {
        fStates = states;
        fHosts = hosts;
        fNames = names;
        for (int i = 0; i < hosts.length; i++) {
            fCpus.add(new ArrayList<>());
        }
    }

    @Override
    public void occupied(long time, int host, int cpu, HostThread thread, boolean asVcpu) {
        if (thread != null && !thread.isIdle()) {
            fNames.report(time, thread);
        }
        Integer occupant = thread == null ? null : (Integer) (asVcpu ? -thread.tid() : thread.tid());
        fStates.modifyAttribute(time, occupant, of(host, cpu).fOccupant);
    }

    @Override
    public void interrupted(long time, int host, int cpu, Interrupt kind, int number) {
        fStates.modifyAttribute(time, kind == null ? null : (Long) new Preemptor(kind, number).code(), of(host, cpu).fInterrupt);
    }

    /** From {@code time} on so many vCPUs have the processor or wait for it. */
    void runnable(long time, int host, int cpu, int vcpus) {
        fStates.modifyAttribute(time, vcpus, of(host, cpu).fRunnable);
    }

    /** Processors are known from their first word on; the numbers between are kept free. */
    private Cpu of(int host, int number) {
        List<Cpu> cpus = fCpus.get(host);
        while (cpus.size() <= number) {
            cpus.add(null);
        }
        Cpu cpu = cpus.get(number);
        if (cpu == null) {
            cpu = new Cpu(host, number);
            cpus.set(number, cpu);
        }
        return cpu;
    }
}
