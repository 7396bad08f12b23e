/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.cpu;

import java.util.Arrays;

import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXYDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfXyModel;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.AxisRange;

/**
 * The axis of a chart, from 0 to a little more than the greatest value that it was answered with. Of itself it would begin below 0 or above
 * it, as the values are. (A chart whose range is set asks again, so it is overridden.)
 */
public final class FromZero {

    /** So that the greatest value is not on the edge. */
    private static final double ROOM = 1.05;

    private final double fLeast;
    private volatile AxisRange fRange;

    /** @param least the value that the axis reaches at least */
    public FromZero(double least) {
        fLeast = least;
    }

    /**
     * @param provider
     *            gives the chart its values, null if there is none
     * @return the same provider, whose greatest value is remembered; null if there is none
     */
    public ITmfXYDataProvider watch(ITmfXYDataProvider provider) {
        return provider == null ? null : (parameters, monitor) -> {
            TmfModelResponse<ITmfXyModel> response = provider.fetchXY(parameters, monitor);
            ITmfXyModel model = response.getModel();
            if (model != null && (monitor == null || !monitor.isCanceled())) {
                double most = model.getSeriesData().stream().flatMapToDouble(line -> Arrays.stream(line.getData())).max().orElse(0);
                fRange = new AxisRange(0, ROOM * Math.max(most, fLeast));
            }
            return response;
        };
    }

    /**
     * @param fixed
     *            the range that the user chose, null if none
     * @return that, else the one from 0; null before the first answer
     */
    public AxisRange or(AxisRange fixed) {
        return fixed != null ? fixed : fRange;
    }
}
