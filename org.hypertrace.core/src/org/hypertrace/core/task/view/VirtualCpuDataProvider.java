/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

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
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.view.NestedRows;
import org.hypertrace.core.vcpu.view.VcpuDataProvider;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.PathOffer;

/**
 * The rows of the virtual CPUs and, where a guest reports its switches, of its threads: below a vCPU the thread that has it;
 * below the VM a row for every thread that ever had a vCPU, and what is nested in it.
 */
public final class VirtualCpuDataProvider extends VcpuDataProvider implements PathOffer.Source, ThreadRows {

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
    /** By the ids of the guest tasks' rows, the paths of the guest's threads by their numbers. */
    private final Map<Long, Map<Integer, PathOffer>> fRunning = new ConcurrentHashMap<>();
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
                fNestedOf.put(id, fNestedOf.get(entry));
                fRunning.put(id, TaskOffers.of(vm, guest));
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
            Map<Integer, PathOffer> offers = guest.vm().equals(vm.key()) ? TaskOffers.of(vm, guest) : Map.of();
            for (Tasks.Task task : guest.vm().equals(vm.key()) ? guest.tasks() : List.<Tasks.Task>of()) {
                if (task.ran()) {
                    if (first) {
                        entries.add(new OrderedEntry(threads, entry, THREADS, vm.begin(), vm.end(), false, Integer.MAX_VALUE));
                        first = false;
                    }
                    TaskRow row = new TaskRow(fStates, task, vm, vcpus);
                    long id = id(task.quark());
                    entries.add(new OrderedEntry(id, threads, task.label(), vm.begin(), vm.end(), true, task.tid()));
                    show(id, row);
                    fTasks.put(id, row);
                    if (offers.containsKey(task.number())) {
                        fOffers.put(id, offers.get(task.number()));
                    }
                }
            }
        }
    }

    @Override
    public int thread(long row) {
        TaskRow task = fTasks.get(row);
        return task == null ? NONE : task.task().quark();
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        PathOffer thread = fOffers.get(entry);
        if (thread != null) {
            return List.of(thread);
        }
        List<PathOffer> offers = new ArrayList<>();
        PathOffer running = fRunning.containsKey(entry) ? fRunning.get(entry).get(task(fVcpus.get(entry), time)) : null;
        if (running != null) {
            offers.add(running);
        }
        Nested vcpu = fNestedOf.get(entry);
        if (vcpu != null) {
            offers.add(new PathOffer("vCPU " + vcpu.vcpu.number() + " of " + vcpu.vm.label(), List.of("--vm", vcpu.vm.who().word(), "--vcpu",
                    Integer.toString(vcpu.vcpu.number()))));
        }
        return offers;
    }

    /** The number of the thread that has a vCPU, null if none is known. */
    private static Integer task(GuestTaskRow row, long time) {
        try {
            return row.task() >= 0 && time >= row.states().getStartTime() && time <= row.states().getCurrentEndTime()
                    && row.states().querySingleState(time, row.task()).getValue() instanceof Integer number ? number : null;
        } catch (StateSystemDisposedException e) {
            // the trace was closed
            return null;
        }
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
