/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.finding;

import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The view <em>Findings</em> and the head of {@code report} are one list, once critical paths are gathered in the view, too. */
@ExtendWith(CleanWorkbench.class)
class SameFindingsTest {

    static Stream<String> samples() {
        return Samples.recorded("panic-in-initcall", "reboot-with-slow-notifier");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void asReported(String sample) throws Exception {
        Workbench.open(VirtualCpuViewTest.sample(sample));
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("the findings", () -> tree.getItemCount() > 0 && !view.status().isMoving());
        Workbench.inUi(() -> {
            TreeItem last = tree.getItem(tree.getItemCount() - 1);
            // not offered of a trace without VMs
            if (last.getText(0).contains("double-click here")) {
                Event event = new Event();
                event.item = last;
                tree.setSelection(last);
                tree.notifyListeners(SWT.DefaultSelection, event);
            }
            return null;
        });
        ReportedFindings.assertShown(view, VirtualCpuViewTest.sample(sample));
    }
}
