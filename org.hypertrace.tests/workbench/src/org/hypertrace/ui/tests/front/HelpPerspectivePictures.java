/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import org.hypertrace.ui.BootPerspective;
import org.hypertrace.ui.ExitsPerspective;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whole windows of 1280 by 800 pixels for the page about perspectives, see {@code releng/pictures}. */
@ExtendWith(CleanPicture.class)
class HelpPerspectivePictures {

    @Test
    void perspectives() throws Exception {
        SampleScreens.open("preempted-guest");
        keep("views/hypertrace", HypertracePerspective.ID);
        keep("views/boot-and-shutdown", BootPerspective.ID);
        keep("views/exits", ExitsPerspective.ID);
        keep("views/inside-a-guest", InsidePerspective.ID);
    }

    private static void keep(String name, String perspective) throws Exception {
        WholeWindow.show(perspective);
        Workbench.picture("help/" + name, Workbench::window);
    }
}
