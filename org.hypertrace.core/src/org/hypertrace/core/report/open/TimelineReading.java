/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.clock.read.PassClocks;
import org.hypertrace.core.timeline.Timeline;

/** Reads events for who has a timeline of its own. Clocks of guests' own traces that wait for the next pass are found besides. */
public final class TimelineReading {

    private TimelineReading() {
    }

    /**
     * Reads the events of the hosts, and lets everything out that waits.
     *
     * @param traces
     *            of hosts and guests
     * @param timeline
     *            has had no event so far
     * @param until
     *            the events from this time on are not wanted, ns since the epoch; {@link Long#MAX_VALUE} if clocks are to be found
     * @param monitor
     *            can cancel
     * @return false if all is to be done again, as clocks had to be known before: now they are
     * @throws ReportException
     *             if there is nothing to read or a trace is damaged
     */
    public static boolean read(OpenTraces traces, Timeline timeline, long until, IProgressMonitor monitor) throws ReportException {
        PassClocks clocks = traces.ofPass();
        boolean finds = clocks != null && until == Long.MAX_VALUE && clocks.follow(timeline);
        traces.events(until, timeline::accept, monitor);
        timeline.finish();
        if (finds) {
            traces.read(monitor, () -> clocks.decide(monitor));
        }
        return !traces.isAgain(monitor);
    }
}
