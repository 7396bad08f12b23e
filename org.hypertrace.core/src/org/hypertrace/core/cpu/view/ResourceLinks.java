/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.task.view.RowTree;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.view.RowLinks.Link;

/** What the rows of processors and of the vCPUs on them are to each other. */
final class ResourceLinks {

    private record OfVcpu(Machines.Host host, Machines.Vcpu vcpu, VcpuNames names, long row) { }

    private record OfVm(Machines.Vm vm, long row) { }

    private final RowTree fTree = new RowTree();
    private final Map<Long, OfVm> fVms = new ConcurrentHashMap<>();
    private final Map<Long, OfVcpu> fVcpus = new ConcurrentHashMap<>();
    private final Map<Integer, OfVcpu> fByQuark = new ConcurrentHashMap<>();
    /** The rows of processors by their places in the state system. */
    private final Map<Integer, Long> fCpus = new ConcurrentHashMap<>();

    RowTree tree() {
        return fTree;
    }

    void clear() {
        fTree.clear();
        List.of(fVms, fVcpus, fByQuark, fCpus).forEach(Map::clear);
    }

    void addVm(Machines.Vm vm, long row) {
        fVms.put(row, new OfVm(vm, row));
    }

    void addVcpu(Machines.Host host, Machines.Vcpu vcpu, VcpuNames names, long row) {
        OfVcpu of = new OfVcpu(host, vcpu, names, row);
        fVcpus.put(row, of);
        fByQuark.put(vcpu.quark(), of);
    }

    void addCpu(int quark, long row) {
        fCpus.put(quark, row);
    }

    /** Null if it is no row of a VM. */
    String vm(long row) {
        OfVm vm = fTree.atOrAbove(row, fVms);
        return vm == null ? null : vm.vm.label();
    }

    /** The rows of a VM, of the processors that it had or waited for, and of the vCPUs that had these instead. */
    Set<Long> rowsOf(ITmfStateSystem states, long row) throws StateSystemDisposedException {
        Set<Long> rows = new HashSet<>();
        OfVm vm = fTree.atOrAbove(row, fVms);
        if (vm != null) {
            rows.add(vm.row);
            for (Machines.Vcpu vcpu : vm.vm.vcpus()) {
                OfVcpu of = fByQuark.get(vcpu.quark());
                if (of != null) {
                    around(states, of, rows);
                }
            }
        }
        return fTree.around(rows);
    }

    private void around(ITmfStateSystem states, OfVcpu of, Set<Long> to) throws StateSystemDisposedException {
        Set<Object> seen = new HashSet<>();
        for (String attribute : List.of(VcpuAttributes.PHYSICAL_CPU, VcpuAttributes.WAITS_FOR, VcpuAttributes.PREEMPTED_BY)) {
            int quark = of.names.quark(of.vcpu, attribute);
            for (ITmfStateInterval interval : quark < 0 ? List.<ITmfStateInterval>of()
                    : states.query2D(List.of(quark), of.vcpu.begin(), Math.min(of.vcpu.end(), states.getCurrentEndTime()))) {
                if (interval.getValue() != null && seen.add(interval.getValue())) {
                    Long row = interval.getValue() instanceof Integer cpu ? cpu(states, of, cpu) : vcpu(of, interval);
                    if (row != null) {
                        to.add(row);
                    }
                }
            }
        }
    }

    private Long cpu(ITmfStateSystem states, OfVcpu of, int number) {
        int quark = states.optQuarkRelative(of.host.quark(), MachineAttributes.CPUS, Integer.toString(number));
        return quark < 0 ? null : fCpus.get(quark);
    }

    private Long vcpu(OfVcpu of, ITmfStateInterval preempted) {
        Preemptor preemptor = preempted.getValue() instanceof Long code ? Preemptor.of(code) : null;
        if (preemptor == null || preemptor.interrupt() != null) {
            return null;
        }
        VcpuNames.Member before = of.names.vcpu(preemptor.number(), preempted.getStartTime());
        // a thread that becomes a vCPU meanwhile is one
        VcpuNames.Member member = before != null ? before : of.names.vcpu(preemptor.number(), preempted.getEndTime());
        OfVcpu found = member == null ? null : fByQuark.get(member.vcpu().quark());
        return found == null ? null : found.row;
    }

    /** Who has the processor that the row's vCPU waits for; null if nobody, or it waits for none. */
    Link preemptor(ITmfStateSystem states, long row, long time) {
        OfVcpu of = fTree.atOrAbove(row, fVcpus);
        try {
            int quark = of == null || time < of.vcpu.begin() || time >= of.vcpu.end() ? -1 : of.names.quark(of.vcpu, VcpuAttributes.PREEMPTED_BY);
            ITmfStateInterval by = quark < 0 ? null : states.querySingleState(time, quark);
            if (by == null || !(by.getValue() instanceof Long code)) {
                return null;
            }
            int waits = of.names.quark(of.vcpu, VcpuAttributes.WAITS_FOR);
            Object cpu = waits < 0 ? null : states.querySingleState(time, waits).getValue();
            Long found = cpu instanceof Integer number ? cpu(states, of, number) : null;
            return new Link(of.names.of(Preemptor.of(code), by.getStartTime()), found == null ? of.row : found,
                    Math.max(by.getStartTime(), of.vcpu.begin()), Math.min(by.getEndTime() + 1, of.vcpu.end()));
        } catch (StateSystemDisposedException | TimeRangeException e) {
            // the trace was closed
            return null;
        }
    }
}
