/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.statesystem.TmfStateSystemAnalysisModule;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;

/** Where data providers find the state system of the model. */
public final class ModelStates {

    /** The id of the analysis that builds it. */
    public static final String ANALYSIS = "org.hypertrace.core.model";

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
        module.schedule();
        return module.waitForInitialization() ? module.getStateSystem() : null;
    }
}
