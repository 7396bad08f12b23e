/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.tests.CriticalPathViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The steps of the lesson <i>A rolling upgrade</i> in the window, in their order; its commands are those of {@code LessonTest}. */
@ExtendWith(CleanWorkbench.class)
class UpgradeLessonTest {

    private static final String NODE = "node-b";

    @Test
    void fromTheViewToTheCause() throws Exception {
        Workbench.open(Samples.archive("rolling-upgrade"));
        System.out.println("WINDOW " + Workbench.inUi(() -> {
            var bar = Arrays.stream(Workbench.window().getMenuBar().getItems()).filter(item -> item.getText().contains("Window")).findFirst().orElseThrow().getMenu();
            bar.notifyListeners(SWT.Show, new Event());
            var show = Arrays.stream(bar.getItems()).filter(item -> item.getText().contains("Show View")).findFirst().orElseThrow().getMenu();
            if (show == null) {
                return "no menu";
            }
            show.notifyListeners(SWT.Show, new Event());
            return Arrays.stream(show.getItems()).map(item -> item.getText()).toList().toString();
        }));
        UpgradeView view = Workbench.show(UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the campaign is there", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Campaign")));
        ITimeGraphEntry campaign = Entries.at(view, "Campaign");
        Workbench.show(view, campaign.getStartTime() - 500_000_000, campaign.getEndTime() + 500_000_000);
        Workbench.picture("lesson-2", Workbench::window);
        sorted();
        UpgradeView again = Workbench.show(UpgradeView.class, UpgradeView.ID);
        ITimeGraphEntry node = Entries.at(again, NODE);
        long firmware = Entries.of(again).filter(entry -> entry == campaign).findFirst().orElseThrow().getStartTime() + 4_000_000_000L;
        List<String> offered = CriticalPathViewTest.menu(again, node, firmware, "Critical path of the controller's wait for node-b, with what it awaits");
        System.out.println("MENU " + offered);
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(CriticalPathView.ID) != null);
        CriticalPathView path = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        Workbench.waitUntil("the path", () -> Entries.tree(path).contains(NODE));
        Workbench.picture("lesson-4-path", Workbench::window);
        System.out.println("PATH " + Workbench.inUi(path::getContentDescription) + '\n' + Entries.tree(path));
        UpgradeView third = Workbench.show(UpgradeView.class, UpgradeView.ID);
        CriticalPathViewTest.menu(third, Entries.at(third, NODE), firmware, "Show boot 2 of node-b");
        Workbench.waitUntil("the boot", () -> Workbench.page().findView(BootView.ID) != null);
        BootView boot = Workbench.inUi(() -> (BootView) Workbench.page().findView(BootView.ID));
        Workbench.waitUntil("the row is selected", () -> {
            ITimeGraphEntry selected = boot.getTimeGraphViewer().getSelection();
            return selected != null && selected.getName().equals("boot 2") && selected.getParent().getName().equals(NODE);
        });
        Workbench.waitUntil("it is drawn", () -> !boot.isDirty());
        Workbench.picture("lesson-4-boot", Workbench::window);
        System.out.println("BOOT " + Entries.tree(boot));
    }

    /** The longest first: firmware and levels of both nodes. */
    private static void sorted() throws Exception {
        UpgradePhasesView phases = Workbench.show(UpgradePhasesView.class, UpgradePhasesView.ID);
        Tree tree = phases.table().getTreeViewer().getTree();
        Workbench.waitUntil("the phases", () -> tree.getItemCount() > 18);
        TreeColumn duration = Workbench.inUi(() -> Stream.of(tree.getColumns()).filter(column -> column.getText().equals("Duration")).findFirst().orElseThrow());
        for (int i = 0; i < 2; i++) {
            Workbench.inUi(() -> {
                duration.notifyListeners(SWT.Selection, new Event());
                return null;
            });
        }
        List<String> first = Workbench.inUi(() -> Arrays.stream(tree.getItems()).limit(6).map(item -> item.getText(0) + ' ' + item.getText(1) + ' ' + item.getText(4)
                + ' ' + item.getText(8) + ' ' + item.getText(9)).toList());
        System.out.println("SORTED " + first);
        Workbench.picture("lesson-3", Workbench::window);
        assertEquals(4, first.size() - 2);
        assertTrue(first.get(0).startsWith("firmware"), first.toString());
    }
}
