/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.model;

import java.util.List;
import java.util.Objects;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystemBuilder;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.guest.Dialects;
import org.hypertrace.core.guest.GuestSymbols;
import org.hypertrace.core.machine.HostStateProvider;
import org.hypertrace.core.machine.HostTraces;

/** Fills the model's history: reader → {@link ModelPass}. */
final class ModelStateProvider extends HostStateProvider {

    /** To be raised with every change of a tracker that changes what it finds: old history files are then rebuilt. */
    private static final int TRACKERS = 16;

    private final List<Dialects.Chosen> fDialects;
    private final GuestSymbols fSymbols;
    private final int fVersion;
    private ModelPass fPass;

    /** @param symbols of the guests' kernels; null: boots are not followed */
    ModelStateProvider(ITmfTrace trace, HostTraces traces, List<Dialects.Chosen> dialects, GuestSymbols symbols) {
        super(trace, ModelAnalysis.ID, traces);
        fDialects = dialects;
        fSymbols = symbols;
        fVersion = Objects.hash(TRACKERS, traces.filesHash(), traces.recordingHash(), symbols == null ? 1 : symbols.hash(),
                Dialects.hash(dialects)) & Integer.MAX_VALUE;
    }

    @Override
    public int getVersion() {
        return fVersion;
    }

    @Override
    public ModelStateProvider getNewInstance() {
        return new ModelStateProvider(getTrace(), traces(), fDialects, fSymbols);
    }

    @Override
    public void assignTargetStateSystem(ITmfStateSystemBuilder states) {
        fPass = new ModelPass(states, traces().hosts(), fDialects, fSymbols == null ? null : fSymbols::of);
        super.assignTargetStateSystem(states);
    }

    @Override
    public long getLatestSafeTime() {
        return Math.min(super.getLatestSafeTime(), fPass.heldSince() - 1);
    }

    @Override
    protected void accept(HostEvent event) {
        fPass.accept(event);
    }

    @Override
    public void dispose() {
        super.dispose();
        if (fPass != null) {
            fPass.close();
        }
    }

    @Override
    public void done() {
        fPass.finish();
    }
}
