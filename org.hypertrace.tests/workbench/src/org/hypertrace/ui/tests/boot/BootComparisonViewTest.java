/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.ui.boot.BootComparisonView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two boots side by side in Trace Compass. What is expected is from babeltrace2's text and the kernel's symbols. */
@ExtendWith(CleanWorkbench.class)
class BootComparisonViewTest {

    private static Tree tree(BootComparisonView view) {
        return view.table().getTreeViewer().getTree();
    }

    private static TreeItem row(BootComparisonView view, String name) {
        return List.of(tree(view).getItems()).stream().filter(item -> item.getText().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void twoBootsOfARecordedTrace() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        BootComparisonView view = Workbench.show(BootComparisonView.class, BootComparisonView.ID);
        Workbench.waitUntil("the comparison", () -> view.answer().startsWith("twin-a booted 4.67 s slower than twin-b"));
        Workbench.waitUntil("the table", () -> tree(view).getItemCount() > 16);
        Workbench.picture("boot-comparison", Workbench::window);
        assertEquals(List.of("twin-a", "twin-b"), Workbench.inUi(() -> List.of(view.a().getItems())));
        assertEquals("-4.67 s", Workbench.inUi(() -> tree(view).getItem(0).getText(3)));
        assertEquals("-6.45 s", Workbench.inUi(() -> row(view, "level device").getText(3)));
        assertEquals("acpi_init (subsys)", Workbench.inUi(() -> row(view, "343 initcalls").getItem(0).getText()));
        Workbench.inUi(() -> {
            choose(view.a(), 1);
            choose(view.b(), 0);
            return null;
        });
        Workbench.waitUntil("the other way round", () -> tree(view).getItemCount() > 16
                && tree(view).getItem(0).getText(3).equals("+4.67 s")
                && view.answer().startsWith("twin-a booted 4.67 s slower than twin-b"));
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("the answer is gone with its trace", () -> view.answer().isEmpty() && view.a().getItemCount() == 0);
    }

    private static void choose(Combo combo, int place) {
        combo.select(place);
        combo.notifyListeners(SWT.Selection, null);
    }
}
