/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.clock.read.GuestTraceClocks;
import org.hypertrace.core.machine.Machines;

/** Puts the traces that guests recorded themselves on the clocks of their hosts. */
public final class ClockReading {

    private ClockReading() {
    }

    /**
     * @param traces
     *            of hosts and guests
     * @param machines
     *            the hosts and their VMs
     * @param monitor
     *            gets the progress, and can cancel
     * @return how each guest's own trace fits; none if there is no such trace, and then nothing is read
     * @throws ReportException
     *             if a trace is damaged
     */
    public static List<GuestTraceClocks.Tied> of(OpenTraces traces, List<Machines.Host> machines, IProgressMonitor monitor)
            throws ReportException {
        List<GuestTraceClocks.Tied> found = new ArrayList<>();
        try (GuestTraceClocks clocks = new GuestTraceClocks(traces.hosts(), machines, traces.dialects())) {
            if (!clocks.isEmpty()) {
                traces.events(Long.MAX_VALUE, clocks::accept, monitor);
                traces.fReading.read(monitor, () -> null, () -> found.addAll(clocks.finish(monitor)));
            }
        }
        return found;
    }
}
