/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.text.Format;

import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;

/** What the charts of Trace Compass show beside their lines. By name: the library that draws them has another one in later releases. */
public final class Charts {

    private Charts() {
    }

    /** The title of the axis of values if it is seen, and how a value is written there, with a bar between. For the UI thread. */
    public static String values(TmfChartView view, double value) {
        Object axis = call(call(call(view.getChartViewer(), "getSwtChart"), "getAxisSet"), "getYAxis", 0);
        Object title = call(axis, "getTitle");
        Object format = call(call(axis, "getTick"), "getFormat");
        return (Boolean.TRUE.equals(call(title, "isVisible")) ? call(title, "getText") : "none") + "|"
                + (format instanceof Format form ? form.format(value) : "none");
    }

    private static Object call(Object of, String method, Object... number) {
        try {
            return number.length == 0 ? of.getClass().getMethod(method).invoke(of) : of.getClass().getMethod(method, int.class).invoke(of, number);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
