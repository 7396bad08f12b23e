/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.path.WakeLatencyView;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long woken threads wait, as a table: it goes to the longest wait, and asks for the path of who waited. */
public class WakeLatencyViewTest {

    /** When {@code sleep} was woken to wait longest, and how long: {@code oracle/wake_latencies.py} of smp-guest. */
    private static final long WOKEN = 1_795_279_470_287_124_098L;
    private static final long WAITED = 36_071_616;

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        // as long as it is open it gathers who waits for whom
        Workbench.inUi(() -> {
            Workbench.page().hideView(Workbench.page().findView(WakeLatencyView.ID));
            return null;
        });
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    /** The row of these names, from the top. */
    public static TreeItem item(Tree tree, String... path) {
        TreeItem[] items = tree.getItems();
        TreeItem found = null;
        for (String name : path) {
            found = Arrays.stream(items).filter(item -> item.getText().startsWith(name)).findFirst()
                    .orElseThrow(() -> new AssertionError("no row " + name));
            items = found.getItems();
        }
        return found;
    }

    /** Clicks twice on the first cell of a row, as soon as GTK has scrolled to it. */
    public static void doubleClick(Tree tree, String... path) {
        Workbench.inUi(() -> {
            tree.showItem(item(tree, path));
            return null;
        });
        Workbench.waitUntil("the row is in sight", () -> {
            TreeItem item = item(tree, path);
            Rectangle cell = item.getBounds(0);
            Event event = new Event();
            event.button = 1;
            event.x = cell.x + cell.width / 2;
            event.y = cell.y + cell.height / 2;
            if (tree.getItem(new Point(event.x, event.y)) != item) {
                return false;
            }
            // what a double click sends
            tree.setSelection(item);
            tree.notifyListeners(SWT.MouseDoubleClick, event);
            Event selection = new Event();
            selection.item = item;
            tree.notifyListeners(SWT.DefaultSelection, selection);
            return true;
        });
    }

    /** What the user selected, ns since the epoch. */
    public static List<Long> selection() {
        var range = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
        return List.of(range.getStartTime().toNanos(), range.getEndTime().toNanos());
    }

    @Test
    void aThreadsLongestWaitAndItsPath() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("smp-guest"));
        WakeLatencyView view = Workbench.show(WakeLatencyView.class, WakeLatencyView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("the table", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() > 0);
        assertEquals(List.of("vCPU not scheduled", "vCPU in the host", "guest's own scheduler", "vCPU 1", "vCPU 0", "Threads",
                "Two vCPUs on one processor", "Lock-holder preemption"), Workbench.inUi(() -> Arrays.stream(tree.getItem(0).getItems()).map(TreeItem::getText).toList()));
        maximized(view, IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.picture("wake-up-latency", Workbench::window);
        maximized(view, IWorkbenchPage.STATE_RESTORED);
        doubleClick(tree, "smp", "Threads", "sleep (68)");
        Workbench.waitUntil("the longest wait is selected", () -> selection().equals(List.of(WOKEN, WOKEN + WAITED)));

        // deep: only what begins there
        Workbench.show(cpus, WOKEN - 5_000_000, WOKEN + WAITED + 5_000_000);
        Workbench.waitUntil("the table follows", () -> tree.getItemCount() == 1 && item(tree, "smp", "Threads").getItemCount() < 20
                && item(tree, "smp", "Threads", "sleep (68)").getText(1).equals("1"));
        Workbench.picture("wake-up-latency-deep", Workbench::window);
        assertEquals(List.of("Critical path of sleep (68) in the longest wait", "Critical path of sleep (68)"), Workbench.inUi(() -> {
            tree.setSelection(item(tree, "smp", "Threads", "sleep (68)"));
            return CriticalPathViewTest.items(tree.getMenu(), "Critical path of sleep (68) in the longest wait").stream()
                    .filter(text -> text.startsWith("Critical path")).toList();
        }));
        Workbench.waitUntil("its path", () -> Workbench.page().findView(CriticalPathView.ID) instanceof CriticalPathView of
                && of.getContentDescription().startsWith("sleep (68) of smp: 36.1 ms; "));
        CriticalPathView path = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        Workbench.waitUntil("all of it is drawn", () -> !path.isDirty() && Entries.of(path).filter(row -> row.getName().equals("Classes"))
                .anyMatch(row -> has(row, "contended")));
        Workbench.picture("wake-up-latency-path", Workbench::window);
    }

    private static boolean has(ITimeGraphEntry row, String label) {
        for (var events = row.getTimeEventsIterator(); events.hasNext();) {
            if (label.equals(events.next().getLabel())) {
                return true;
            }
        }
        return false;
    }

    private static void maximized(IWorkbenchPart view, int state) {
        Workbench.inUi(() -> {
            Workbench.page().setPartState(Workbench.page().getReference(view), state);
            return null;
        });
    }

    /** What it shows first takes a reading of the trace, so that waits until the view can be seen. */
    @Test
    void asksWhenItIsInSight() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("smp-guest"));
        Tree tree = Workbench.show(WakeLatencyView.class, WakeLatencyView.ID).table().getTreeViewer().getTree();
        Workbench.waitUntil("the table", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() > 0);
        maximized(cpus, IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.openBesides(VirtualCpuViewTest.withoutKvm(folder));
        Workbench.waitUntil("the other trace is shown", () -> Entries.tree(cpus).startsWith("No VM can be seen"));
        assertEquals(0, Workbench.inUi(tree::getItemCount));
        maximized(cpus, IWorkbenchPage.STATE_RESTORED);
        Workbench.waitUntil("the sentence", () -> tree.getItemCount() == 1 && tree.getItem(0).getText().equals("lonely"));
    }

    /** Of a guest's own trace, in which nobody is woken. */
    @Test
    void withoutWaitsItReportsSo() throws Exception {
        Workbench.open(VirtualCpuViewTest.withoutKvm(folder));
        Tree tree = Workbench.show(WakeLatencyView.class, WakeLatencyView.ID).table().getTreeViewer().getTree();
        Workbench.waitUntil("the sentence", () -> tree.getItemCount() == 1 && tree.getItem(0).getText().equals("lonely")
                && tree.getItem(0).getItem(0).getText().equals("No thread of the guest was woken and ran then."));
    }
}
