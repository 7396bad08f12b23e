/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.eclipse.jface.action.IAction;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.virtualtable.TmfVirtualTable;
import org.hypertrace.core.path.PathQuery;
import org.hypertrace.core.path.view.AskedPaths;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.path.AskPath;
import org.hypertrace.ui.path.CriticalPathPartsView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a user does about critical paths: stops one, clicks twice, picks two marks. Figures: {@code critical-paths.json}. */
@ExtendWith(CleanWorkbench.class)
class CriticalPathClicksTest {

    private static void ask(PathQuery query) {
        AskPath.ask(TmfTraceManager.getInstance().getActiveTrace(), query);
    }

    /** A stopped path ends at once and reports it, also in a view that is opened anew; asked for again it is found. */
    @Test
    void stopAndAskAgainThenDoubleClicks() throws Exception {
        // else it may be found before it is stopped
        Workbench.forgetHistories(VirtualCpuViewTest.sample("smp-guest"));
        CriticalPathView first = Workbench.open(VirtualCpuViewTest.sample("smp-guest"), CriticalPathView.class, CriticalPathView.ID);
        PathQuery sleep = PathQuery.of(PathQuery.Kind.THREAD, "sleep", null);
        IAction stop = CriticalPathViewTest.action(first, "Stop");
        Workbench.inUi(() -> {
            assertFalse(stop.isEnabled(), "nothing to be stopped");
            ask(sleep);
            assertTrue(stop.isEnabled(), "it is under way");
            stop.run();
            return null;
        });
        Workbench.waitUntil("it is stopped", () -> Entries.of(first).anyMatch(entry -> entry.getName().equals(AskedPaths.CANCELLED)));
        assertEquals(AskedPaths.CANCELLED, Entries.tree(first).strip());
        assertFalse(Workbench.inUi(stop::isEnabled), "nothing to be stopped any more");
        Workbench.picture("path-stopped", Workbench::window);
        CriticalPathPartsView parts = Workbench.show(CriticalPathPartsView.class, CriticalPathPartsView.ID);
        Tree table = parts.table().getTreeViewer().getTree();
        Workbench.waitUntil("the table shows it, too", () -> table.getItemCount() == 1 && table.getItem(0).getText().equals(AskedPaths.CANCELLED));

        CriticalPathView view = Workbench.showAnew(CriticalPathView.class, CriticalPathView.ID);
        Workbench.waitUntil("it is still shown", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals(AskedPaths.CANCELLED)));
        Workbench.inUi(() -> {
            ask(sleep);
            return null;
        });
        Workbench.waitUntil("the path", () -> view.getContentDescription().startsWith("sleep (68) of smp: 244 ms; ") && !view.isDirty()
                && Entries.of(view).anyMatch(entry -> entry.getName().equals("smp") && entry.getChildren().stream().anyMatch(
                        row -> row.getName().equals("vCPU 1 interrupt timer") && drawn(row))));

