/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.hypertrace.ui.BootPerspective;
import org.hypertrace.ui.ExitsPerspective;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whole windows of 1280 by 800 pixels for the page about perspectives, see {@code releng/pictures}. */
@ExtendWith(CleanPicture.class)
class HelpPerspectivePictures {

    private static final int WIDTH = 1280;
    private static final int HEIGHT = 800;

    @Test
    void perspectives() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        keep("views/hypertrace", HypertracePerspective.ID);
        keep("views/boot-and-shutdown", BootPerspective.ID);
        keep("views/exits", ExitsPerspective.ID);
        keep("views/inside-a-guest", InsidePerspective.ID);
    }

    private static void keep(String name, String perspective) throws Exception {
        Workbench.inUi(() -> {
            try {
                PlatformUI.getWorkbench().showPerspective(perspective, Workbench.page().getWorkbenchWindow());
                Workbench.page().resetPerspective();
                Workbench.window().setMaximized(false);
                Workbench.window().setBounds(0, 0, WIDTH, HEIGHT);
                return null;
            } catch (WorkbenchException e) {
                throw new AssertionError(e);
            }
        });
        int[] looks = new int[1];
        Workbench.waitUntil("all that is seen is drawn", () -> {
            boolean drawn = true;
            for (IViewReference reference : Workbench.page().getViewReferences()) {
                if (reference.getPart(false) instanceof AbstractTimeGraphView view && Workbench.page().isPartVisible(view)) {
                    drawn &= !view.isDirty();
                } else if (reference.getPart(false) instanceof ProviderTableView view && Workbench.page().isPartVisible(view)) {
                    drawn &= !view.status().isMoving();
                }
            }
            looks[0] = drawn ? looks[0] + 1 : 0;
            return looks[0] > 50;
        });
        Workbench.picture("help/" + name, Workbench::window);
    }
}
