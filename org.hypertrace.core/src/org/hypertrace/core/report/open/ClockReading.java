/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.clock.read.GuestTraceClocks;
import org.hypertrace.core.clock.read.GuestTraceClocks.Placed;
import org.hypertrace.core.clock.read.GuestTraceClocks.Tied;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.machine.read.StateHistory;
import org.hypertrace.core.model.ModelAnalysis;

/** Puts the traces that guests recorded themselves on the clocks of their hosts. */
final class ClockReading {

    private ClockReading() {
    }

    /**
     * @param traces
     *            of hosts and guests
     * @param monitor
     *            gets the progress, and can cancel
     * @return how each guest's own trace fits; none if there is no such trace, and then nothing is read
     * @throws ReportException
     *             if a trace is damaged
     */
    static List<Placed> of(JoinedTraces traces, IProgressMonitor monitor) throws ReportException {
        List<Placed> found = new ArrayList<>();
        HostTraces hosts = traces.hosts();
        if (GuestTraceClocks.areNeeded(hosts) && MissingDataMessage.ofBoots(traces.trace()) == null) {
            monitor.subTask("comparing clocks");
            try (GuestTraceClocks clocks = new GuestTraceClocks(hosts, traces.dialects())) {
                traces.read(monitor, () -> clocks.read(traces.trace(), monitor));
                traces.read(monitor, () -> found.addAll(clocks.finish(monitor)));
            }
        }
        return found;
    }

    /**
     * @param traces
     *            of hosts and guests
     * @param monitor
     *            can cancel
     * @return the clocks, found or to be found by the next pass; null if they cannot wait for that, or it is not needed
     * @throws ReportException
     *             if a trace is damaged
     */
    static PassClocks ofPass(JoinedTraces traces, IProgressMonitor monitor) throws ReportException {
        HostTraces hosts = traces.hosts();
        PassClocks[] found = new PassClocks[1];
        Path history = Path.of(TmfTraceManager.getSupplementaryFileDir(traces.trace()), ModelAnalysis.ID + StateHistory.SUFFIX);
        if (PassClocks.canWait(traces.trace(), hosts) && MissingDataMessage.ofBoots(traces.trace()) == null && !Files.exists(history)) {
            monitor.subTask("comparing clocks");
            traces.read(monitor, () -> {
                found[0] = PassClocks.of(traces.trace(), hosts, traces.dialects(), monitor);
                return found[0] != null;
            });
        }
        return found[0];
    }

    /** What shows the traces on the clocks of their hosts, by their folders: those of which an offset is known at least. */
    static Map<Path, ITmfTimestampTransform> transforms(List<Placed> found) {
        Map<Path, ITmfTimestampTransform> transforms = new HashMap<>();
        for (Placed placed : found) {
            ITmfTimestampTransform transform = PassClocks.deciding(placed.path(), found).transform();
            if (transform != null) {
                transforms.put(Path.of(placed.path()), transform);
            }
        }
        return transforms;
    }

    /** Whose the traces are; those of a VM that did not run are left out. */
    static List<Tied> tied(List<Placed> found, HostTraces traces, List<Machines.Host> machines) {
        List<Tied> tied = new ArrayList<>();
        for (Placed placed : found) {
            traces.guests().stream().filter(guest -> guest.host() == placed.host() && guest.trace().getPath().equals(placed.path()))
                    .map(guest -> guest.vmOf(traces, machines)).filter(Objects::nonNull)
                    .findFirst().ifPresent(vm -> tied.add(new Tied(placed.path(), vm, placed.quality())));
        }
        return tied;
    }
}
