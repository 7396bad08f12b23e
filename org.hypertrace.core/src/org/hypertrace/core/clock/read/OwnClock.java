/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.clock.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.clock.Fit;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.GuestTrace;
import org.hypertrace.core.machine.read.HostTraces;

/**
 * The clock of a VM's own trace: whether the VM's times can be trusted.
 *
 * @param vm
 *            whose trace it is
 * @param fit
 *            how well the clock fits the host's
 */
public record OwnClock(VmName vm, Fit fit) {

    /** What it is called where data quality is shown. */
    public static final String LABEL = "clock";

    /**
     * @param tied
     *            clocks that were compared
     * @return the same in short
     */
    public static List<OwnClock> of(List<GuestTraceClocks.Tied> tied) {
        return tied.stream().map(one -> new OwnClock(one.vm(), one.quality().fit())).toList();
    }

    /**
     * What a project keeps. Nothing is read anew: where a user has set other times, it is not known how well they fit.
     *
     * @param traces
     *            of hosts and guests
     * @param machines
     *            the hosts and their VMs
     * @return of the traces that guests recorded themselves, in their order
     */
    public static List<OwnClock> kept(HostTraces traces, List<Machines.Host> machines) {
        List<OwnClock> found = new ArrayList<>();
        Map<ITmfTrace, Integer> seen = new HashMap<>();
        for (GuestTrace guest : GuestTraceClocks.ownTraces(traces)) {
            // a trace again for each host that names it
            int place = seen.merge(guest.trace(), 1, Integer::sum) - 1;
            KeptClock kept = guest.keptClock();
            VmName vm = guest.vmOf(traces, machines);
            if (vm != null && kept != null && place < kept.fits().size()) {
                found.add(new OwnClock(vm, kept.fits().get(place)));
            }
        }
        return found;
    }

    /** @return whether the VM's times are not, or not quite, those of the host */
    public boolean isInDoubt() {
        return !fit.isTied() || fit.violations() > 0;
    }
}
