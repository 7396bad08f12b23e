/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphDataProvider;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphEntryModel;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphRowModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.model.xy.ITmfTreeXYDataProvider;
import org.eclipse.tracecompass.tmf.core.response.ITmfResponse;
import org.eclipse.tracecompass.tmf.core.response.TmfModelResponse;

/** How long the answers take that a view is drawn from: its tree, and all rows at several zooms. */
final class Drawing {

    private static final int PIXELS = 2000;
    private static final int WARM_UP = 13;
    private static final int DRAWN = 40;
    /** Which part of the trace is in sight, at random places. */
    private static final double[] ZOOMS = { 1, 0.1, 0.01, 0.0001 };

    private final long fBegin;
    private final long fLength;

    Drawing(long begin, long length) {
        fBegin = begin;
        fLength = length;
    }

    /** A line for the tree and one for each zoom. */
    <E extends ITimeGraphEntryModel> List<String> rows(String name, ITimeGraphDataProvider<E> provider) throws Exception {
        List<String> lines = new ArrayList<>();
        List<E> entries = tree(name, provider, lines);
        List<Long> rows = entries.stream().map(ITmfTreeDataModel::getId).toList();
        for (double zoom : ZOOMS) {
            lines.add(draw(zoom, rows, parameters -> {
                long states = 0;
                for (ITimeGraphRowModel row : provider.fetchRowModel(parameters, new NullProgressMonitor()).getModel().getRows()) {
                    states += row.getStates().size();
                }
                return states;
            }));
        }
        return lines;
    }

    /** The same of a chart of lines. */
    <E extends ITmfTreeDataModel> List<String> lines(String name, ITmfTreeXYDataProvider<E> provider) throws Exception {
        List<String> lines = new ArrayList<>();
        List<Long> rows = tree(name, provider, lines).stream().map(ITmfTreeDataModel::getId).toList();
        for (double zoom : ZOOMS) {
            lines.add(draw(zoom, rows, parameters -> {
                long points = 0;
                for (ISeriesModel series : provider.fetchXY(parameters, new NullProgressMonitor()).getModel().getSeriesData()) {
                    points += series.getData().length;
                }
                return points;
            }));
        }
        return lines;
    }

    private <E extends ITmfTreeDataModel> List<E> tree(String name, ITmfTreeDataProvider<E> provider, List<String> lines) throws Exception {
        double first = ms(() -> tree(provider));
        List<E> entries = tree(provider);
        lines.add(String.format(Locale.ROOT, "%s: tree of %d entries, first answer %.1f ms, again %.1f ms", name, entries.size(), first,
                ms(() -> tree(provider))));
        return entries;
    }

    private <E extends ITmfTreeDataModel> List<E> tree(ITmfTreeDataProvider<E> provider) {
        TmfModelResponse<TmfTreeModel<E>> answer = provider.fetchTree(
                new HashMap<>(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, List.of(fBegin, fBegin + fLength))), new NullProgressMonitor());
        if (answer.getStatus() != ITmfResponse.Status.COMPLETED) {
            throw new IllegalStateException("the tree is not complete: " + answer.getStatusMessage());
        }
        return answer.getModel().getEntries();
    }

    private static double ms(Callable<?> what) throws Exception {
        long begin = System.nanoTime();
        what.call();
        return (System.nanoTime() - begin) / 1e6;
    }

    private interface Draw {
        long found(Map<String, Object> parameters);
    }

    private String draw(double zoom, List<Long> rows, Draw draw) {
        Random random = new Random(1);
        double[] ms = new double[DRAWN];
        long found = 0;
        for (int i = -WARM_UP; i < DRAWN; i++) {
            long length = (long) (fLength * zoom);
            long from = fBegin + (long) ((fLength - length) * random.nextDouble());
            List<Long> times = new ArrayList<>();
            for (int pixel = 0; pixel <= PIXELS; pixel++) {
                times.add(from + (long) ((double) length / PIXELS * pixel));
            }
            long begin = System.nanoTime();
            long these = draw.found(new HashMap<>(Map.of(DataProviderParameterUtils.REQUESTED_TIME_KEY, times,
                    DataProviderParameterUtils.REQUESTED_ITEMS_KEY, rows)));
            if (i >= 0) {
                ms[i] = (System.nanoTime() - begin) / 1e6;
                found += these;
            }
        }
        Arrays.sort(ms);
        return String.format(Locale.ROOT, "  %7.2f %%  median %6.1f ms, p95 %6.1f ms; %d at a time", 100 * zoom, ms[DRAWN / 2], ms[DRAWN * 95 / 100],
                found / DRAWN);
    }
}
