/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.container.Container;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.view.ModelTimeGraphProvider;
import org.hypertrace.core.view.OrderedEntry;

/**
 * The rows of the virtual CPUs: host → VM → vCPU with its state, and below it the processor it has and who has it
 * instead; an arrow where it goes to another processor. A VM that is in a container stands below a row for that. Where there is no vCPU,
 * a row reports why. What guests report of themselves comes below both, from those who know that.
 */
public abstract class VcpuDataProvider extends ModelTimeGraphProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.vcpu";

    /** By the ids of all three rows of a vCPU. */
    private final Map<Long, VcpuRows> fVcpus = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    protected VcpuDataProvider(ITmfTrace trace) {
        super(ID, trace);
    }

    @Override
    public void dispose() {
        super.dispose();
        fVcpus.clear();
    }

    /** Adds the rows of what its guest reports about a vCPU, below the vCPU's {@code entry}. */
    protected abstract void guestRows(Machines.Vm vm, Machines.Vcpu vcpu, long entry, List<TimeGraphEntryModel> entries);

    /** Adds the rows of what the guest reports about itself, below the VM's {@code entry} and after its vCPUs. */
    protected abstract void guestRows(Machines.Vm vm, long entry, List<TimeGraphEntryModel> entries);

    @Override
    protected void rows(ITmfStateSystem states, Machines.Host host, List<Machines.Vm> vms, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        VcpuNames names = new VcpuNames(states, host);
        Set<Long> containers = new HashSet<>();
        for (Machines.Vm vm : vms) {
            Container container = vm.vcpus().isEmpty() ? null : vm.vcpus().get(0).container();
            long parent = id(host.quark());
            if (container != null && !container.isNone()) {
                long group = id(parent + " container " + container.namespace());
                if (containers.add(group)) {
                    entries.add(new TimeGraphEntryModel(group, parent, "Container " + container.label(), host.begin(), host.end(), false));
                }
                parent = group;
            }
            add(id(host.quark()), parent, vm, names, entries);
        }
    }

    private void add(long host, long parent, Machines.Vm vm, VcpuNames names, List<TimeGraphEntryModel> entries) {
        long id = id(host + " " + vm.key());
        entries.add(new TimeGraphEntryModel(id, parent, vm.label(), vm.begin(), vm.end(), false));
        for (Machines.Vcpu vcpu : vm.vcpus()) {
            VcpuRows rows = new VcpuRows(vcpu, id(vcpu.quark()), id(vcpu.quark() + VcpuAttributes.PHYSICAL_CPU),
                    id(vcpu.quark() + VcpuAttributes.PREEMPTED_BY), names);
            fVcpus.put(rows.state(), rows);
            entries.add(new OrderedEntry(rows.state(), id, "vCPU " + vcpu.number(), vcpu.begin(), vcpu.end(), true, vcpu.number()));
            add(rows.state(), rows.physicalCpu(), "Physical CPU", rows, entries);
            add(rows.state(), rows.preemptedBy(), "Preempted by", rows, entries);
            rows.show(this::show);
            guestRows(vm, vcpu, rows.state(), entries);
        }
        guestRows(vm, id, entries);
    }

    private void add(long parent, long id, String label, VcpuRows rows, List<TimeGraphEntryModel> entries) {
        fVcpus.put(id, rows);
        entries.add(new TimeGraphEntryModel(id, parent, label, rows.vcpu().begin(), rows.vcpu().end()));
    }

    @Override
    protected List<ITimeGraphArrow> arrows(ITmfStateSystem states, long begin, long end, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        return Migrations.arrows(states, new LinkedHashSet<>(fVcpus.values()).stream().map(VcpuRows::migrating).toList(), begin,
                end, monitor);
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) throws StateSystemDisposedException {
        VcpuRows rows = fVcpus.get(entry);
        return rows == null ? Map.of() : VcpuTooltip.of(states, rows, time);
    }
}
