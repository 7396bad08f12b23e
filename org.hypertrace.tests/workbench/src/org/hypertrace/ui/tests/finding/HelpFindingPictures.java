/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.finding;

import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The picture of the page about findings, see {@code releng/pictures}. */
@ExtendWith(CleanPicture.class)
class HelpFindingPictures {

    @Test
    void twoVmsOnOneProcessor() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        Workbench.waitUntil("the rows", () -> view.table().getTreeViewer().getTree().getItemCount() > 2);
        HelpPicture.only(view);
        HelpPicture.keep("finding/findings", 1340, 270, view);
    }
}
