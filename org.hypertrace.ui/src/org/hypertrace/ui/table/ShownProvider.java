/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.function.Function;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** The data provider of the trace that a table shows; found when the trace changes. */
final class ShownProvider {

    private final Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> fProviders;
    private ITmfTrace fTrace;
    private ITmfTreeDataProvider<@NonNull TmfTreeDataModel> fProvider;

    ShownProvider(Function<ITmfTrace, ? extends ITmfTreeDataProvider<@NonNull TmfTreeDataModel>> providers) {
        fProviders = providers;
    }

    synchronized ITmfTreeDataProvider<@NonNull TmfTreeDataModel> of(ITmfTrace trace) {
        if (trace != fTrace) {
            fProvider = fProviders.apply(trace);
            fTrace = trace;
        }
        return fProvider;
    }

    /** @return the one last found, null if there is none */
    synchronized ITmfTreeDataProvider<@NonNull TmfTreeDataModel> shown() {
        return fProvider;
    }

    synchronized void forget() {
        fTrace = null;
        fProvider = null;
    }
}
