/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.IWorkbenchPage;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.WakeLatencyViewTest;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.GuestThreadsView;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Processes and threads of guests as a table that follows the time in sight, and goes to when they were there. */
class GuestThreadsViewTest {

    /** When {@code dd} begins, and how long it is there: {@code oracle/processes.py} of syscall-load. */
    private static final long BEGIN = 1_795_280_683_582_030_091L;
    private static final long REAL = 87_981_819;

    @AfterEach
    void closed() throws Exception {
        Workbench.inUi(() -> {
            Workbench.page().hideView(Workbench.page().findView(GuestThreadsView.ID));
            return null;
        });
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    private static String row(TreeItem item, int columns) {
        StringBuilder text = new StringBuilder(item.getText(0));
        for (int column = 1; column < columns; column++) {
            text.append('|').append(item.getText(column));
        }
        return text.toString();
    }

    private static void state(GuestThreadsView view, int state) {
        Workbench.inUi(() -> {
            Workbench.page().setPartState(Workbench.page().getReference(view), state);
            return null;
        });
    }

    @Test
    void aProcessAndItsTime() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("syscall-load"));
        GuestThreadsView view = Workbench.show(GuestThreadsView.class, GuestThreadsView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("the table", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() > 10);
        state(view, IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.picture("guest-threads", Workbench::window);
        state(view, IWorkbenchPage.STATE_RESTORED);
        String vm = Workbench.inUi(() -> tree.getItem(0).getText());
        String dd = Workbench.inUi(() -> row(WakeLatencyViewTest.item(tree, vm, "dd (105)"), 18));
        assertEquals("88.0 ms|26.9 ms|34.8 ms|0 ns|903 µs|91.2 µs|1.46 ms|0 ns|22.8 ms|0 ns|1.02 ms|88.3 µs|0 ns|39.7 ms|45.9 ms",
                dd.substring(dd.indexOf("|88.0 ms") + 1));
        WakeLatencyViewTest.doubleClick(tree, vm, "dd (105)");
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().equals(List.of(BEGIN, BEGIN + REAL)));
        Workbench.waitUntil("its thread is", () -> cpus.getTimeGraphViewer().getSelection() != null
                && cpus.getTimeGraphViewer().getSelection().getName().equals("dd (105)"));
        Workbench.picture("guest-threads-revealed", Workbench::window);

        // only what is there while dd is
        int all = Workbench.inUi(() -> tree.getItem(0).getItemCount());
        Workbench.show(cpus, BEGIN, BEGIN + REAL);
        Workbench.waitUntil("the table follows", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() < all
                && tree.getItem(0).getItemCount() > 0);
        Workbench.picture("guest-threads-deep", Workbench::window);
    }
}
