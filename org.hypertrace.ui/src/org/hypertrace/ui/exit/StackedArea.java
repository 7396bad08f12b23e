/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.exit;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.events.PaintEvent;
import org.eclipse.swt.events.PaintListener;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfAbstractToolTipHandler;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.ITmfChartTimeProvider;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.IXYSeries;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfBaseProvider;

/**
 * Draws lines as areas on top of each other: each reaches down to the next line, whose values it has in it. And shows what they
 * stand for at the mouse: each for itself, not with those below it.
 */
final class StackedArea extends TmfBaseProvider implements PaintListener {

    /** A selection of time is to be seen through them. */
    private static final int ALPHA = 208;

    private static final DecimalFormat PER_SECOND = new DecimalFormat("#,##0.## /s", DecimalFormatSymbols.getInstance(Locale.ROOT));

    private final class Handler extends TmfAbstractToolTipHandler {
        @Override
        protected void fill(Control control, MouseEvent event, Point place) {
            double time = getXAxis().getDataCoordinate(place.x);
            List<IXYSeries> lines = getSeries();
            double[] times = lines.isEmpty() ? null : lines.get(0).getXSeries();
            if (times == null || time < 0) {
                return;
            }
            int found = Arrays.binarySearch(times, time);
            int point = found >= 0 ? found : Math.max(0, -found - 2);
            addItem("Time", TmfTimestamp.fromNanos((long) time + getChartViewer().getTimeOffset()).toString());
            for (int i = 0; i < lines.size(); i++) {
                double below = i + 1 < lines.size() ? value(lines.get(i + 1), point) : 0;
                double own = value(lines.get(i), point) - below;
                if (own > 0) {
                    addItem(lines.get(i).getId(), PER_SECOND.format(own));
                }
            }
            if (lines.size() > 1) {
                addItem("All", PER_SECOND.format(value(lines.get(0), point)));
            }
        }
    }

    /** Made when it is first asked for: that is before this object is complete. */
    private Handler fHandler;

    StackedArea(ITmfChartTimeProvider chart) {
        super(chart);
    }

    @Override
    public void paintControl(PaintEvent event) {
        int alpha = event.gc.getAlpha();
        Color background = event.gc.getBackground();
        event.gc.setAlpha(ALPHA);
        List<IXYSeries> lines = getSeries();
        int[] below = null;
        for (int i = lines.size() - 1; i >= 0; i--) {
            int[] edge = edge(lines.get(i));
            if (edge.length > 2 && lines.get(i).getColor() != null) {
                event.gc.setBackground(lines.get(i).getColor());
                event.gc.fillPolygon(between(edge, below));
                below = edge;
            }
        }
        event.gc.setAlpha(alpha);
        event.gc.setBackground(background);
    }

    /** The pixels of a line: x and y of every point. */
    private int[] edge(IXYSeries line) {
        double[] x = line.getXSeries();
        double[] y = line.getYSeries();
        int[] edge = new int[2 * Math.min(x == null ? 0 : x.length, y == null ? 0 : y.length)];
        for (int i = 0; i < edge.length / 2; i++) {
            edge[2 * i] = getXAxis().getPixelCoordinate(x[i]);
            edge[2 * i + 1] = getYAxis().getPixelCoordinate(y[i]);
        }
        return edge;
    }

    /** There along one line and back along the one below it, or along zero. */
    private int[] between(int[] edge, int[] below) {
        int[] area = Arrays.copyOf(edge, 2 * edge.length);
        int zero = getYAxis().getPixelCoordinate(0);
        for (int i = 0; i < edge.length; i += 2) {
            int back = edge.length - 2 - i;
            area[edge.length + i] = edge[back];
            area[edge.length + i + 1] = below != null && below.length == edge.length ? below[back + 1] : zero;
        }
        return area;
    }

    private static double value(IXYSeries line, int point) {
        double[] values = line.getYSeries();
        return values == null || point >= values.length ? 0 : values[point];
    }

    @Override
    public TmfAbstractToolTipHandler getTooltipHandler() {
        fHandler = fHandler == null ? new Handler() : fHandler;
        return fHandler;
    }

    @Override
    public void refresh() {
        // nothing is kept
    }
}
