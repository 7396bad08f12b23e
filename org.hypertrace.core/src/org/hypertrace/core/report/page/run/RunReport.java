/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.page.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.quantity.NotChecked;
import org.hypertrace.core.run.Budget;
import org.hypertrace.core.run.GuestRun;
import org.hypertrace.core.run.Run;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.settings.GuestSymbols;

/**
 * How the guests in some traces booted or shut down: the one result that is written as text, JSON, CSV, HTML and TAP.
 *
 * @param <R>
 *            which of both
 * @param named
 *            what the user named
 * @param traces
 *            each analysed by itself
 * @param comparisons
 *            those asked for
 * @param budgets
 *            those asked for, held against every run
 * @param notChecked
 *            those that no run can be held against
 * @param paths
 *            what the critical path of each run consists of, where that was asked for; by the run itself
 */
public record RunReport<R extends Run>(String named, List<Trace<R>> traces, List<RunComparison<R>> comparisons,
        List<Budget.Result> budgets, List<NotChecked> notChecked, Map<Run, RunPath> paths) {

    /**
     * What one of the traces named reports.
     *
     * @param name
     *            a short one for people
     * @param begin
     *            of the stretch reported, ns since the epoch
     * @param problems
     *            with files of symbols, a sentence each
     */
    public record Trace<R extends Run>(String name, long begin, long end, List<RecordedEvents.Missing> missing, List<Host<R>> hosts,
            List<String> problems) { }

    /** A host, and those guests on it that were asked for. */
    public record Host<R extends Run>(Machines.Host host, List<Guest<R>> guests) { }

    /**
     * The boots or shutdowns of a VM's own guest, or of one nested in it.
     *
     * @param vm
     *            null if its host saw none run a guest
     * @param who
     *            the guest
     */
    public record Guest<R extends Run>(Machines.Vm vm, VmName who, List<R> runs) {

        /** @return its name for people */
        public String name() {
            return who.label();
        }
    }

    /**
     * @param <R>
     *            boots or shutdowns
     * @param name
     *            a short one for people
     * @param states
     *            the model, complete
     * @param traces
     *            the hosts' and the guests'
     * @param symbols
     *            of its guests' kernels
     * @param from
     *            begin of the stretch reported, ns since the epoch
     * @param to
     *            its end
     * @param runs
     *            those asked for, by host, guest and number
     * @return what the trace reports
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static <R extends Run> Trace<R> of(String name, ITmfStateSystem states, HostTraces traces, GuestSymbols symbols,
            long from, long to, List<R> runs) throws StateSystemDisposedException {
        List<Host<R>> hosts = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            List<Guest<R>> guests = new ArrayList<>();
            for (R run : runs) {
                GuestRun what = run.what();
                if (what.host().quark() == host.quark()) {
                    Guest<R> last = guests.isEmpty() ? null : guests.get(guests.size() - 1);
                    if (last == null || !last.who().equals(what.who()) || last.vm() == null && what.vm() != null) {
                        last = new Guest<>(what.vm(), what.who(), new ArrayList<>());
                        guests.add(last);
                    }
                    last.runs().add(run);
                }
            }
            hosts.add(new Host<>(host, guests));
        }
        return new Trace<>(name, Math.max(from, states.getStartTime()), Math.min(to, states.getCurrentEndTime()),
                traces.missing(), hosts, symbols.problems());
    }

    /** @return what people read of the run's critical path, a sentence each; nothing if it was not looked for */
    List<String> pathOf(Run run) {
        RunPath path = paths.get(run);
        return path == null ? List.of() : path.sentences(run.what().begin());
    }

    /** @return all runs of all traces, in their order */
    public List<R> runs() {
        return runs(traces);
    }

    /**
     * @param <R>
     *            boots or shutdowns
     * @param traces
     *            some traces
     * @return all of these traces, in their order
     */
    public static <R extends Run> List<R> runs(List<Trace<R>> traces) {
        return traces.stream().flatMap(trace -> trace.hosts().stream()).flatMap(host -> host.guests().stream())
                .flatMap(guest -> guest.runs().stream()).toList();
    }
}
