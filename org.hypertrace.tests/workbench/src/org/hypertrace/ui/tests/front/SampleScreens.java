/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import java.util.List;

import org.eclipse.ui.PlatformUI;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.BootPerspective;
import org.hypertrace.ui.ExitsPerspective;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each perspective on each of the six samples, to look at: {@code releng/test} makes them with {@code -Dtest=SampleScreens} only. */
@ExtendWith(CleanPicture.class)
class SampleScreens {

    private static final List<String> PERSPECTIVES = List.of(HypertracePerspective.ID, BootPerspective.ID, ExitsPerspective.ID, InsidePerspective.ID);

    @Test
    void eachPerspectiveOnSixSamples() throws Exception {
        for (String sample : Samples.recorded().toList()) {
            Workbench.reset();
            HelpPicture.reset();
            open(sample);
            for (String perspective : PERSPECTIVES) {
                WholeWindow.show(perspective);
                String name = Workbench.inUi(() -> PlatformUI.getWorkbench().getPerspectiveRegistry().findPerspectiveWithId(perspective).getLabel());
                Workbench.picture("screens/" + sample + "-" + name.split(" ")[0], Workbench::window);
            }
        }
    }

    /** As a user does it: what is in sight is the first range. */
    static void open(String sample) throws Exception {
        Explorer.doubleClick(Explorer.add(VirtualCpuViewTest.sample(sample)).get(0));
        Workbench.waitUntil("the trace is open", () -> Workbench.page().findView(VirtualCpuView.ID) != null);
    }
}
