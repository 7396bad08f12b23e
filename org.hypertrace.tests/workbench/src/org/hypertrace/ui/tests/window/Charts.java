/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.text.Format;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.TmfXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;

/** What the charts of Trace Compass show beside their lines. By name: the library that draws them has another one in later releases. */
public final class Charts {

    /** The name of the threads that ask for lines. */
    private static final String UPDATE = "Line chart update";

    private Charts() {
    }

    /**
     * Whether a chart shows the range that is in sight, and no chart is being drawn. Trace Compass' own flag stays for ever where there was no provider
     * yet when it was asked, or where the trace changed meanwhile: such a request is counted, and its end is not.
     */
    static boolean isDrawn(TmfChartView view) {
        TmfTimeRange range = TmfTraceManager.getInstance().getCurrentTraceContext().getWindowRange();
        TmfXYChartViewer chart = view.getChartViewer();
        Thread[] running = new Thread[2 * Thread.activeCount()];
        Thread.enumerate(running);
        return chart == null || TmfTraceManager.getInstance().getActiveTrace() == null
                || chart.getWindowStartTime() == range.getStartTime().toNanos() && chart.getWindowEndTime() == range.getEndTime().toNanos()
                && Arrays.stream(running).noneMatch(thread -> thread != null && thread.getName().equals(UPDATE));
    }

    /** The title of the axis of values if it is seen, and how a value is written there, with a bar between. For the UI thread. */
    public static String values(TmfChartView view, double value) {
        Object axis = call(call(call(view.getChartViewer(), "getSwtChart"), "getAxisSet"), "getYAxis", 0);
        Object title = call(axis, "getTitle");
        Object format = call(call(axis, "getTick"), "getFormat");
        return (Boolean.TRUE.equals(call(title, "isVisible")) ? call(title, "getText") : "none") + "|"
                + (format instanceof Format form ? form.format(value) : "none");
    }

    /** The colours of the legend, {@code "#9C27B0"}, by the names of lines that are shown. For the UI thread. */
    public static Map<String, Set<String>> legend(TmfChartView view) {
        Map<String, Set<String>> colours = new TreeMap<>();
        add(Dialogs.all(Tree.class, view.getParentComposite()).get(0).getItems(), colours);
        return colours;
    }

    private static void add(TreeItem[] lines, Map<String, Set<String>> to) {
        for (TreeItem line : lines) {
            if (line.getImage(1) != null) {
                ImageData image = line.getImage(1).getImageData(100);
                Set<String> found = new TreeSet<>();
                for (int i = 0; i < image.width * image.height; i++) {
                    RGB colour = image.palette.getRGB(image.getPixel(i % image.width, i / image.width));
                    found.add(String.format("#%02X%02X%02X", colour.red, colour.green, colour.blue));
                }
                to.put(line.getText(), found);
            }
            add(line.getItems(), to);
        }
    }

    private static Object call(Object of, String method, Object... number) {
        try {
            return number.length == 0 ? of.getClass().getMethod(method).invoke(of) : of.getClass().getMethod(method, int.class).invoke(of, number);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
