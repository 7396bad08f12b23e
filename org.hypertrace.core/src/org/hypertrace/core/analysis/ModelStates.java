/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.analysis;

import java.util.List;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.analysis.IAnalysisModule;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.hypertrace.core.failure.Failable;

/** Where data providers find the state system of the model. */
public final class ModelStates {

    /** The id of the analysis that builds it. */
    public static final String ANALYSIS = "org.hypertrace.core.model";

    private static final long LOOK_MS = 500;
    private static final long KEPT_MS = 100;

    private ModelStates() {
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return its model, started if it was not; null if the trace has none or it could not be built. Waits until the
     *         model can be asked, not until it is complete.
     */
    public static ITmfStateSystem of(ITmfTrace trace) {
        TmfStateSystemAnalysisModule module = TmfTraceUtils.getAnalysisModuleOfClass(trace,
                TmfStateSystemAnalysisModule.class, ANALYSIS);
        if (module == null) {
            return null;
        }
        if (failure(module) != null) {
            // it would fail again
            return null;
        }
        module.schedule();
        return module.waitForInitialization() && failure(module) == null ? module.getStateSystem() : null;
    }

    /**
     * Waits a moment, which is enough for a model that is kept. Views of Trace Compass ask again only half a second after an answer that is
     * not complete.
     *
     * @param trace
     *            a trace or experiment
     */
    public static void awaitKept(ITmfTrace trace) {
        ITmfStateSystem states = of(trace);
        if (states != null) {
            states.waitUntilBuilt(KEPT_MS);
        }
    }

    /**
     * Whether the trace of a model was closed. Attributes of such a model have no name and no state, so what reads them may fail in
     * any way: that is no fault.
     *
     * @param states
     *            the model
     * @return whether it cannot be asked any more
     */
    public static boolean isClosed(ITmfStateSystem states) {
        try {
            states.query2D(List.of(), List.of());
            return false;
        } catch (StateSystemDisposedException e) {
            return true;
        }
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return why its model could not be built, one sentence; null if it was, or may still be
     */
    public static String failure(ITmfTrace trace) {
        return failure(TmfTraceUtils.getAnalysisModuleOfClass(trace, TmfStateSystemAnalysisModule.class, ANALYSIS));
    }

    private static String failure(IAnalysisModule module) {
        return module instanceof Failable failable && failable.failure() != null ? failable.failure().sentence() : null;
    }

    /**
     * Waits until the model of a trace is complete or will never be.
     *
     * @param trace
     *            a trace or experiment
     * @return the complete model; null if it has none or it could not be built
     */
    public static ITmfStateSystem complete(ITmfTrace trace) {
        ITmfStateSystem states = of(trace);
        while (states != null && !states.waitUntilBuilt(LOOK_MS)) {
            states = of(trace);
            if (states != null && states.isCancelled()) {
                return null;
            }
        }
        return states == null || failure(trace) != null ? null : states;
    }
}
