/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.clock.read.OwnClock;
import org.hypertrace.core.cpu.VmTimes;
import org.hypertrace.core.exit.columns.ExitColumns;
import org.hypertrace.core.failure.Beside;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.settings.GuestSymbols;

/** The one list of all findings in a trace, of whatever notion, the most important first. */
public final class Findings {

    /**
     * What findings are looked for in.
     *
     * @param states
     *            the model, complete
     * @param exits
     *            the VM exits, null if they are not known
     * @param paths
     *            what critical paths are found in, null if that was not gathered
     * @param symbols
     *            of the guests' kernels
     * @param clocks
     *            of guests' own traces
     */
    public record Sources(ITmfStateSystem states, ExitColumns exits, CriticalPaths paths, GuestSymbols symbols, List<OwnClock> clocks) { }

    /**
     * Which are asked for.
     *
     * @param from
     *            begin of the time, ns since the epoch
     * @param to
     *            its end, exclusive
     * @param vms
     *            of which VMs; losses are of all, since they may be any VM's
     */
    record Asked(long from, long to, Predicate<Machines.Vm> vms) {

        boolean isIn(long begin, long end) {
            return begin < to && end > from;
        }
    }

    private Findings() {
    }

    /**
     * @param sources
     *            what they are looked for in
     * @param from
     *            begin of the time asked for, ns since the epoch
     * @param to
     *            its end, exclusive
     * @param vms
     *            the VMs asked for
     * @param monitor
     *            can cancel
     * @return the findings
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     * @throws OperationCanceledException
     *             if it was cancelled
     */
    public static List<Finding> of(Sources sources, long from, long to, Predicate<Machines.Vm> vms, IProgressMonitor monitor)
            throws StateSystemDisposedException {
        Asked asked = new Asked(Math.max(from, sources.states.getStartTime()), Math.min(to, sources.states.getCurrentEndTime()), vms);
        List<Finding> all = new ArrayList<>();
        try (Beside<List<Finding>> runs = Beside.of("Findings of hosts and runs", () -> ofHostsAndRuns(sources, asked, monitor))) {
            all.addAll(ofVcpus(sources, asked, monitor));
            all.addAll(runs.get(StateSystemDisposedException.class));
        }
        all.sort(Finding.IMPORTANCE);
        return List.copyOf(all);
    }

    private static List<Finding> ofVcpus(Sources sources, Asked asked, IProgressMonitor monitor) throws StateSystemDisposedException {
        List<Finding> all = new ArrayList<>(LossFindings.of(sources.states, asked));
        VmTimes times = new VmTimes(sources.states, asked.from, asked.to, monitor);
        for (Machines.Host host : Machines.of(sources.states)) {
            all.addAll(ProcessorFindings.steal(times, host, asked));
        }
        all.addAll(ClockProblems.of(sources, asked));
        if (sources.exits != null) {
            all.addAll(ExitCosts.of(sources, asked, times, monitor));
        }
        return all;
    }

    /** Takes about as long as those of vCPUs. */
    private static List<Finding> ofHostsAndRuns(Sources sources, Asked asked, IProgressMonitor monitor) throws StateSystemDisposedException {
        List<Finding> all = new ArrayList<>(BootProblems.of(sources, asked));
        for (Machines.Host host : Machines.of(sources.states)) {
            all.addAll(ProcessorFindings.overcommit(sources.states, host, asked));
        }
        all.addAll(SlowShutdowns.of(sources, asked));
        all.addAll(PathFindings.of(sources, asked, monitor));
        return all;
    }
}
