/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.exit.finding;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.cpu.StateTimes;
import org.hypertrace.core.cpu.VmTimes;
import org.hypertrace.core.exit.statistics.ExitTable;
import org.hypertrace.core.machine.Machines;

/** The states of the vCPUs of VMs of a table of exits, as the model has them, in the time that the table is of. */
public final class VmStates {

    private VmStates() {
    }

    /**
     * @param states
     *            the model, complete
     * @param table
     *            the exits
     * @param monitor
     *            can cancel
     * @return the states of each of its VMs; null for nested guests, whose time is that of the VM they are in
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static Function<ExitTable.Vm, StateTimes> of(ITmfStateSystem states, ExitTable table, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        return of(new VmTimes(states, table.query().from(), table.query().to(), monitor), table);
    }

    /**
     * The same for who asks for these times for other reasons, too.
     *
     * @param known
     *            the times of VMs in the time that the table is of
     * @param table
     *            the exits
     * @return the states of each of its VMs; null for nested guests, whose time is that of the VM they are in
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static Function<ExitTable.Vm, StateTimes> of(VmTimes known, ExitTable table) throws StateSystemDisposedException {
        Map<String, StateTimes> times = new HashMap<>();
        for (Machines.Host host : Machines.of(known.states())) {
            for (Machines.Vm vm : host.vms()) {
                for (ExitTable.Vm asked : table.vms()) {
                    if (asked.first().hostId().equals(host.id()) && asked.first().vm().equals(vm.key())) {
                        times.put(ExitTable.vm(asked.first()), known.of(host, vm));
                    }
                }
            }
        }
        return vm -> times.get(ExitTable.vm(vm.first()));
    }
}
