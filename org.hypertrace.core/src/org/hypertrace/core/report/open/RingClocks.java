/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.clock.read.RingTied;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostEventRequest;
import org.hypertrace.core.machine.read.HostTraces;

/** How the TSCs of guests with rings were put on the clocks of their hosts. */
public final class RingClocks {

    private RingClocks() {
    }

    /**
     * @param traces
     *            of hosts
     * @param machines
     *            the hosts and their VMs
     * @param monitor
     *            can cancel
     * @return as the last pass found it; if there was none, the hosts are read. Without rings nothing is
     * @throws ReportException
     *             if a trace is damaged
     */
    public static List<RingTied> of(OpenTraces traces, List<Machines.Host> machines, IProgressMonitor monitor) throws ReportException {
        List<HostEvent> clocks = new ArrayList<>();
        HostTraces hosts = traces.hosts();
        traces.read(monitor, () -> {
            List<HostEvent> found = HostEventRequest.ringClocks(traces.trace(), hosts, monitor);
            clocks.addAll(found == null ? List.of() : found);
            return found != null;
        });
        return RingTied.of(clocks, hosts, machines);
    }
}
