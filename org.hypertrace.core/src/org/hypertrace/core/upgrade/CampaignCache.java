/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.upgrade;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.upgrade.plan.UpgradePlan;

/** The campaign of a trace, computed once for whoever asks: rows, tooltips and tables. */
public final class CampaignCache {

    private record Known(int symbols, long end, CampaignProfile profile) { }

    private static final Kept<ITmfStateSystem, Known> KNOWN = new Kept<>();

    private CampaignCache() {
    }

    /**
     * @param trace
     *            a trace or experiment; the plan is the one beside a trace of it
     * @param states
     *            its model, complete
     * @return its campaign, null if nothing of one is in it
     * @throws IOException
     *             if the plan is wrong; the message is one sentence for the user
     * @throws StateSystemDisposedException
     *             if the trace was closed meanwhile
     */
    public static CampaignProfile of(ITmfTrace trace, ITmfStateSystem states) throws IOException, StateSystemDisposedException {
        synchronized (KNOWN) {
            Known known = KNOWN.get(states);
            if (known == null || known.symbols != SymbolChoices.changes() || known.end != states.getCurrentEndTime()) {
                int symbols = SymbolChoices.changes();
                known = new Known(symbols, states.getCurrentEndTime(), CampaignProfile.of(trace.getName(), states, plan(trace), GuestSymbols.of(trace)));
                KNOWN.put(states, known);
            }
            return known.profile;
        }
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return the plan beside the first of its traces that has one, with what the manifests have of the group
     * @throws IOException
     *             if it or a manifest is wrong; the message is one sentence for the user
     */
    public static UpgradePlan plan(ITmfTrace trace) throws IOException {
        UpgradePlan plan = UpgradePlan.NONE;
        for (ITmfTrace one : TmfTraceManager.getTraceSet(trace)) {
            plan = plan == UpgradePlan.NONE ? UpgradePlan.beside(Path.of(one.getPath())) : plan;
        }
        return of(trace, plan);
    }

    /**
     * @param trace
     *            a trace or experiment
     * @param plan
     *            a plan
     * @return the same, with what the manifests have of the group
     * @throws IOException
     *             if a manifest is wrong; the message is one sentence for the user
     */
    public static UpgradePlan of(ITmfTrace trace, UpgradePlan plan) throws IOException {
        return plan.of(HostTraces.of(trace).hosts().stream().map(HostTraces.Host::manifest).filter(Objects::nonNull)
                .flatMap(manifest -> manifest.vms().stream()).toList());
    }
}
