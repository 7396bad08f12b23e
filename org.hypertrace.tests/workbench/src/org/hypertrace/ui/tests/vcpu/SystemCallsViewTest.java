/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Tree;
import org.hypertrace.ui.syscall.LoadChart;
import org.hypertrace.ui.syscall.SystemCallLoadView;
import org.hypertrace.ui.syscall.SystemCallsView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.WakeLatencyViewTest;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** System calls of guests as a table, and their durations against the load as a chart; both lead to their time. */
class SystemCallsViewTest {

    /** The third mark's stretch: {@code oracle/syscalls.py} of syscall-load. */
    private static final String THIRD = "mark 200";

    @AfterEach
    void closed() throws Exception {
        Workbench.inUi(() -> {
            for (String id : List.of(SystemCallsView.ID, SystemCallLoadView.ID)) {
                Workbench.page().hideView(Workbench.page().findView(id));
            }
            return null;
        });
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    @Test
    void callsAndLoad() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("syscall-load"));
        SystemCallsView calls = Workbench.show(SystemCallsView.class, SystemCallsView.ID);
        Tree tree = calls.table().getTreeViewer().getTree();
        Workbench.waitUntil("the calls", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() > 10);
        String vm = Workbench.inUi(() -> tree.getItem(0).getText());
        assertEquals("1742|172 ms|105 ms|67.2 ms", Workbench.inUi(() -> String.join("|", List.of(tree.getItem(0).getText(1), tree.getItem(0).getText(2),
                tree.getItem(0).getText(3), tree.getItem(0).getText(4)))));
        WakeLatencyViewTest.doubleClick(tree, vm, "read");
        Workbench.waitUntil("its longest call is selected", () -> WakeLatencyViewTest.selection().get(1) > WakeLatencyViewTest.selection().get(0));
        Workbench.picture("system-calls", Workbench::window);

        SystemCallLoadView load = Workbench.show(SystemCallLoadView.class, SystemCallLoadView.ID);
        Workbench.waitUntil("the chart", () -> load.chart().loads().size() == 4);
        assertEquals(List.of("273", "444", "778", "1215"), Workbench.inUi(() -> load.chart().loads().stream().map(one -> Long.toString(one.rate().number())).toList()));
        Workbench.inUi(() -> {
            assertTrue(load.series().contains(vm + ": read"), load.series().toString());
            load.show(vm + ": read");
            return null;
        });
        LoadChart.Load third = Workbench.inUi(() -> load.chart().loads().stream().filter(one -> one.name().equals(THIRD)).findFirst().orElseThrow());
        // the mean of the 30 shortest, which do not depend on the load
        assertEquals("30.4 µs", third.figures().get(2).text());
        Workbench.inUi(() -> {
            Point at = load.chart().place(third, 0);
            Event click = new Event();
            click.x = at.x;
            click.y = at.y;
            load.chart().notifyListeners(SWT.MouseUp, click);
            return null;
        });
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().equals(List.of(third.begin(), third.end())));
        Workbench.picture("system-calls-vs-load", Workbench::window);
    }
}
