/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path.view;

import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.hypertrace.core.path.CriticalPaths;
import org.hypertrace.core.path.PathAnalysis;

/**
 * What critical paths of a trace are found in, or why that is not there.
 *
 * @param paths
 *            finds them; null if they could not be gathered
 * @param sentence
 *            why not, else null
 */
record Gathered(CriticalPaths paths, String sentence) {

    /** The trace that is analysed: of one in an experiment, that. */
    static ITmfTrace whole(ITmfTrace trace) {
        return trace.getParent() instanceof TmfExperiment experiment ? experiment : trace;
    }

    /**
     * Gathers it if that was not done yet, and waits for it.
     *
     * @param whole
     *            a trace or experiment that is analysed
     * @param cancelled
     *            what is reported if the user stops it
     */
    static Gathered of(ITmfTrace whole, String cancelled) {
        try {
            CriticalPaths paths = PathAnalysis.of(whole);
            PathAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(whole, PathAnalysis.class, PathAnalysis.ID);
            return paths != null ? new Gathered(paths, null)
                    : new Gathered(null, analysis == null || analysis.failure() != null ? PathAnalysis.whyNot(whole, PathAnalysis.ID) : cancelled);
        } catch (OperationCanceledException e) {
            return new Gathered(null, cancelled);
        }
    }
}
