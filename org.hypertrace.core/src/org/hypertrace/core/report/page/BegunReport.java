/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.failure.Beside;
import org.hypertrace.core.losses.DataLoss;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.task.TaskFigures;
import org.hypertrace.core.task.TaskTable;
import org.hypertrace.core.task.Tasks;
import org.hypertrace.core.vcpu.VcpuTable;

/**
 * A report of which the threads of guests are still to come: they take the longest and are found on a thread of their own. What else a report
 * needs, such as findings, can be found beside them.
 */
public final class BegunReport implements AutoCloseable {

    /** A host, those of its VMs that are reported, and its guests. */
    private record Asked(Machines.Host host, VcpuTable table, List<Machines.Vm> vms, List<Tasks.Guest> guests) { }

    private final Beside<List<Map<String, List<TaskFigures>>>> fThreads;
    private final ModelReport fReport;

    private BegunReport(Beside<List<Map<String, List<TaskFigures>>>> threads, ModelReport report) {
        fThreads = threads;
        fReport = report;
    }

    /**
     * @param trace
     *            what the user named
     * @param states
     *            the model, complete
     * @param traces
     *            the hosts' and the guests'
     * @param range
     *            the stretch asked for
     * @param vms
     *            which VMs are asked for
     * @return the report that was begun, to be closed
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static BegunReport of(String trace, ITmfStateSystem states, HostTraces traces, ModelReport.Range range, Predicate<Machines.Vm> vms)
            throws StateSystemDisposedException {
        long begin = Math.max(range.from(), states.getStartTime());
        long end = Math.min(range.to(), states.getCurrentEndTime());
        List<Asked> hosts = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            VcpuTable table = new VcpuTable(states, host, begin, end);
            hosts.add(new Asked(host, table, host.vms().stream().filter(vm -> vms.test(vm) && vm.vcpus().stream().anyMatch(table::lives)).toList(),
                    Tasks.of(states, host)));
        }
        Beside<List<Map<String, List<TaskFigures>>>> threads = Beside.of("Threads of guests", () -> threads(states, hosts, begin, end));
        BegunReport begun = null;
        try {
            List<ModelReport.Host> found = new ArrayList<>();
            for (Asked host : hosts) {
                found.add(ModelReport.host(host.host, host.vms, states, traces, host.table, host.guests, begin, end));
            }
            begun = new BegunReport(threads, new ModelReport(trace, begin, end, traces.missing(), found, DataLoss.of(states, begin, end), List.of(), List.of(),
                    List.of()));
        } finally {
            if (begun == null) {
                threads.close();
            }
        }
        return begun;
    }

    /** Of each host, by the keys of VMs. */
    private static List<Map<String, List<TaskFigures>>> threads(ITmfStateSystem states, List<Asked> hosts, long begin, long end)
            throws StateSystemDisposedException {
        List<Map<String, List<TaskFigures>>> all = new ArrayList<>();
        for (Asked host : hosts) {
            Map<String, List<TaskFigures>> threads = new HashMap<>();
            for (Machines.Vm vm : host.vms) {
                List<TaskFigures> own = new ArrayList<>();
                for (Tasks.Guest guest : host.guests) {
                    if (guest.vm().equals(vm.key())) {
                        own.addAll(TaskTable.of(states, guest, begin, end));
                    }
                }
                threads.put(vm.key(), own);
            }
            all.add(threads);
        }
        return all;
    }

    /** @return the report without threads of guests */
    public ModelReport report() {
        return fReport;
    }

    /**
     * Waits for the threads of guests.
     *
     * @param report
     *            {@link #report}, to which anything but VMs may have been added
     * @return the same with the threads of guests
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public ModelReport whole(ModelReport report) throws StateSystemDisposedException {
        return report.withThreads(fThreads.get(StateSystemDisposedException.class));
    }

    /** Waits until nothing goes on. */
    @Override
    public void close() {
        fThreads.close();
    }
}
