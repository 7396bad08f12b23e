/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.task.view;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.task.TaskAttributes;
import org.hypertrace.core.task.TaskState;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.core.vcpu.view.NestedRows;
import org.hypertrace.core.vcpu.view.VcpuDataProvider;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.RowLinks;

/**
 * The rows of the virtual CPUs and, where a guest reports its switches, of its threads: below a vCPU the thread that has it;
 * below the VM a row for every thread that ever had a vCPU, and what is nested in it.
 */
public final class VirtualCpuDataProvider extends VcpuDataProvider implements PathOffer.Source, ThreadRows, RowLinks {

    /** The entry below a VM that its guest's threads are below. */
    public static final String THREADS = "Guest threads";

    /** A parameter of {@code fetchArrows}: whether wake-ups are arrows, too; they are once who wakes whom is gathered. */
    public static final String WAKE_UPS = "hypertrace_wakeups";

    private final VirtualCpuLinks fLinks = new VirtualCpuLinks();
    private final Wakers fWakers = new Wakers(fLinks);
    private Machines.Host fHost;
    private VcpuNames fNames;
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
    public void dispose() {
        super.dispose();
        fLinks.clear();
        fWakers.clear();
        fGuests = List.of();
        List.of(fNestedOf, fTasks, fOffers, fRunning, fVcpus).forEach(Map::clear);
    }

    @Override
    protected void rows(ITmfStateSystem states, Machines.Host host, List<Machines.Vm> vms, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        fStates = states;
        fGuests = Tasks.of(states, host);
        fNested = new NestedRows(states, host);
        fHost = host;
        fNames = new VcpuNames(states, host);
        super.rows(states, host, vms, entries);
        fLinks.add(entries);
    }

    @Override
    protected void guestRows(Machines.Vm vm, Machines.Vcpu vcpu, long entry, List<TimeGraphEntryModel> entries) {
        fNestedOf.put(entry, new Nested(vm, vcpu, fNested));
        fLinks.addVcpu(fHost, vm, vcpu, fNames, entry);
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
        fLinks.addVm(vm, entry);
        fNested.add(vm, entry, this::id, entries, this::show);
        Map<Integer, Machines.Vcpu> vcpus = new HashMap<>();
        vm.vcpus().forEach(vcpu -> vcpus.put(vcpu.quark(), vcpu));
        ThreadGroups groups = new ThreadGroups(vm, entry, this::id, entries);
        for (Tasks.Guest guest : fGuests) {
            Map<Integer, PathOffer> offers = guest.vm().equals(vm.key()) ? TaskOffers.of(vm, guest) : Map.of();
            for (Tasks.Task task : guest.vm().equals(vm.key()) ? guest.tasks() : List.<Tasks.Task>of()) {
                if (task.ran()) {
                    TaskRow row = new TaskRow(fStates, task, vm, vcpus);
                    long id = id(task.quark());
                    entries.add(new OrderedEntry(id, groups.of(guest, task), task.label(), vm.begin(), vm.end(), true, task.tid()));
                    show(id, row);
                    fTasks.put(id, row);
                    fLinks.addThread(fHost, vm, task.tid(), id);
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
        return task == null ? ThreadRows.NONE : task.task().quark();
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

    @Override
    public String followed(long row) {
        TaskRow task = fTasks.get(row);
        return task == null ? fLinks.vm(row) : task.task().label();
    }

    @Override
    public Set<Long> rowsOf(long row) {
        try {
            return fLinks.rowsOf(fStates, row, fTasks.get(row));
        } catch (StateSystemDisposedException e) {
            // the trace was closed
            return Set.of();
        }
    }

    @Override
    public Link preemptor(long row, long time) {
        return fLinks.preemptor(fStates, row, fTasks.get(row), time);
    }

    @Override
    public boolean isWoken(long row) {
        return fLinks.place(row) != null;
    }

    @Override
    public Link waker(long row, long time) {
        return fWakers.of(PathAnalysis.of(trace()), row, time);
    }

    @Override
    protected List<ITimeGraphArrow> asked(Map<String, Object> parameters, long begin, long end) {
        return Boolean.parseBoolean(String.valueOf(parameters.get(WAKE_UPS))) ? fWakers.arrows(PathAnalysis.known(trace()), begin, end) : List.of();
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
            Map<String, String> lines = TaskTooltip.of(task, time);
            if (!lines.isEmpty() && TaskState.of(task.state(time).getValue()) != TaskState.SLEEPING) {
                lines.putAll(fWakers.words(PathAnalysis.known(trace()), entry, time));
            }
            return lines;
        }
        Map<String, String> lines = new LinkedHashMap<>(super.tooltip(states, entry, time));
        GuestTaskRow vcpu = fVcpus.get(entry);
        if (vcpu != null) {
            lines.putAll(TaskTooltip.of(vcpu, time));
        }
        Nested nested = fNestedOf.get(entry);
        if (nested != null) {
            lines.putAll(nested.rows.tooltip(nested.vcpu, time));
            if (isAwake(states, nested.vcpu, time)) {
                lines.putAll(fWakers.words(PathAnalysis.known(trace()), entry, time));
            }
        }
        return lines;
    }

    /** Of a vCPU that sleeps nobody asks who woke it before. */
    private boolean isAwake(ITmfStateSystem states, Machines.Vcpu vcpu, long time) throws StateSystemDisposedException {
        int quark = states.optQuarkRelative(vcpu.quark(), VcpuAttributes.STATE);
        VcpuState state = quark < 0 || time < vcpu.begin() || time >= vcpu.end() ? VcpuState.HALTED : VcpuState.of(states.querySingleState(time, quark).getValue());
        return state != VcpuState.HALTED && state != VcpuState.BLOCKED && state != VcpuState.UNKNOWN;
    }
}
