/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.event.HostEvent.Interrupt;
import org.hypertrace.core.kvm.HostEventReader;
import org.hypertrace.core.machine.HostThread;
import org.hypertrace.core.machine.MachineTracker;
import org.hypertrace.core.vcpu.OpenInterrupts;

/**
 * What occupies every processor of a host: a thread - of a vCPU or any other - or nothing (it idles). An interrupt takes it from whoever
 * has it.
 * <p>
 * The occupant is known from a processor's first switch on, or from its first event of the hypervisor, whose thread the
 * next switch reports. Before that, and after lost events until the next of these, it is unknown. Of nested interrupts the
 * outermost counts, and none outlasts a switch. A thread is a vCPU from its first event of the hypervisor to its end.
 * <p>
 * Part of the state tree that is fed from here:
 *
 * <pre>
 * Hosts/&lt;host id&gt;/CPUs/&lt;n&gt;/           Occupant · Interrupt
 * </pre>
 */
public final class ResourceTracker {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 2;

    /** A processor at this moment of the trace. */
    private static final class Cpu {
        private final OpenInterrupts fInterrupts = new OpenInterrupts();
        private HostThread fOccupant;
        private boolean fAsVcpu;
        private Interrupt fKind;
        private int fNumber;
    }

    private final MachineTracker fMachines;
    private final ResourceSink fSink;
    private final List<List<Cpu>> fCpus = new ArrayList<>();

    /**
     * @param machines
     *            knows who runs; it handles every event before this tracker does
     * @param sink
     *            gets what is found
     */
    public ResourceTracker(MachineTracker machines, ResourceSink sink) {
        fMachines = machines;
        fSink = sink;
    }

    /** @param event the next event in time order, already handled by the machine tracker */
    public void handle(HostEvent event) {
        int host = fMachines.now().host();
        int number = fMachines.now().cpu();
        long time = fMachines.now().time();
        if (number >= HostEventReader.MAX_CPUS) {
            // nothing reports which processor it is
            return;
        }
        Cpu cpu = cpu(host, number);
        if (event instanceof HostEvent.InterruptEntry e) {
            cpu.fInterrupts.begins(e.kind(), e.number());
            showInterrupt(time, host, number, cpu);
        } else if (event instanceof HostEvent.InterruptExit e) {
            cpu.fInterrupts.ends(e.kind());
            showInterrupt(time, host, number, cpu);
        } else if (event instanceof HostEvent.SchedSwitch || event instanceof HostEvent.LostEvents || event instanceof HostEvent.LoneVcpu) {
            cpu.fInterrupts.clear();
            showInterrupt(time, host, number, cpu);
            showOccupant(time, host, number);
        } else if (event instanceof HostEvent.ThreadEnds) {
            // mostly the one that runs here, but nothing shows that
            for (int any = 0; any < fCpus.get(host).size(); any++) {
                showOccupant(time, host, any);
            }
        } else if (!cpu.fAsVcpu) {
            // the hypervisor's first event of a thread makes it a vCPU
            showOccupant(time, host, number);
        }
    }

    private void showOccupant(long time, int host, int number) {
        Cpu cpu = cpu(host, number);
        HostThread thread = fMachines.running(host, number);
        boolean asVcpu = thread != null && thread.vcpu() != null && !thread.ended();
        if (thread != cpu.fOccupant || asVcpu != cpu.fAsVcpu) {
            cpu.fOccupant = thread;
            cpu.fAsVcpu = asVcpu;
            fSink.occupied(time, host, number, thread, asVcpu);
        }
    }

    private void showInterrupt(long time, int host, int cpuNumber, Cpu cpu) {
        Interrupt kind = cpu.fInterrupts.kind();
        int number = cpu.fInterrupts.number();
        if (kind != cpu.fKind || kind != null && number != cpu.fNumber) {
            cpu.fKind = kind;
            cpu.fNumber = number;
            fSink.interrupted(time, host, cpuNumber, kind, number);
        }
    }

    private Cpu cpu(int host, int number) {
        while (fCpus.size() <= host) {
            fCpus.add(new ArrayList<>());
        }
        List<Cpu> cpus = fCpus.get(host);
        while (cpus.size() <= number) {
            cpus.add(new Cpu());
        }
        return cpus.get(number);
    }
}
