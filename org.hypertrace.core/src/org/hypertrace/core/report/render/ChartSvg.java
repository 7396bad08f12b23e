/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Chart;

/** Draws a chart as SVG: columns over the time, the greatest as high as the picture; a figure is under the mouse. */
final class ChartSvg {

    private static final int LEFT = 70;
    private static final int WIDTH = 1140;
    private static final int HEIGHT = 130;
    private static final int BELOW = 30;
    private static final int TOP = 8;

    private ChartSvg() {
    }

    static void write(Chart chart, Elements out) {
        int columns = chart.series().isEmpty() ? 0 : chart.series().get(0).rates().length;
        double most = 0;
        for (int i = 0; i < columns; i++) {
            int column = i;
            most = Math.max(most, chart.series().stream().mapToDouble(series -> series.rates()[column]).sum());
        }
        if (most <= 0) {
            return;
        }
        String height = String.valueOf(HEIGHT + BELOW);
        String width = String.valueOf(WIDTH);
        String base = String.valueOf(HEIGHT);
        String left = String.valueOf(LEFT);
        String below = String.valueOf(HEIGHT + BELOW / 2 + 1);
        String label = label(chart, most);
        HtmlTable.scrolling(label, out).open("svg", "viewBox", "0 0 " + width + ' ' + height, "width", width, "height", height, "role", "img", "aria-label", label);
        for (int i = 0; i < columns; i++) {
            column(chart, i, most, out);
        }
        out.empty("line", "x1", left, "x2", width, "y1", base, "y2", base, "class", "axis");
        out.element("text", rate(most), "x", "0", "y", String.valueOf(TOP + 9)).element("text", "0", "x", "0", "y", base);
        out.element("text", Amount.time(chart.begin()).text(), "x", left, "y", below);
        out.element("text", Amount.ns(chart.end() - chart.begin()) + " later", "x", width, "y", below, "text-anchor", "end").close().close();
    }

    /** For those who do not see it. */
    private static String label(Chart chart, double most) {
        return "Chart over " + Amount.ns(chart.end() - chart.begin()) + ", at most " + rate(most) + ": " + chart.series().stream().map(series -> series.name() + " at most "
                + rate(DoubleStream.of(series.rates()).max().orElse(0))).collect(Collectors.joining(", "));
    }

    private static void column(Chart chart, int at, double most, Elements out) {
        double y = HEIGHT;
        for (Chart.Series series : chart.series()) {
            double rate = series.rates()[at];
            double step = (WIDTH - LEFT) / (double) series.rates().length;
            double height = rate * (HEIGHT - TOP) / most;
            y -= height;
            if (rate > 0) {
                out.open("rect", "x", Elements.number(LEFT + at * step), "y", Elements.number(y), "width", Elements.number(step), "height",
                        Elements.number(height), "fill", series.colour()).element("title", series.name() + ' ' + rate(rate)).close();
            }
        }
    }

    private static String rate(double rate) {
        return String.format(Locale.ROOT, rate >= 100 ? "%.0f/s" : "%.1f/s", rate);
    }
}