        // a double click on the timer, which nobody shortens: 100 852 607 ns
        ITimeGraphEntry timer = Entries.at(view, "smp", "vCPU 1 interrupt timer");
        ITimeEvent waited = Workbench.inUi(() -> {
            var events = timer.getTimeEventsIterator();
            while (events.hasNext()) {
                ITimeEvent event = events.next();
                if ("timer".equals(event.getLabel())) {
                    return event;
                }
            }
            throw new AssertionError("no timer");
        });
        assertEquals(100_852_607L, waited.getDuration());
        doubleClick(view, timer, waited.getTime() + waited.getDuration() / 2);
        List<Long> span = List.of(waited.getTime(), waited.getTime() + waited.getDuration());
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().equals(span));
        Workbench.picture("path-double-click", Workbench::window);

        // and in the table: to the longest stay
        Workbench.waitUntil("the table", () -> table.getItemCount() == 5 && table.getItem(0).getItemCount() > 0);
        WakeLatencyViewTest.doubleClick(table, "Causes", "due, preempted: host CPU 0/KVM (180)");
        Workbench.waitUntil("the longest stay is selected", () -> length() == 35_491_611L);
        assertTrue(WakeLatencyViewTest.selection().get(0) >= span.get(1), "the timer was due then");
        WakeLatencyViewTest.doubleClick(table, "Classes", "timer");
        Workbench.waitUntil("the timer is selected", () -> WakeLatencyViewTest.selection().equals(span));
    }

    private static boolean drawn(ITimeGraphEntry row) {
        for (var events = row.getTimeEventsIterator(); events.hasNext();) {
            if ("timer".equals(events.next().getLabel())) {
                return true;
            }
        }
        return false;
    }

    private static long length() {
        return WakeLatencyViewTest.selection().get(1) - WakeLatencyViewTest.selection().get(0);
    }

    private static void doubleClick(CriticalPathView view, ITimeGraphEntry row, long time) {
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(row);
            Control control = view.getTimeGraphViewer().getTimeGraphControl();
            control.update();
            var bounds = view.getTimeGraphViewer().getTimeGraphControl().getItemBounds(row);
            for (int type : new int[] { SWT.MouseDown, SWT.MouseUp, SWT.MouseDown, SWT.MouseDoubleClick, SWT.MouseUp }) {
                Event event = new Event();
                event.button = 1;
                event.count = type == SWT.MouseDoubleClick ? 2 : 1;
                event.x = view.getTimeGraphViewer().getTimeGraphControl().getXForTime(time);
                event.y = bounds.y + bounds.height / 2;
                control.notifyListeners(type, event);
            }
            return null;
        });
    }

    /** Two marks that are selected in the table of events; threads where they have a vCPU, and that a processor. */
    @Test
    void marksAndThreadsWhereTheyRun() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("syscall-load"));
        Workbench.waitUntil("the guest's threads are in the tree", () -> Entries.tree(cpus).contains("init (1)"));
        long begin = 1_795_280_682_995_351_994L;
        long end = 1_795_280_683_573_604_416L;
        select(begin, end);
        List<String> offered = Workbench.inUi(() -> CriticalPathViewTest.items(tableMenu(), "Critical path of marks 200 to 400 of stock"));
        assertTrue(offered.contains("Critical path of marks 200 to 400 of stock"), offered.toString());
        Workbench.waitUntil("the path", () -> Workbench.page().findView(CriticalPathView.ID) instanceof CriticalPathView view
                && view.getContentDescription().startsWith("marks 200 to 400, init (1) of stock: 578 ms; ") && !view.isDirty());
        Workbench.picture("path-marks", Workbench::window);
        // neither if only one of them is a mark
        select(begin, end + 1);
        offered = Workbench.inUi(() -> CriticalPathViewTest.items(tableMenu(), null));
        assertTrue(offered.stream().noneMatch(text -> text.startsWith("Critical path")), offered.toString());

        // who sets a mark has a vCPU, and that a processor
        Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        Workbench.show(cpus, begin - 1_000_000, begin + 1_000_000);
        String vcpu = "Critical path of vCPU 0 of stock";
        ITimeGraphEntry task = Workbench.inUi(() -> Entries.of(cpus).findFirst().orElseThrow().getChildren().get(0).getChildren().get(0)
                .getChildren().stream().filter(row -> row.getName().equals("Guest task")).findFirst().orElseThrow());
        assertEquals(List.of("Critical path of init (1)", vcpu), paths(CriticalPathViewTest.menu(cpus, task, begin, null)));
        VirtualResourcesView resources = Workbench.show(VirtualResourcesView.class, VirtualResourcesView.ID);
        Workbench.waitUntil("the processors", () -> Entries.tree(resources).contains("CPU 0"));
        Workbench.show(resources, begin - 1_000_000, begin + 1_000_000);
        ITimeGraphEntry cpu = Workbench.inUi(() -> Entries.of(resources).findFirst().orElseThrow().getChildren().stream()
                .filter(row -> row.getName().equals("CPU 1")).findFirst().orElseThrow());
        assertEquals(List.of("Critical path of init (1)", vcpu), paths(CriticalPathViewTest.menu(resources, cpu, begin, null)));
    }

    private static List<String> paths(List<String> items) {
        return items.stream().filter(text -> text.startsWith("Critical path") && !text.endsWith(" in the selected time")).toList();
    }

    private static void select(long begin, long end) {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(CriticalPathClicksTest.class, TmfTimestamp.fromNanos(begin),
                    TmfTimestamp.fromNanos(end), trace));
            return null;
        });
        Workbench.waitUntil("they are selected", () -> WakeLatencyViewTest.selection().equals(List.of(begin, end)));
    }

    private static Menu tableMenu() {
        TmfVirtualTable table = Dialogs.all(TmfVirtualTable.class, Workbench.window()).get(0);
        Table rows = Dialogs.all(Table.class, table).get(0);
        Point at = rows.toDisplay(100, 60);
        Event asked = new Event();
        asked.detail = SWT.MENU_KEYBOARD;
        asked.x = at.x;
        asked.y = at.y;
        table.notifyListeners(SWT.MenuDetect, asked);
        rows.notifyListeners(SWT.MenuDetect, asked);
        return rows.getMenu() != null ? rows.getMenu() : table.getMenu();
    }
}
