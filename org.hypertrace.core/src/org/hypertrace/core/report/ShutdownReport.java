/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.kvm.RecordedEvents;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.Shutdowns;

/**
 * How the guests of a trace shut down: the one result that is written as text, JSON and CSV.
 *
 * @param trace
 *            what the user named
 * @param begin
 *            of the stretch reported, ns since the epoch
 * @param missing
 *            what was not recorded and is missed
 * @param shutdowns
 *            by host, guest and number
 * @param problems
 *            with files of symbols, a sentence each
 */
public record ShutdownReport(String trace, long begin, long end, List<RecordedEvents.Missing> missing,
        List<ShutdownProfile> shutdowns, List<String> problems) {

    static ShutdownReport of(String trace, ITmfStateSystem states, HostTraces traces, GuestSymbols symbols,
            ModelReport.Range range, Predicate<GuestShutdown> asked) throws StateSystemDisposedException {
        List<ShutdownProfile> shutdowns = new ArrayList<>();
        for (GuestShutdown shutdown : Shutdowns.of(states)) {
            if (asked.test(shutdown) && shutdown.begin() < range.to() && shutdown.end() > range.from()) {
                shutdowns.add(ShutdownProfile.of(states, shutdown, symbols));
            }
        }
        return new ShutdownReport(trace, Math.max(range.from(), states.getStartTime()), Math.min(range.to(),
                states.getCurrentEndTime()), traces.missing(), shutdowns, symbols.problems());
    }

    /** @return whether nobody shuts down in it */
    boolean isEmpty() {
        return shutdowns.isEmpty();
    }
}
