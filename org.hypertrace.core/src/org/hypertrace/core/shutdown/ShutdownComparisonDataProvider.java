/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.compare.RunComparison;
import org.hypertrace.core.boot.compare.RunComparisonProvider;
import org.hypertrace.core.boot.compare.RunGroup;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.provider.Explanation;

/** The table of a comparison of two shutdowns of a trace or experiment. */
public final class ShutdownComparisonDataProvider extends RunComparisonProvider<ShutdownProfile> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.shutdown.comparison";

    /** @param trace a trace or experiment */
    public ShutdownComparisonDataProvider(ITmfTrace trace) {
        super(ID, "shutdown", "devices and notifiers", Explanation.noShutdown(), Explanation.of(trace), trace);
    }

    @Override
    protected List<ShutdownProfile> runs(ITmfStateSystem states, GuestSymbols symbols) throws StateSystemDisposedException {
        List<ShutdownProfile> shutdowns = new ArrayList<>();
        for (GuestShutdown shutdown : Shutdowns.of(states)) {
            shutdowns.add(ShutdownTimesCache.of(states, shutdown, symbols));
        }
        return shutdowns;
    }

    @Override
    protected RunComparison<ShutdownProfile> compare(RunGroup<ShutdownProfile> a, RunGroup<ShutdownProfile> b) {
        return ShutdownComparer.compare(a, b);
    }
}
