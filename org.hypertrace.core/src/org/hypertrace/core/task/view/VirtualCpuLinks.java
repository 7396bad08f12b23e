/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.statesystem.core.exceptions.TimeRangeException;
import org.eclipse.tracecompass.statesystem.core.interval.ITmfStateInterval;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.path.latency.WakeUps;
import org.hypertrace.core.vcpu.Preemptor;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.view.RowLinks;
import org.hypertrace.core.view.RowLinks.Link;

/** What the rows of virtual CPUs and guests' threads are to each other. */
final class VirtualCpuLinks {

    /** A vCPU, and the row of its state. */
    private record OfVcpu(Machines.Host host, Machines.Vm vm, Machines.Vcpu vcpu, VcpuNames names, long row) { }

    /** A VM, and its row. */
    private record OfVm(Machines.Vm vm, long row) { }

    private final RowTree fTree = new RowTree();
    private final Map<Long, OfVm> fVms = new ConcurrentHashMap<>();
    private final Map<Long, OfVcpu> fVcpus = new ConcurrentHashMap<>();
    private final Map<Integer, OfVcpu> fByQuark = new ConcurrentHashMap<>();
    private final Map<WakeUps.Place, Long> fByPlace = new ConcurrentHashMap<>();
    private final Map<Long, WakeUps.Place> fPlaces = new ConcurrentHashMap<>();

    void add(Collection<TimeGraphEntryModel> entries) {
        fTree.add(entries);
    }

    void clear() {
        fTree.clear();
        List.of(fVms, fVcpus, fByQuark, fByPlace, fPlaces).forEach(Map::clear);
    }

    void addVm(Machines.Vm vm, long row) {
        fVms.put(row, new OfVm(vm, row));
    }

    void addVcpu(Machines.Host host, Machines.Vm vm, Machines.Vcpu vcpu, VcpuNames names, long row) {
        OfVcpu of = new OfVcpu(host, vm, vcpu, names, row);
        fVcpus.put(row, of);
        fByQuark.put(vcpu.quark(), of);
        add(new WakeUps.Place(host.name(), vm.key(), vcpu.number(), -1), row);
    }

    void addThread(Machines.Host host, Machines.Vm vm, int tid, long row) {
        add(new WakeUps.Place(host.name(), vm.key(), -1, tid), row);
    }

    private void add(WakeUps.Place place, long row) {
        fPlaces.put(row, place);
        // of threads with the same id the last one
        fByPlace.put(place, row);
    }

    /** Null if it is no row of a VM. */
    String vm(long row) {
        OfVm vm = fTree.atOrAbove(row, fVms);
        return vm == null ? null : vm.vm.label();
    }

    /** Who is woken there: of rows below a vCPU that; null if nobody. */
    WakeUps.Place place(long row) {
        return fTree.atOrAbove(row, fPlaces);
    }

    Collection<WakeUps.Place> places() {
        return fByPlace.keySet();
    }

    /** {@link RowLinks#NONE} if there is none. */
    long row(WakeUps.Place place) {
        return place == null ? RowLinks.NONE : fByPlace.getOrDefault(place, RowLinks.NONE);
    }

    /** The rows of a VM, or of one of its threads, of the vCPUs it had, and of the vCPUs that had their processors. */
    Set<Long> rowsOf(ITmfStateSystem states, long row, TaskRow task) throws StateSystemDisposedException {
        Set<Long> rows = new HashSet<>();
        Set<OfVcpu> vcpus = new HashSet<>();
        OfVm vm = fTree.atOrAbove(row, fVms);
        if (task != null) {
            rows.add(row);
            for (int quark : task.hadVcpus()) {
                vcpus.add(fByQuark.get(quark));
            }
        } else if (vm != null) {
            rows.add(vm.row);
            vm.vm.vcpus().forEach(vcpu -> vcpus.add(fByQuark.get(vcpu.quark())));
        }
        vcpus.remove(null);
        for (OfVcpu vcpu : vcpus) {
            rows.add(vcpu.row);
            preemptors(states, vcpu, rows);
        }
        return fTree.around(rows);
    }

    private void preemptors(ITmfStateSystem states, OfVcpu of, Set<Long> to) throws StateSystemDisposedException {
        int quark = of.names.quark(of.vcpu, VcpuAttributes.PREEMPTED_BY);
        Map<Long, Boolean> seen = new HashMap<>();
        for (ITmfStateInterval interval : quark < 0 ? List.<ITmfStateInterval>of()
                : states.query2D(List.of(quark), of.vcpu.begin(), Math.min(of.vcpu.end(), states.getCurrentEndTime()))) {
            if (interval.getValue() instanceof Long code && seen.put(code, true) == null) {
                OfVcpu preemptor = vcpu(of, Preemptor.of(code), interval);
                if (preemptor != null) {
                    to.add(preemptor.row);
                }
            }
        }
    }

    /** A thread that becomes a vCPU meanwhile is one. */
    private OfVcpu vcpu(OfVcpu of, Preemptor preemptor, ITmfStateInterval when) {
        VcpuNames.Member before = preemptor.interrupt() != null ? null : of.names.vcpu(preemptor.number(), when.getStartTime());
        VcpuNames.Member member = before != null || preemptor.interrupt() != null ? before : of.names.vcpu(preemptor.number(), when.getEndTime());
        return member == null ? null : fByQuark.get(member.vcpu().quark());
    }

    /** Who has the processor instead of the row's vCPU, or of the one that the thread has; null if nobody. */
    Link preemptor(ITmfStateSystem states, long row, TaskRow task, long time) {
        try {
            TaskRow.Vcpu had = task == null || !task.contains(time) ? null : task.vcpu(time);
            OfVcpu of = task == null ? fTree.atOrAbove(row, fVcpus) : had == null ? null : fByQuark.get(had.vcpu().quark());
            int quark = of == null || time < of.vcpu.begin() || time >= of.vcpu.end() ? -1 : of.names.quark(of.vcpu, VcpuAttributes.PREEMPTED_BY);
            ITmfStateInterval by = quark < 0 ? null : states.querySingleState(time, quark);
            if (by == null || !(by.getValue() instanceof Long code)) {
                return null;
            }
            OfVcpu preemptor = vcpu(of, Preemptor.of(code), by);
            return new Link(of.names.of(Preemptor.of(code), by.getStartTime()),
                    preemptor == null ? fTree.child(of.row, VcpuAttributes.PREEMPTED_BY) : preemptor.row,
                    Math.max(by.getStartTime(), of.vcpu.begin()), Math.min(by.getEndTime() + 1, of.vcpu.end()));
        } catch (StateSystemDisposedException | TimeRangeException e) {
            // the trace was closed
            return null;
        }
    }
}
