/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.ui.BootPerspective;
import org.hypertrace.ui.ExitsPerspective;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.CutOff;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Perspectives as they open on a small screen, see {@link WholeWindow}: nothing is cut off. Also with {@code GDK_SCALE=2}. */
@ExtendWith(CleanWorkbench.class)
class DefaultWindowTest {

    @AfterEach
    void back() {
        WholeWindow.show(HypertracePerspective.ID);
    }

    @Test
    void nothingIsCutOff() throws Exception {
        int zoom = Workbench.inUi(() -> Workbench.window().getDisplay().getPrimaryMonitor().getZoom());
        assertEquals("2".equals(System.getenv("GDK_SCALE")) ? 200 : 100, zoom, "per cent");
        SampleScreens.open("preempted-guest");
        List<String> found = new ArrayList<>();
        for (String perspective : List.of(HypertracePerspective.ID, BootPerspective.ID, ExitsPerspective.ID, InsidePerspective.ID)) {
            WholeWindow.show(perspective);
            Workbench.picture("small" + perspective.substring(perspective.lastIndexOf('.')), Workbench::window);
            Workbench.<List<String>> inUi(() -> CutOff.in(Workbench.window())).forEach(what -> found.add(perspective + ": " + what));
        }
        assertEquals(List.of(), found);
    }
}
