/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.scenario.Reboots;
import org.hypertrace.ui.shutdown.DevicesView;
import org.hypertrace.ui.shutdown.ShutdownComparisonView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How guests shut down, in Trace Compass: the view, the table of devices, two compared. */
class ShutdownViewTest {

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    @Test
    void twoVmsRestart() throws Exception {
        ShutdownView view = Workbench.open(Reboots.twoVms().in(folder).trace(), ShutdownView.class, ShutdownView.ID);
        Workbench.waitUntil("both are in the tree", () -> Entries.tree(view).equals("""
                host
                  web-1
                    reboot 1
                      service (41)
                      Notifiers
                      Devices
                  web-2
                    reboot 1
                      service (41)
                      Notifiers
                      Devices
                """));
        ITimeGraphEntry notifiers = Entries.at(view, "host", "web-1", "reboot 1", "Notifiers");
        Workbench.waitUntil("the slow notifier is drawn", () -> Entries.drawn(view, notifiers, 1_600)
                .equals("1500 2300 slow_notifier 800 ns"));
        Workbench.picture("shutdown-two", () -> view.getTimeGraphViewer().getControl().getParent());
    }

    @Test
    void theTableTellsOfADevice() throws Exception {
        Workbench.open(Reboots.twoVms().in(folder).trace());
        DevicesView view = Workbench.show(DevicesView.class, DevicesView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("all rows are there", () -> tree.getItemCount() == 20);
        Workbench.inUi(() -> {
            view.filter().setText("web-2 device disk");
            return null;
        });
        Workbench.waitUntil("the filter", () -> tree.getItemCount() == 1);
        TreeItem disk = Workbench.inUi(() -> tree.getItem(0));
        assertEquals("disk", Workbench.inUi(disk::getText));
        assertEquals("200 ns", Workbench.inUi(() -> disk.getText(5)));
        Workbench.picture("shutdown-devices", Workbench::window);
    }

    @Test
    void twoAreCompared() throws Exception {
        Workbench.open(Reboots.twoVms().in(folder).trace());
        ShutdownComparisonView view = Workbench.show(ShutdownComparisonView.class, ShutdownComparisonView.ID);
        Workbench.waitUntil("the comparison", () -> view.answer().startsWith("web-2 shut down 500 ns slower than web-1"));
        assertTrue(Workbench.inUi(() -> view.a().getItems().length) == 2);
    }
}
