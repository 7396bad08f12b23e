/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine.read;

import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.ProgressMonitorWrapper;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.lifetime.ClosedTraces;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.machine.clock.RingTies;

/** Reads the events of hosts once before they are read for others, where manifests name rings: when their records were depends on all of them. */
final class RingReading {

    /** Can cancel, but is no task of its own. */
    private static final class Silent extends ProgressMonitorWrapper {

        Silent(IProgressMonitor monitor) {
            super(monitor);
        }

        @Override
        public void beginTask(String name, int work) {
            // whose task it is began, or begins
        }

        @Override
        public void worked(int work) {
            // as above
        }

        @Override
        public void done() {
            // as above
        }
    }

    /** Until a trace is closed: what was found last. */
    private static final Kept<ITmfTrace, List<HostEvent>> FOUND = ClosedTraces.kept();

    private RingReading() {
    }

    /**
     * @param trace
     *            a trace or an experiment
     * @param traces
     *            its hosts
     * @param monitor
     *            can cancel
     * @return what is to come before all events; nothing without rings, and then nothing is read; null if not all could be read
     */
    static List<HostEvent> of(ITmfTrace trace, HostTraces traces, IProgressMonitor monitor) {
        if (traces.hosts().stream().noneMatch(host -> host.manifest() != null && host.manifest().hasRings())) {
            return List.of();
        }
        try (RingTies ties = new RingTies(host -> traces.hosts().get(host).manifest())) {
            List<HostEvent> found = HostEventRequest.readOnce(trace, traces, ties::accept, new Silent(monitor)) ? ties.finish() : null;
            if (found != null) {
                FOUND.put(trace, found);
            }
            return found;
        }
    }

    /** The same as it was found by the last reading, if there was one. */
    static List<HostEvent> found(ITmfTrace trace, HostTraces traces, IProgressMonitor monitor) {
        List<HostEvent> found = FOUND.get(trace);
        return found != null ? found : of(trace, traces, monitor);
    }
}
