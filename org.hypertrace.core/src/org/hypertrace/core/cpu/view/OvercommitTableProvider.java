/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.cpu.Overcommit;
import org.hypertrace.core.cpu.OvercommitTable;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.TimeInSight;

/**
 * The table of how many vCPUs wanted a processor at once, and what each wanted and got, in the time asked for. A host has a row per demand,
 * whose times sum to its own, and a row per vCPU.
 */
public final class OvercommitTableProvider extends ModelTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.resource.overcommit";
    /** The header of the column with the share of the time, which can be drawn as a bar. */
    public static final String SHARE = "Share";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("Demand, vCPU", "Time", SHARE, "Fit", "Wanted", "Got", "Stolen", "Stolen of wanted",
            "Longest wait", "Executions", "Mean run", "Migrations")
            .adding("Time", "Wanted", "Got", "Stolen", "Executions", "Migrations");

    private static final int OF_DEMAND = 4;

    /** @param trace a trace or experiment */
    public OvercommitTableProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        TimeInSight time = TimeInSight.of(states, parameters);
        List<TmfTreeDataModel> rows = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            Overcommit found = OvercommitTable.of(states, host, time.from(), time.to());
            if (found != null) {
                add(rows, found);
            }
        }
        return rows.isEmpty() ? List.of(note("There is no vCPU in this time.")) : rows;
    }

    private void add(List<TmfTreeDataModel> rows, Overcommit found) {
        String host = found.host().id();
        long all = found.end() - found.begin();
        rows.add(row(host, NOWHERE, filled(List.of(found.host().name(), Amount.ns(all), "", count(found.vcpus().size(), "vCPU") + " on "
                + count(found.processors(), "processor")))));
        found.demand().forEach((demand, ns) -> rows.add(row(host + " demand " + demand, id(host), filled(List.of(count(demand, "vCPU")
                + (demand == 1 ? " wants" : " want") + " a processor", Amount.ns(ns), Amount.share(ns, all),
                found.fit(demand).name().toLowerCase(Locale.ROOT))))));
        for (Overcommit.Vcpu vcpu : found.vcpus()) {
            rows.add(row(host + " vCPU " + vcpu.vcpu().tid() + ' ' + vcpu.vcpu().begin(), id(host), List.of(vcpu.vm().label() + " vCPU "
                    + vcpu.vcpu().number(), Amount.ns(vcpu.life()), "", "", Amount.ns(vcpu.wanted()), Amount.ns(vcpu.got()),
                    Amount.ns(vcpu.steal()), Amount.share(vcpu.steal(), vcpu.wanted()), Amount.ns(vcpu.longestWait()),
                    Amount.count(vcpu.executions()), vcpu.meanRun() < 0 ? "" : Amount.ns(vcpu.meanRun()), Amount.count(vcpu.migrations()))));
        }
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** What only vCPUs have is empty. */
    private static List<Object> filled(List<Object> cells) {
        List<Object> all = new ArrayList<>(cells);
        for (int i = OF_DEMAND; i < COLUMNS.size(); i++) {
            all.add("");
        }
        return all;
    }
}
