/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.vcpu.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.vcpu.StolenBy;
import org.hypertrace.core.vcpu.VcpuTable;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.TimeInSight;

/**
 * The preemptors of all vCPUs in the time asked for, the most first. The figures are those of the report's table {@code preemptors}. The time of a row is that of the longest stretch.
 */
public final class StolenByProvider extends ModelTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.stolenby";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("vCPU", "Preemptor", "Kind", "Total", "Of its life", "Times", "Longest", "When")
            .adding("Total", "Times");

    /** So many rows at the most: nobody looks at more, and a trace may have very many short threads. */
    private static final int MOST = 1000;

    private record Row(Machines.Host host, Machines.Vm vm, Machines.Vcpu vcpu, long life, StolenBy by) {

        List<Object> cells() {
            return List.of(vm.who().labelOnHost() + " vCPU " + vcpu.number(), by.name(), switch (by.who().kind()) {
            case VCPU -> "vCPU";
            case TASK -> "task";
            case INTERRUPT -> "interrupt";
            }, Amount.ns(by.ns()), Amount.share(by.ns(), life), Amount.count(by.times()), Amount.ns(by.longest()), Amount.time(by.begin()));
        }

        List<String> place() {
            return List.of(host.name(), vm.label(), "vCPU " + vcpu.number());
        }
    }

    /** By the ids of rows, which row of the virtual CPUs is meant. */
    private final Map<Long, List<String>> fPlaces = new ConcurrentHashMap<>();

    /** @param trace a trace or experiment */
    public StolenByProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        TimeInSight time = TimeInSight.of(states, parameters);
        List<Row> rows = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            VcpuTable table = new VcpuTable(states, host, time.from(), time.to());
            for (Machines.Vm vm : host.vms()) {
                for (Machines.Vcpu vcpu : vm.vcpus()) {
                    check(monitor);
                    long life = Math.min(time.to(), vcpu.end()) - Math.max(time.from(), vcpu.begin());
                    table.stolenBy(vcpu).forEach(by -> rows.add(new Row(host, vm, vcpu, life, by)));
                }
            }
        }
        rows.sort(Comparator.comparingLong((Row row) -> row.by.ns()).reversed());
        List<TmfTreeDataModel> models = new ArrayList<>();
        fPlaces.clear();
        for (Row row : rows.subList(0, Math.min(MOST, rows.size()))) {
            String key = row.host.id() + ' ' + row.vcpu.tid() + ' ' + row.vcpu.begin() + ' ' + row.by.who().kind() + ' ' + row.by.who().tid() + ' '
                    + row.by.who().name();
            fPlaces.put(id(key), row.place());
            models.add(row(key, row.cells(), row.by.begin(), row.by.end()));
        }
        if (rows.size() > MOST) {
            models.add(note("There are " + (rows.size() - MOST) + " more rows, each with less: select a shorter time."));
        }
        return models.isEmpty() ? List.of(note("Nobody took a processor from a vCPU in this time.")) : models;
    }

    /**
     * @param row
     *            the id of a row
     * @return the names of the rows that lead to its vCPU in the view of virtual CPUs, from the host down; empty if it has none
     */
    public List<String> place(long row) {
        return fPlaces.getOrDefault(row, List.of());
    }
}
