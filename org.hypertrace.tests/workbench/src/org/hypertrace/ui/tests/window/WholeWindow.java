/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.xychart.TmfChartView;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.hypertrace.ui.table.ProviderTableView;

/** The window of a user who has changed nothing: a perspective as it opens, on the smallest screen that is looked at. Called beside the UI thread. */
public final class WholeWindow {

    /** Pixels; with {@code GDK_SCALE=2} of twice as many points of the screen. */
    public static final int WIDTH = 1280;
    public static final int HEIGHT = 800;
    /** So often in a row all that is seen must be drawn: a view asks again when it was laid out. */
    private static final int LOOKS = 50;

    private WholeWindow() {
    }

    /** Shows a perspective as it opens. */
    public static void show(String perspective) {
        Workbench.inUi(() -> {
            try {
                PlatformUI.getWorkbench().showPerspective(perspective, Workbench.page().getWorkbenchWindow());
                Workbench.page().resetPerspective();
                Workbench.window().setMaximized(false);
                Workbench.window().setBounds(0, 0, WIDTH, HEIGHT);
                // over a tool it would show what that does
                Workbench.window().getDisplay().setCursorLocation(WIDTH + 100, HEIGHT + 100);
                return null;
            } catch (WorkbenchException e) {
                throw new AssertionError(e);
            }
        });
        Workbench.waitUntil("the trace is read", () -> {
            ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
            return trace == null || !trace.isIndexing();
        });
        Workbench.waitUntil("all that is seen has its rows", () -> Arrays.stream(Workbench.page().getViewReferences())
                .map(reference -> reference.getView(false)).allMatch(part -> !(part instanceof AbstractTimeGraphView view)
                        || !Workbench.page().isPartVisible(view) || !Building.isBuilding(view)));
        int[] looks = new int[1];
        List<String> undrawn = new ArrayList<>();
        try {
            Workbench.waitUntil("all that is seen is drawn", () -> {
                undrawn.clear();
                Arrays.stream(Workbench.page().getViewReferences()).map(reference -> reference.getView(false)).filter(part -> part != null && !isDrawn(part))
                        .forEach(part -> undrawn.add(part.getTitle()));
                looks[0] = undrawn.isEmpty() ? looks[0] + 1 : 0;
                return looks[0] > LOOKS;
            });
        } catch (AssertionError e) {
            throw new AssertionError(perspective + " waits for " + undrawn, e);
        }
    }

    private static boolean isDrawn(IViewPart part) {
        if (!Workbench.page().isPartVisible(part)) {
            return true;
        }
        if (part instanceof AbstractTimeGraphView view) {
            return !view.isDirty() && !Building.isBuilding(view);
        }
        if (part instanceof TmfChartView view) {
            return Charts.isDrawn(view);
        }
        return !(part instanceof ProviderTableView view && view.status().isMoving());
    }
}
