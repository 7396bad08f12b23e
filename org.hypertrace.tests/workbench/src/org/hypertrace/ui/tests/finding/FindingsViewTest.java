/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.exit.ExitFindingsView;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.WholePerspective;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The first thing a user sees of a trace: what stands out; and a double click on it. */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
class FindingsViewTest {

    private static final int NOTION = FindingsProvider.COLUMNS.indexOf("Notion");
    private static final int ABOUT = FindingsProvider.COLUMNS.indexOf("About");

    /** In the default perspective, nothing else was opened. */
    @Test
    @WholePerspective
    void itIsTheFirstTabOfTheLowerStackAndHasRows() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        FindingsView view = Workbench.inUi(() -> {
            IViewReference[] open = Workbench.page().getViewReferences();
            IViewPart first = Arrays.stream(open).filter(one -> one.getId().equals(FindingsView.ID)).findFirst().orElseThrow().getView(false);
            IViewPart[] stack = Workbench.page().getViewStack(first);
            assertTrue(Workbench.page().isPartVisible(first), "not on top");
            assertEquals(FindingsView.ID, stack[0].getSite().getId());
            return (FindingsView) first;
        });
        rows(view, "twin-b");
        Workbench.picture("findings", Workbench::window);
        // each is in a view, and those of time stand in order
        Workbench.waitUntil("all notions", () -> texts(view, NOTION).containsAll(List.of("Steal", "Overcommit", "VM exits")));
        rows(view, "twin-b booted in 90.6 s; initcall pty_init took ");
        assertEquals(identities(), identities(), "who zooms asks again, and gets the same");
    }

    private static List<Integer> identities() {
        FindingsProvider provider = (FindingsProvider) DataProviderManager.getInstance().getDataProvider(TmfTraceManager.getInstance().getActiveTrace(),
                FindingsProvider.ID, ITmfTreeDataProvider.class);
        return provider.fetchTree(Map.of(), null).getModel().getEntries().stream().map(row -> System.identityHashCode(provider.finding(row.getId()))).toList();
    }

    /** A finding of steal: the row of the vCPU, and the longest preemption in sight. */
    @Test
    void stealIsInVirtualCpu() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        rows(view, "twin-b");
        Finding found = open(view, "Steal", "twin-a");
        Workbench.waitUntil("the row of the vCPU is selected", () -> names(cpus).equals("vCPU 0 of twin-a"));
        landed(found, cpus);
        assertTrue(Workbench.inUi(() -> Workbench.page().isPartVisible(cpus)));
        Workbench.picture("findings-steal", Workbench::window);
        FindingsView again = Workbench.show(FindingsView.class, FindingsView.ID);
        found = open(again, "VM exits", "twin-a");
        ExitFindingsView exits = Workbench.inUi(() -> (ExitFindingsView) Workbench.page().findView(ExitFindingsView.ID));
        Workbench.waitUntil("its row in Exit Findings is selected", () -> selected(exits).startsWith("twin-a|"));
        Finding exit = found;
        Workbench.waitUntil("the range of the finding is in sight", () -> inSight(cpus, exit));
        Workbench.picture("findings-exits", Workbench::window);
        assertTrue(Workbench.inUi(() -> inSight(cpus, exit)), "it stays in sight");
    }

    /** In a small window: not only the row of the boot, but also that of the initcall that the sentence names. */
    @Test
    @WholePerspective
    void theInitcallsOfABootAreInSight() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        WholeWindow.show(HypertracePerspective.ID);
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        rows(view, "twin-b booted in");
        open(view, "Boot", "twin-b");
        BootView boots = Workbench.inUi(() -> (BootView) Workbench.page().findView(BootView.ID));
        Workbench.waitUntil("the row of the boot is selected", () -> names(boots).equals("boot 1 of twin-b"));
        TimeGraphControl control = boots.getTimeGraphViewer().getTimeGraphControl();
        Workbench.waitUntil("its rows are in sight", () -> boots.getTimeGraphViewer().getSelection().getChildren().stream().map(control::getItemBounds)
                .allMatch(row -> row.height > 0 && row.y >= 0 && row.y + row.height <= control.getSize().y));
        Workbench.picture("findings-boot", Workbench::window);
    }

    @Test
    void aPanicIsInItsBoot() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("panic-in-initcall"));
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        rows(view, "panicked");
        assertEquals("Panic", texts(view, NOTION).get(0));
        Finding found = open(view, "Panic", "crasher");
        BootView boots = Workbench.inUi(() -> (BootView) Workbench.page().findView(BootView.ID));
        Workbench.waitUntil("the row of the boot is selected", () -> names(boots).equals("boot 1 of crasher"));
        landed(found, boots);
        Workbench.picture("findings-panic", Workbench::window);
    }

    /** Once it is gathered who waits for whom, there is a finding of what a boot waited for: its path, and in it the longest such wait. */
    @Test
    void whatABootWaitedForIsOnItsCriticalPath() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        gather(view);
        rows(view, "twin-b: the critical path of the boot takes 99.5 s; for 50.7 s, 50.97 % of it, others had the host's processor, ");
        Finding found = open(view, "Critical path", "twin-b");
        CriticalPathView path = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        Workbench.waitUntil("the path of the boot", () -> path.getContentDescription().startsWith("boot 1, ") && !path.isDirty());
        Workbench.waitUntil("the time of the evidence is selected", () -> path.getTimeGraphViewer().getSelectionBegin() == found.evidence().begin()
                && path.getTimeGraphViewer().getSelectionEnd() == found.evidence().end());
        Workbench.waitUntil("all of the path is in sight", () -> path.getTimeGraphViewer().getTime0() <= found.begin() && path.getTimeGraphViewer().getTime1() >= found.end());
        Workbench.waitUntil("the row of the one who is waited for is selected", () -> path.getTimeGraphViewer().getSelection() != null
                && Utils.findEvent(path.getTimeGraphViewer().getSelection(), found.evidence().begin(), 0) != null);
        Workbench.picture("findings-path", Workbench::window);
    }

    /** Double-clicks the row that reports that it is not done yet. */
    private static void gather(FindingsView view) {
        rows(view, "double-click here");
        Workbench.inUi(() -> {
            Tree tree = view.table().getTreeViewer().getTree();
            open(tree, tree.getItem(tree.getItemCount() - 1));
            return null;
        });
    }

    private static void open(Tree tree, TreeItem row) {
        tree.setSelection(row);
        Event event = new Event();
        event.item = row;
        tree.notifyListeners(SWT.DefaultSelection, event);
    }

    private static String names(AbstractTimeGraphView view) {
        ITimeGraphEntry row = view.getTimeGraphViewer().getSelection();
        return row == null || row.getParent() == null ? "" : row.getName() + " of " + row.getParent().getName();
    }

    /** The selected row of a table, cells with bars between. */
    private static String selected(ProviderTableView view) {
        TreeItem[] rows = view == null ? new TreeItem[0] : view.table().getTreeViewer().getTree().getSelection();
        return rows.length == 0 ? "" : rows[0].getText(0) + '|' + rows[0].getText(1);
    }

    private static void landed(Finding found, AbstractTimeGraphView view) {
        long begin = found.evidence().begin();
        long end = found.evidence().end();
        Workbench.waitUntil("the time of the evidence is selected", () -> {
            TmfTimeRange range = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
            return range.getStartTime().toNanos() == begin && range.getEndTime().toNanos() == end;
        });
        Workbench.waitUntil("the time is in sight", () -> view.getTimeGraphViewer().getTime0() <= begin && view.getTimeGraphViewer().getTime1() >= end
                && view.getTimeGraphViewer().getTime1() - view.getTimeGraphViewer().getTime0() <= 2 * (end - begin));
    }

    private static boolean inSight(AbstractTimeGraphView view, Finding found) {
        return view.getTimeGraphViewer().getTime0() == found.begin() && view.getTimeGraphViewer().getTime1() == found.end();
    }

    /** Double-clicks the first row of a notion about somebody. */
    private static Finding open(FindingsView view, String notion, String about) {
        Finding[] opened = new Finding[1];
        Workbench.inUi(() -> {
            view.table().whenOpened((provider, row) -> opened[0] = ((FindingsProvider) provider).finding(row));
            Tree tree = view.table().getTreeViewer().getTree();
            TreeItem row = Arrays.stream(tree.getItems()).filter(item -> item.getText(NOTION).equals(notion) && item.getText(ABOUT).startsWith(about))
                    .findFirst().orElseThrow();
            open(tree, row);
            return null;
        });
        return opened[0];
    }

    private static List<String> texts(FindingsView view, int column) {
        return Workbench.inUi((Supplier<List<String>>) () -> Arrays.stream(view.table().getTreeViewer().getTree().getItems()).map(item -> line(item, column))
                .toList());
    }

    private static void rows(FindingsView view, String with) {
        Workbench.waitUntil("findings with " + with, () -> Arrays.stream(view.table().getTreeViewer().getTree().getItems())
                .anyMatch(item -> line(item, 0).contains(with)));
    }

    /** A sentence has as many lines as it needs. */
    private static String line(TreeItem item, int column) {
        return item.getText(column).replace('\n', ' ');
    }
}
