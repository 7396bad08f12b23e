/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.hypertrace.core.path.Segments;
import org.hypertrace.core.path.view.PathDataProvider;

/** How long it takes to draw a path as the view does, at several zooms. */
final class PathDrawing {

    /** The width of the view. */
    static final int PIXELS = 2000;

    private static final int WARM_UP = 10;
    private static final int DRAWN = 100;
    /** Which part of the path is in sight, at random places; 0: of a length at random, too. */
    private static final double[] ZOOMS = { 1, 0.1, 0.001, 0 };

    private PathDrawing() {
    }

    /** A line for each zoom. */
    static List<String> measure(PathDataProvider provider, List<Long> rows, Segments path) {
        return DoubleStream.of(ZOOMS).mapToObj(zoom -> draw(provider, rows, path, zoom)).toList();
    }

    private static String draw(PathDataProvider provider, List<Long> rows, Segments path, double zoom) {
        Random random = new Random(1);
        double[] ms = new double[DRAWN];
        double most = 0;
        for (int i = -WARM_UP; i < DRAWN; i++) {
            double part = zoom > 0 ? zoom : Math.pow(10, -4 * random.nextDouble());
            long length = (long) ((path.end() - path.begin()) * part);
            long from = path.begin() + (long) ((path.end() - path.begin() - length) * random.nextDouble());
            List<Long> times = new ArrayList<>();
            for (int pixel = 0; pixel <= PIXELS; pixel++) {
                times.add(from + (long) ((double) length / PIXELS * pixel));
            }
            long begin = System.nanoTime();
            int states = 0;
            for (ITimeGraphRowModel row : provider.fetchRowModel(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, times,
                    DataProviderParameterUtils.REQUESTED_ITEMS_KEY, rows), new NullProgressMonitor()).getModel().getRows()) {
                states += row.getStates().size();
            }
            states += provider.fetchArrows(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, times), new NullProgressMonitor()).getModel()
                    .size();
            if (i >= 0) {
                ms[i] = (System.nanoTime() - begin) / 1e6;
            }
            most = Math.max(most, states);
        }
        Arrays.sort(ms);
        return String.format(Locale.ROOT, "    %-9s median %.1f ms, p95 %.1f ms (limit 100 ms), at most %.0f states and arrows", zoom == 0 ? "any part" : zoom == 1 ? "all"
                : "1/" + Math.round(1 / zoom), ms[DRAWN / 2], ms[DRAWN * 95 / 100], most);
    }
}
