/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.Map;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.jdt.annotation.NonNull;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.hypertrace.core.platform.NewerPlatform;

/**
 * A data provider as newer versions of Trace Compass want it, whose registry serves views of charts and the trace server. The cells of
 * its table are values with a type; the lines of its chart are marked as shown at first.
 */
final class Served {

    private Served() {
    }

    /** @return the provider itself where there is nothing to add */
    @SuppressWarnings("unchecked") // whatever is no time graph has rows of this class
    static ITmfTreeDataProvider<?> of(ITmfTreeDataProvider<?> provider, NewerPlatform platform) {
        if (!platform.hasColumnTypes() || provider instanceof ITimeGraphDataProvider) {
            return provider;
        }
        return provider instanceof ITmfTreeXYDataProvider<?> chart
                ? new Chart((ITmfTreeXYDataProvider<@NonNull TmfTreeDataModel>) chart, platform)
                : new Table((ITmfTreeDataProvider<@NonNull TmfTreeDataModel>) provider, platform);
    }

    private static TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> typed(
            TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> response, NewerPlatform platform) {
        TmfTreeModel<@NonNull TmfTreeDataModel> tree = response.getModel();
        return tree == null ? response
                : new TmfModelResponse<>(TypedCells.of(tree, platform), response.getStatus(), response.getStatusMessage());
    }

    private record Table(ITmfTreeDataProvider<@NonNull TmfTreeDataModel> provider, NewerPlatform platform)
            implements ITmfTreeDataProvider<@NonNull TmfTreeDataModel> {

        @Override
        public String getId() {
            return provider.getId();
        }

        @Override
        public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
                IProgressMonitor monitor) {
            return typed(provider.fetchTree(parameters, monitor), platform);
        }

        @Override
        public void dispose() {
            provider.dispose();
        }
    }

    private record Chart(ITmfTreeXYDataProvider<@NonNull TmfTreeDataModel> provider, NewerPlatform platform)
            implements ITmfTreeXYDataProvider<@NonNull TmfTreeDataModel> {

        @Override
        public String getId() {
            return provider.getId();
        }

        @Override
        public TmfModelResponse<TmfTreeModel<@NonNull TmfTreeDataModel>> fetchTree(Map<String, Object> parameters,
                IProgressMonitor monitor) {
            return typed(provider.fetchTree(parameters, monitor), platform);
        }

        @Override
        public TmfModelResponse<ITmfXyModel> fetchXY(Map<String, Object> parameters, IProgressMonitor monitor) {
            return provider.fetchXY(parameters, monitor);
        }

        @Override
        public void dispose() {
            provider.dispose();
        }
    }
}
