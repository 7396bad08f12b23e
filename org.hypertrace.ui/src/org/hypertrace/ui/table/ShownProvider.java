/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.table;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse.Status;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** The data provider of the trace that a table shows; found when the trace changes. */
final class ShownProvider {

    /** Kept histories are there soon. */
    private static final long FIRST_WAIT_MS = 10;
    private static final long WAIT_MS = 200;

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

    /** @return what the provider of a trace answers once all is known, or so far if nobody wants to know it any more; waits beside the UI thread */
    TmfTreeModel<@NonNull TmfTreeDataModel> ask(ITmfTrace trace, Map<String, Object> parameters, BooleanSupplier isWanted) throws InterruptedException {
        ITmfTreeDataProvider<@NonNull TmfTreeDataModel> provider = of(trace);
        TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response = provider.fetchTree(parameters, null);
        for (long wait = FIRST_WAIT_MS; response.getStatus() == Status.RUNNING && isWanted.getAsBoolean(); wait = Math.min(2 * wait, WAIT_MS)) {
            Thread.sleep(wait);
            response = provider.fetchTree(parameters, null);
        }
        return response.getModel();
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
