/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.nested.NestedRows;
import org.hypertrace.core.provider.PathOffer;
import org.hypertrace.core.vcpu.VcpuDataProvider;

/**
 * The rows of the virtual CPUs and, where a guest tells its switches, of its threads: below a vCPU the thread that has it;
 * below the VM a row for every thread that ever had a vCPU, and what is nested in it.
 */
public final class VirtualCpuDataProvider extends VcpuDataProvider implements PathOffer.Source {

    /** The entry below a VM that its guest's threads are below. */
    public static final String THREADS = "Guest threads";

    private List<Tasks.Guest> fGuests = List.of();
    private ITmfStateSystem fStates;
    private NestedRows fNested;
    /** Of which vCPU a row is, and what is nested on its host. */
    private record Nested(Machines.Vm vm, Machines.Vcpu vcpu, NestedRows rows) { }

    private final Map<Long, Nested> fNestedOf = new ConcurrentHashMap<>();
    private final Map<Long, TaskRow> fTasks = new ConcurrentHashMap<>();
    private final Map<Long, PathOffer> fOffers = new ConcurrentHashMap<>();
    /** By the ids of the vCPUs' and their guest tasks' rows. */
    private final Map<Long, GuestTaskRow> fVcpus = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public VirtualCpuDataProvider(ITmfTrace trace) {
        super(trace);
    }

    @Override
    protected void rows(ITmfStateSystem states, Machines.Host host, List<Machines.Vm> vms, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        fStates = states;
        fGuests = Tasks.of(states, host);
        fNested = new NestedRows(states, host);
        super.rows(states, host, vms, entries);
    }

    @Override
    protected void guestRows(Machines.Vm vm, Machines.Vcpu vcpu, long entry, List<TimeGraphEntryModel> entries) {
        fNestedOf.put(entry, new Nested(vm, vcpu, fNested));
        for (Tasks.Guest guest : fGuests) {
            if (guest.vcpus().contains(vcpu.quark()) && fStates.optQuarkRelative(vcpu.quark(), TaskAttributes.GUEST_MODE) >= 0) {
                GuestTaskRow row = new GuestTaskRow(fStates, vcpu, guest.tasks());
                long id = id(vcpu.quark() + TaskAttributes.GUEST_TASK);
                entries.add(new TimeGraphEntryModel(id, entry, "Guest task", vcpu.begin(), vcpu.end()));
                show(id, row);
                fVcpus.put(id, row);
                fVcpus.put(entry, row);
            }
        }
    }

    @Override
    protected void guestRows(Machines.Vm vm, long entry, List<TimeGraphEntryModel> entries) {
        fNested.add(vm, entry, this::id, entries, this::show);
        Map<Integer, Machines.Vcpu> vcpus = new HashMap<>();
        vm.vcpus().forEach(vcpu -> vcpus.put(vcpu.quark(), vcpu));
        long threads = id(entry + THREADS);
        boolean first = true;
        for (Tasks.Guest guest : fGuests) {
            for (Tasks.Task task : guest.vm().equals(vm.key()) ? guest.tasks() : List.<Tasks.Task>of()) {
                if (task.ran()) {
                    if (first) {
                        entries.add(new TimeGraphEntryModel(threads, entry, THREADS, vm.begin(), vm.end(), false));
                        first = false;
                    }
                    TaskRow row = new TaskRow(fStates, task, vm, vcpus);
                    long id = id(task.quark());
                    entries.add(new TimeGraphEntryModel(id, threads, task.label(), vm.begin(), vm.end()));
                    show(id, row);
                    fTasks.put(id, row);
                    if (task.tid() > 0) {
                        fOffers.put(id, offer(vm, guest, task));
                    }
                }
            }
        }
    }

    /** A thread's; ids are used again: of several with one id by the time from the end of the one before to its own. */
    private static PathOffer offer(Machines.Vm vm, Tasks.Guest guest, Tasks.Task task) {
        List<String> words = new ArrayList<>(List.of("--vm", vm.key(), "--thread", Integer.toString(task.tid())));
        long before = Long.MIN_VALUE;
        long after = Long.MAX_VALUE;
        for (Tasks.Task other : guest.tasks()) {
            if (other.tid() == task.tid() && other.number() < task.number()) {
                before = Math.max(before, other.last());
            } else if (other.tid() == task.tid() && other.number() > task.number()) {
                after = task.last();
            }
        }
        if (before != Long.MIN_VALUE) {
            words.addAll(List.of("--from", Long.toString(before)));
        }
        if (after != Long.MAX_VALUE) {
            words.addAll(List.of("--to", Long.toString(after)));
        }
        return new PathOffer(task.label(), words);
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        PathOffer thread = fOffers.get(entry);
        Nested vcpu = fNestedOf.get(entry);
        return thread != null ? List.of(thread) : vcpu == null ? List.of()
                : List.of(new PathOffer("vCPU " + vcpu.vcpu.number() + " of " + vcpu.vm.label(), List.of("--vm", vcpu.vm.key(), "--vcpu",
                        Integer.toString(vcpu.vcpu.number()))));
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) throws StateSystemDisposedException {
        TaskRow task = fTasks.get(entry);
        if (task != null) {
            return TaskTooltip.of(task, time);
        }
        Map<String, String> lines = new LinkedHashMap<>(super.tooltip(states, entry, time));
        GuestTaskRow vcpu = fVcpus.get(entry);
        if (vcpu != null) {
            lines.putAll(TaskTooltip.of(vcpu, time));
        }
        Nested nested = fNestedOf.get(entry);
        if (nested != null) {
            lines.putAll(nested.rows.tooltip(nested.vcpu, time));
        }
        return lines;
    }
}
