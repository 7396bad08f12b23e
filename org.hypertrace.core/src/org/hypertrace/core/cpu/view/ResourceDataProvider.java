/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.cpu.ResourceAttributes;
import org.hypertrace.core.cpu.ResourceTable;
import org.hypertrace.core.machine.MachineAttributes;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.nested.NestedAttributes;
import org.hypertrace.core.vcpu.VcpuAttributes;
import org.hypertrace.core.vcpu.VcpuNames;
import org.hypertrace.core.vcpu.view.Migrations;
import org.hypertrace.core.vcpu.view.NestedRows;
import org.hypertrace.core.view.ModelTimeGraphProvider;
import org.hypertrace.core.view.OrderedEntry;
import org.hypertrace.core.view.PathOffer;
import org.hypertrace.core.view.RowLinks;
import org.hypertrace.core.view.Row;
import org.hypertrace.core.view.StateRow;
import org.hypertrace.core.view.StateRow.Looks;

/**
 * The rows of the processors: host → physical CPU with its occupant, and below it the interrupts it serves; host → VM → vCPU with the
 * physical CPU it has. Below it are the one it waits for and what of a nested guest it has entered. An arrow
 * from processor to processor where a vCPU moves. Where there is no vCPU, a row reports why.
 */
public final class ResourceDataProvider extends ModelTimeGraphProvider implements PathOffer.Source, RowLinks {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.resource";

    private final Map<Long, ResourceTooltip> fTooltips = new ConcurrentHashMap<>();
    private final Map<Long, LongFunction<List<PathOffer>>> fOffers = new ConcurrentHashMap<>();
    private final ResourceLinks fLinks = new ResourceLinks();
    private final Map<Integer, Migrations.Rows> fMigrating = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public ResourceDataProvider(ITmfTrace trace) {
        super(ID, trace);
    }

    @Override
    public void dispose() {
        super.dispose();
        fLinks.clear();
        List.of(fTooltips, fOffers, fMigrating).forEach(Map::clear);
    }

    @Override
    protected void rows(ITmfStateSystem states, Machines.Host host, List<Machines.Vm> vms, List<TimeGraphEntryModel> entries)
            throws StateSystemDisposedException {
        ResourceLooks looks = new ResourceLooks(states, host);
        OccupantOffers offers = new OccupantOffers(states, host);
        ResourceTable.quarks(states, host).forEach((number, quark) -> {
            Place cpu = new Place(states, quark, host.begin(), host.end(), looks);
            int occupant = states.optQuarkRelative(quark, ResourceAttributes.OCCUPANT);
            long id = add(id(host.quark()), "CPU " + number, number, cpu, ResourceAttributes.OCCUPANT,
                    new OccupantRow(occupant, host.begin(), host.end(), looks), entries);
            fOffers.put(id, time -> offers.at(occupant, time));
            fLinks.addCpu(quark, id);
            add(id, "Interrupts", LAST, cpu, ResourceAttributes.INTERRUPT, looks::interrupt, entries);
        });
        VcpuNames names = new VcpuNames(states, host);
        for (Machines.Vm vm : vms) {
            long parent = id(host.quark() + MachineAttributes.VMS + vm.key());
            entries.add(new TimeGraphEntryModel(parent, id(host.quark()), vm.label(), vm.begin(), vm.end(), false));
            fLinks.addVm(vm, parent);
            for (Machines.Vcpu vcpu : vm.vcpus()) {
                Place place = new Place(states, vcpu.quark(), vcpu.begin(), vcpu.end(), looks);
                long id = add(parent, "vCPU " + vcpu.number(), vcpu.number(), place, VcpuAttributes.PHYSICAL_CPU, looks::processor, entries);
                long waits = add(id, "Waits for", LAST, place, VcpuAttributes.WAITS_FOR, looks::awaited, entries);
                fLinks.addVcpu(host, vcpu, names, id);
                List<PathOffer> offer = List.of(OccupantOffers.of(vm, vcpu));
                fOffers.put(id, time -> offer);
                fOffers.put(waits, time -> offer);
                if (states.optQuarkRelative(vcpu.quark(), NestedAttributes.NESTED) >= 0) {
                    add(id, NestedRows.LABEL, LAST, place, NestedAttributes.NESTED, looks::nested, entries);
                }
                IntToLongFunction row = cpu -> row(states, host, cpu);
                fMigrating.put(vcpu.quark(), new Migrations.Rows(vcpu, row, row));
            }
        }
        fLinks.tree().add(entries);
    }

    @Override
    public String followed(long row) {
        return fLinks.vm(row);
    }

    @Override
    public Set<Long> rowsOf(long row) {
        try {
            ITmfStateSystem states = states();
            return states == null ? Set.of() : fLinks.rowsOf(states, row);
        } catch (StateSystemDisposedException e) {
            // the trace was closed
            return Set.of();
        }
    }

    @Override
    public Link preemptor(long row, long time) {
        ITmfStateSystem states = states();
        return states == null ? null : fLinks.preemptor(states, row, time);
    }

    /** The place of what has no number among its neighbours. */
    private static final int LAST = Integer.MAX_VALUE;

    /** What rows are about: a processor or a vCPU, during its life. */
    private record Place(ITmfStateSystem states, int quark, long begin, long end, ResourceLooks looks) { }

    private long add(long parent, String label, int place, Place of, String attribute, Looks looks, List<TimeGraphEntryModel> entries) {
        return add(parent, label, place, of, attribute, new StateRow(of.states().optQuarkRelative(of.quark(), attribute), of.begin(),
                of.end(), looks), entries);
    }

    private long add(long parent, String label, int place, Place of, String attribute, Row row, List<TimeGraphEntryModel> entries) {
        long id = id(of.quark() + attribute);
        entries.add(new OrderedEntry(id, parent, label, of.begin(), of.end(), true, place));
        show(id, row);
        fTooltips.put(id, new ResourceTooltip(of.quark(), of.begin(), of.end(), of.looks()));
        return id;
    }

    /** The row of the processor with a number. */
    private long row(ITmfStateSystem states, Machines.Host host, int cpu) {
        int quark = states.optQuarkRelative(host.quark(), MachineAttributes.CPUS, Integer.toString(cpu));
        return id(quark + ResourceAttributes.OCCUPANT);
    }

    @Override
    protected List<ITimeGraphArrow> arrows(ITmfStateSystem states, long begin, long end, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        return Migrations.arrows(states, fMigrating.values(), begin, end, monitor);
    }

    @Override
    public List<PathOffer> offers(long entry, long time) {
        LongFunction<List<PathOffer>> offers = fOffers.get(entry);
        return offers == null ? List.of() : offers.apply(time);
    }

    @Override
    protected Map<String, String> tooltip(ITmfStateSystem states, long entry, long time) throws StateSystemDisposedException {
        ResourceTooltip tooltip = fTooltips.get(entry);
        return tooltip == null ? Map.of() : tooltip.at(states, time);
    }
}
