/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.boot.BootBudget;
import org.hypertrace.core.boot.BootProfile;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.boot.compare.BootComparison;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.machine.Machines;

/**
 * How the guests in some traces booted: the one result that is written as text, JSON, CSV, HTML and TAP.
 *
 * @param named
 *            what the user named
 * @param traces
 *            each analysed by itself
 * @param comparisons
 *            those asked for
 * @param budgets
 *            those asked for, held against every boot
 * @param without
 *            functions that may be left out of the next recording, null if none were named
 */
public record BootReport(String named, List<Trace> traces, List<BootComparison> comparisons, List<BootBudget.Outcome> budgets,
        String without) {

    /**
     * What one of the traces named says.
     *
     * @param name
     *            a short one for people
     * @param begin
     *            of the stretch reported, ns since the epoch
     * @param problems
     *            with files of symbols, a sentence each
     */
    public record Trace(String name, long begin, long end, List<RecordedEvents.Missing> missing, List<Host> hosts,
            List<String> problems) { }

    /** A host, and those guests on it that were asked for. */
    public record Host(Machines.Host host, List<Guest> guests) { }

    /**
     * The boots of a VM's own guest, or of one nested in it.
     *
     * @param vm
     *            null if its host saw none run a guest
     * @param name
     *            for people
     * @param nested
     *            level and number of the nested guest, null for the VM's own
     */
    public record Guest(Machines.Vm vm, String name, String nested, List<BootProfile> boots) {

        /** @return the boots without their figures */
        public List<GuestBoot> guestBoots() {
            return boots.stream().map(BootProfile::boot).toList();
        }
    }

    /**
     * @param name
     *            a short one for people
     * @param states
     *            the model, complete
     * @param traces
     *            the hosts' and the guests'
     * @param symbols
     *            of its guests' kernels
     * @param range
     *            boots outside of this stretch are left out
     * @param vms
     *            tells which guests are asked for
     * @param monitor
     *            can cancel
     * @return what the trace says
     * @throws CannotReport
     *             if it is cancelled
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    static Trace of(String name, ITmfStateSystem states, HostTraces traces, GuestSymbols symbols,
            ModelReport.Range range, Predicate<GuestBoot> vms, IProgressMonitor monitor)
            throws CannotReport, StateSystemDisposedException {
        List<GuestBoot> boots = Boots.of(states);
        List<Host> hosts = new ArrayList<>();
        for (Machines.Host host : Machines.of(states)) {
            List<Guest> guests = new ArrayList<>();
            for (GuestBoot boot : boots) {
                if (monitor.isCanceled()) {
                    throw new CannotReport("Cancelled.");
                }
                if (boot.host().quark() == host.quark() && vms.test(boot) && boot.begin() < range.to()
                        && boot.end() > range.from()) {
                    Guest last = guests.isEmpty() ? null : guests.get(guests.size() - 1);
                    if (last == null || !last.name().equals(boot.guest()) || last.vm() == null && boot.vm() != null) {
                        last = new Guest(boot.vm(), boot.guest(), boot.nested(), new ArrayList<>());
                        guests.add(last);
                    }
                    last.boots().add(BootProfile.of(name, states, boot, symbols));
                }
            }
            hosts.add(new Host(host, guests));
        }
        return new Trace(name, Math.max(range.from(), states.getStartTime()), Math.min(range.to(), states.getCurrentEndTime()),
                traces.missing(), hosts, symbols.problems());
    }

    /** @return all boots of all traces, in their order */
    public List<BootProfile> boots() {
        return boots(traces);
    }

    static List<BootProfile> boots(List<Trace> traces) {
        return traces.stream().flatMap(trace -> trace.hosts().stream()).flatMap(host -> host.guests().stream())
                .flatMap(guest -> guest.boots().stream()).toList();
    }
}
