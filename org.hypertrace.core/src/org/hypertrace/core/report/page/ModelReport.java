/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.clock.read.GuestTraceClocks;
import org.hypertrace.core.clock.read.RingTied;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.cpu.CpuUse;
import org.hypertrace.core.cpu.Demand;
import org.hypertrace.core.cpu.ResourceTable;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.guest.GuestFigures;
import org.hypertrace.core.guest.GuestTable;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.nested.NestedMachines;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.VcpuFigures;
import org.hypertrace.core.vcpu.VcpuTable;

/**
 * What a trace reports of its hosts, VMs and vCPUs: the one result that is written in all formats.
 *
 * @param trace
 *            what the user named
 * @param begin
 *            of the stretch reported, ns since the epoch
 * @param end
 *            of it, exclusive but for the trace's last event
 * @param missing
 *            what was not recorded and is missed
 * @param losses
 *            what is missing or contradictory in what was recorded, of all VMs
 * @param clocks
 *            how the clocks of guests' own traces were put on the hosts', of the whole trace
 * @param rings
 *            how the TSCs of guests with rings were put on the hosts', of the whole trace
 * @param findings
 *            what stands out, the most important first; none if they were not looked for
 */
public record ModelReport(String trace, long begin, long end, List<RecordedEvents.Missing> missing, List<Host> hosts,
        List<DataLoss> losses, List<GuestTraceClocks.Tied> clocks, List<RingTied> rings, List<Finding> findings) {

    /** A host, those of its VMs that lived in the stretch and were asked for, and what all its processors did in it. */
    public record Host(Machines.Host host, List<Vm> vms, List<CpuUse> cpus) {
        Host with(Map<String, List<TaskFigures>> threads) {
            return new Host(host, vms.stream().map(vm -> new Vm(vm.vm, vm.vcpus, vm.demands, vm.guest, threads.get(vm.vm.key()), vm.otherSwitches,
                    vm.guestTraces, vm.nested)).toList(), cpus);
        }
    }

    /**
     * A VM and what it did in the stretch.
     *
     * @param vcpus
     *            those of its vCPUs that lived in the stretch
     * @param demands
     *            what each of them asked of the processors
     * @param guest
     *            what it reports, null if it reports nothing
     * @param threads
     *            those of its guest's threads that were there in the stretch, by id
     * @param otherSwitches
     *            how many switches, of the whole trace, to threads that are not followed since there are too many
     * @param guestTraces
     *            the folders of traces of its own
     * @param nested
     *            the vCPUs of what is nested in it, those that lived in the stretch
     */
    public record Vm(Machines.Vm vm, List<VcpuFigures> vcpus, List<Demand> demands, GuestFigures guest,
            List<TaskFigures> threads, int otherSwitches, List<String> guestTraces, List<NestedMachines.Figures> nested) {
        /** @return what all of them asked of the processors */
        public Demand demand() {
            return demands.stream().reduce(Demand.NONE, Demand::plus);
        }
    }

    /** Without the threads of guests. */
    static Host host(Machines.Host host, List<Machines.Vm> living, ITmfStateSystem states, HostTraces traces, VcpuTable table,
            List<Tasks.Guest> reporters, long begin, long end) throws StateSystemDisposedException {
        ResourceTable resources = new ResourceTable(states, host, begin, end);
        Map<String, GuestFigures> guests = GuestTable.of(states, host, begin, end);
        List<NestedMachines.Cpu> nested = NestedMachines.of(states, host);
        List<Vm> reported = new ArrayList<>();
        for (Machines.Vm vm : living) {
            List<VcpuFigures> vcpus = figures(table, vm);
            int others = reporters.stream().filter(guest -> guest.vm().equals(vm.key())).mapToInt(Tasks.Guest::others).sum();
            reported.add(new Vm(vm, vcpus, demands(resources, vcpus), guests.get(vm.key()), List.of(), others, guestTraces(traces, host, vm),
                    nested(states, nested, vm, begin, end)));
        }
        return new Host(host, reported, resources.cpus());
    }

    private static List<String> guestTraces(HostTraces traces, Machines.Host host, Machines.Vm vm) {
        return traces.guests().stream().filter(guest -> guest.host() >= 0 && guest.isOf(vm)
                && traces.hosts().get(guest.host()).id().equals(host.id())).map(guest -> guest.trace().getPath()).toList();
    }

    private static List<VcpuFigures> figures(VcpuTable table, Machines.Vm vm) throws StateSystemDisposedException {
        List<VcpuFigures> vcpus = new ArrayList<>();
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            VcpuFigures figures = table.figures(vcpu);
            if (figures != null) {
                vcpus.add(figures);
            }
        }
        return vcpus;
    }

    private static List<NestedMachines.Figures> nested(ITmfStateSystem states, List<NestedMachines.Cpu> cpus, Machines.Vm vm,
            long begin, long end) throws StateSystemDisposedException {
        List<NestedMachines.Figures> nested = new ArrayList<>();
        for (NestedMachines.Cpu cpu : cpus) {
            NestedMachines.Figures figures = cpu.vm().equals(vm.key()) ? NestedMachines.figures(states, cpu, begin, end) : null;
            if (figures != null) {
                nested.add(figures);
            }
        }
        return nested;
    }

    private static List<Demand> demands(ResourceTable table, List<VcpuFigures> vcpus) throws StateSystemDisposedException {
        List<Demand> demands = new ArrayList<>();
        for (VcpuFigures figures : vcpus) {
            demands.add(table.demand(figures.vcpu()));
        }
        return demands;
    }

    /** The same with the threads of guests, by hosts and the keys of VMs. */
    ModelReport withThreads(List<Map<String, List<TaskFigures>>> threads) {
        return new ModelReport(trace, begin, end, missing, IntStream.range(0, hosts.size()).mapToObj(i -> hosts.get(i).with(threads.get(i))).toList(),
                losses, clocks, rings, findings);
    }

    /**
     * @param found
     *            clocks of guests' own traces
     * @param ofRings
     *            clocks of guests with rings
     * @return the same with those of its VMs
     */
    public ModelReport with(List<GuestTraceClocks.Tied> found, List<RingTied> ofRings) {
        return new ModelReport(trace, begin, end, missing, hosts, losses, found.stream().filter(tied -> hasVm(tied.vm())).toList(),
                ofRings.stream().filter(tied -> hasVm(tied.vm())).toList(), findings);
    }

    private boolean hasVm(VmName name) {
        return hosts.stream().anyMatch(host -> host.vms().stream().anyMatch(vm -> vm.vm().who().equals(name)));
    }

    /**
     * @param found
     *            what stands out, the most important first
     * @return the same with it
     */
    public ModelReport withFindings(List<Finding> found) {
        return new ModelReport(trace, begin, end, missing, hosts, losses, clocks, rings, List.copyOf(found));
    }

    /**
     * @param container
     *            a user's word
     * @return the same with the threads of guests alone that are in the containers it means
     */
    public ModelReport inContainer(String container) {
        return new ModelReport(trace, begin, end, missing, hosts.stream().map(host -> new Host(host.host, host.vms.stream()
                .map(vm -> new Vm(vm.vm, vm.vcpus, vm.demands, vm.guest, vm.threads.stream()
                        .filter(thread -> Container.isMeant(thread.task().container(), container)).toList(), vm.otherSwitches, vm.guestTraces, vm.nested))
                .filter(vm -> !vm.threads.isEmpty()).toList(), host.cpus)).toList(), losses, clocks, rings, findings);
    }

    /** @return the containers of the guests' threads, as a user may name them */
    public Set<String> containers() {
        return hosts.stream().flatMap(host -> host.vms.stream()).flatMap(vm -> vm.threads.stream())
                .map(thread -> Container.labelOf(thread.task().container())).collect(Collectors.toCollection(TreeSet::new));
    }

    /** @return whether a VM is in it */
    public boolean has(Machines.Vm vm) {
        return hosts.stream().anyMatch(host -> host.vms().stream().anyMatch(one -> one.vm().equals(vm)));
    }

    /** @return whether no VM is in it */
    public boolean isEmpty() {
        return hosts.stream().allMatch(host -> host.vms().isEmpty());
    }

    /** A stretch of time, ns since the epoch, {@code to} exclusive. */
    public record Range(long from, long to) {
        /** All of a trace. */
        public static final Range ALL = new Range(Long.MIN_VALUE, Long.MAX_VALUE);
    }
}
