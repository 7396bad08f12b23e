/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.cpu.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.cpu.Accounting;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.TableColumns;
import org.hypertrace.core.view.ModelTableProvider;
import org.hypertrace.core.view.TimeInSight;

/**
 * The table of what each vCPU got per period in the time asked for. A period is 1, 2 or 5 times a power of ten, from 1 ms on:
 * the shortest for which {@value #MOST} rows are enough. The first one begins with the trace.
 */
public final class AccountingTableProvider extends ModelTableProvider {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.resource.accounting";
    /** The headers of its columns. */
    public static final TableColumns COLUMNS = TableColumns.of("VM", "vCPU", "Period", "Period length", "From", "Lived", "Gotten", "Blocked", "Waiting", "Unknown",
            "Executions", "Mean allocation", "Migrations", "I/O")
            .adding("Lived", "Gotten", "Blocked", "Waiting", "Unknown", "Executions", "Migrations", "I/O");

    private static final int MOST = 300;
    private static final long SHORTEST = 1_000_000;
    private static final long[] STEPS = { 1, 2, 5 };

    /** @param trace a trace or experiment */
    public AccountingTableProvider(ITmfTrace trace) {
        super(ID, COLUMNS, trace, MissingDataMessage.of(trace));
    }

    @Override
    protected List<TmfTreeDataModel> rows(ITmfStateSystem states, Map<String, Object> parameters, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        TimeInSight time = TimeInSight.of(states, parameters);
        List<Machines.Host> hosts = Machines.of(states);
        long length = length(hosts, time);
        List<TmfTreeDataModel> rows = new ArrayList<>();
        for (Machines.Host host : hosts) {
            for (Machines.Vm vm : host.vms()) {
                for (Machines.Vcpu vcpu : vm.vcpus()) {
                    check(monitor);
                    String key = host.id() + ' ' + vcpu.tid() + ' ' + vcpu.begin() + ' ' + length + ' ';
                    for (Accounting.Period period : Accounting.of(states, host, vcpu, length, time.from(), time.to()).periods()) {
                        rows.add(row(key + period.n(), cells(vm, vcpu, length, period), period.begin(), period.end()));
                    }
                }
            }
        }
        return rows.isEmpty() ? List.of(note("There is no vCPU in this time.")) : rows;
    }

    private static long length(List<Machines.Host> hosts, TimeInSight time) {
        // with so many vCPUs that each has a row of its own already, no period is long enough
        long power = SHORTEST;
        for (int step = 0; power * STEPS[step] < time.to() - time.from(); step = (step + 1) % STEPS.length) {
            long length = power * STEPS[step];
            if (hosts.stream().mapToLong(host -> Accounting.count(host, length, time.from(), time.to())).sum() <= MOST) {
                return length;
            }
            power *= step == STEPS.length - 1 ? 10 : 1;
        }
        return Math.max(SHORTEST, time.to() - time.from());
    }

    private static List<Object> cells(Machines.Vm vm, Machines.Vcpu vcpu, long length, Accounting.Period period) {
        return List.of(vm.who().labelOnHost(), "vCPU " + vcpu.number(), Amount.count(period.n()), Amount.ns(length), Amount.time(period.begin()),
                Amount.ns(period.end() - period.begin()), Amount.ns(period.gotten()), Amount.ns(period.blocked()), Amount.ns(period.waiting()),
                Amount.ns(period.unknown()), Amount.count(period.executions()),
                period.meanAllocation() < 0 ? "" : Amount.ns(period.meanAllocation()), Amount.count(period.migrations()), Amount.count(period.io()));
    }
}
