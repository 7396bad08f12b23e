/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.WorkbenchException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.navigator.CommonNavigator;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.open.TraceOpener;

/** The Project Explorer, in which traces lie that nobody has opened yet. Called beside the UI thread. */
public final class Explorer {

    private Explorer() {
    }

    /** Puts traces into the project <em>Tracing</em>, as an import does that opens nothing, and shows our perspective. */
    public static List<TmfTraceElement> add(Path... traces) throws Exception {
        Workbench.inUi(() -> {
            try {
                PlatformUI.getWorkbench().showPerspective(HypertracePerspective.ID, Workbench.page().getWorkbenchWindow());
                return null;
            } catch (WorkbenchException e) {
                throw new AssertionError(e);
            }
        });
        for (Path trace : traces) {
            Histories.restore(trace);
        }
        return TraceOpener.add(List.of(traces), new NullProgressMonitor());
    }

    /** Opens a trace as users do. */
    public static void doubleClick(TmfTraceElement trace) {
        select(trace);
        Workbench.inUi(() -> {
            Tree tree = tree();
            Event event = new Event();
            event.item = tree.getSelection()[0];
            tree.notifyListeners(SWT.DefaultSelection, event);
            return null;
        });
    }

    /** Chooses from the context menu of traces or an experiment. */
    public static void choose(List<? extends TmfCommonProjectElement> traces, String... path) {
        select(traces.toArray(TmfCommonProjectElement[]::new));
        Menus.popup(Workbench.inUi(Explorer::tree), path);
    }

    /** What the context menu of traces or an experiment offers. */
    public static List<String> offers(TmfCommonProjectElement... traces) {
        select(traces);
        return Menus.popupTexts(Workbench.inUi(Explorer::tree));
    }

    private static void select(TmfCommonProjectElement... traces) {
        Workbench.waitUntil("the traces are in the Project Explorer", () -> {
            CommonNavigator explorer = explorer();
            explorer.setFocus();
            Stream.of(traces).forEach(trace -> explorer.getCommonViewer().expandToLevel(trace, 0));
            explorer.selectReveal(new StructuredSelection(traces));
            return explorer.getCommonViewer().getTree().getSelectionCount() == traces.length;
        });
    }

    /** Where the projects are. For the UI thread. */
    static Tree tree() {
        return explorer().getCommonViewer().getTree();
    }

    private static CommonNavigator explorer() {
        return Workbench.show(CommonNavigator.class, IPageLayout.ID_PROJECT_EXPLORER);
    }
}
