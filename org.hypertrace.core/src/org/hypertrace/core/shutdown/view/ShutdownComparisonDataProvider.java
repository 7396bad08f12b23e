/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.shutdown.view;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.boot.view.RunComparisonProvider;
import org.hypertrace.core.run.compare.RunComparison;
import org.hypertrace.core.run.compare.RunGroup;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.shutdown.GuestShutdown;
import org.hypertrace.core.shutdown.ShutdownComparer;
import org.hypertrace.core.shutdown.ShutdownProfile;
import org.hypertrace.core.shutdown.ShutdownTimesCache;
import org.hypertrace.core.shutdown.Shutdowns;

/** The table of a comparison of two shutdowns of a trace or experiment. */
public final class ShutdownComparisonDataProvider extends RunComparisonProvider<ShutdownProfile> {

    /** The id of this data provider. */
    public static final String ID = "org.hypertrace.core.shutdown.comparison";

    /** @param trace a trace or experiment */
    public ShutdownComparisonDataProvider(ITmfTrace trace) {
        super(ID, "shutdown", "devices and notifiers", MissingDataMessage.noShutdown(), MissingDataMessage.of(trace), trace);
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
