/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.core.path.PathAnalysis;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.stack.GuestFlameGraphView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.WakeLatencyViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.StolenByView;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where the rows of <em>Virtual CPU</em> and <em>Stolen By</em> lead. All times expected are from the oracle, {@code oracle/rows.py}. */
@ExtendWith(CleanWorkbench.class)
class RowActionsTest {

    private static final String HOST = "lab-host";
    private static final RowLines ORACLE = RowLines.of("preempted-guest");
    private static final RowLines.Vcpu TWIN_B = ORACLE.vcpu(1);

    private VirtualCpuView fView;

    @Test
    void rowsLeadToWhatBelongsToThem() throws Exception {
        fView = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        whoTookTheMost();
        whatPreemptedItHere();
        aThreadIsFollowed();
        theVmInOtherViews();
        whoWokeWhom();
    }

    /** The first row is of who took the most from one vCPU; a double click goes to the longest time of that. */
    private void whoTookTheMost() throws Exception {
        StolenByView table = Workbench.show(StolenByView.class, StolenByView.ID);
        Map<String, Long> sums = TWIN_B.preemptors().stream().collect(Collectors.groupingBy(Stretch::label, Collectors.summingLong(Stretch::length)));
        Map.Entry<String, Long> most = sums.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        Stretch longest = RowLines.longest(TWIN_B.preemptors(), most.getKey());
        Tree tree = table.table().getTreeViewer().getTree();
        Workbench.waitUntil("the table", () -> tree.getItemCount() > 2);
        String expected = "twin-b vCPU 0|twin-a vCPU 0|vCPU|" + Amount.ns(most.getValue());
        String rows = Workbench.inUi(() -> Arrays.stream(tree.getItems()).map(item -> item.getText(0) + '|' + item.getText(1) + '|' + item.getText(2) + '|'
                + item.getText(3)).collect(Collectors.joining("\n")));
        int row = rows.lines().toList().indexOf(expected);
        assertTrue(row == 0 || row == 1, expected + " in\n" + rows);
        assertEquals(Amount.ns(longest.length()) + " " + Amount.time(longest.begin()), Workbench.inUi(() -> tree.getItem(row).getText(6) + ' '
                + tree.getItem(row).getText(7)));
        Workbench.picture("stolen-by", Workbench::window);
        Workbench.inUi(() -> {
            tree.setSelection(tree.getItem(row));
            Event event = new Event();
            event.item = tree.getItem(row);
            tree.notifyListeners(SWT.DefaultSelection, event);
            return null;
        });
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().equals(List.of(longest.begin(), longest.end())));
        Workbench.waitUntil("its row is", () -> selected().equals("twin-b, vCPU 0"));
    }

    private String selected() {
        ITimeGraphEntry row = fView.getTimeGraphViewer().getSelection();
        return row == null || row.getParent() == null ? "" : row.getParent().getName() + ", " + row.getName();
    }

    private void whatPreemptedItHere() {
        Stretch taken = TWIN_B.preemptors().stream().filter(stretch -> stretch.label().startsWith("qemu-system")).max(Comparator
                .comparingLong(Stretch::length)).orElseThrow();
        ITimeGraphEntry vcpu = Entries.at(fView, HOST, "twin-b", "vCPU 0");
        choose(taken.middle(), vcpu, "What preempted it here: " + taken.label());
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().equals(List.of(taken.begin(), taken.end())));
        Workbench.waitUntil("it has no row, but a name", () -> selected().equals("vCPU 0, Preempted by"));
        Stretch other = RowLines.longest(TWIN_B.preemptors(), TWIN_B.preemptors().stream().map(Stretch::label)
                .filter(label -> label.startsWith("CPU 0/KVM")).findFirst().orElseThrow());
        choose(other.middle(), vcpu, "What preempted it here: twin-a vCPU 0");
        Workbench.waitUntil("its row is selected", () -> selected().equals("twin-a, vCPU 0"));
        Workbench.waitUntil("its time is", () -> WakeLatencyViewTest.selection().equals(List.of(other.begin(), other.end())));
    }

    private void choose(long time, ITimeGraphEntry row, String item) {
        HelpPicture.select(time, time);
        Workbench.waitUntil("the time is selected", () -> fView.getTimeGraphViewer().getSelectionBegin() == time);
        Menus.row(fView, row, item);
    }

    private List<String> shown() {
        return Arrays.stream(fView.getTimeGraphViewer().getExpandedElements()).map(ITimeGraphEntry::getName).toList();
    }

    private void aThreadIsFollowed() throws Exception {
        ITimeGraphEntry grep = Entries.at(fView, HOST, "twin-b", "Guest threads", "grep (43)");
        Menus.row(fView, grep, "Follow grep (43)");
        Workbench.waitUntil("only that is shown", () -> fView.getContentDescription().startsWith("Only grep (43) and who preempts it are shown"));
        List<String> rows = Workbench.inUi(this::shown);
        assertEquals(List.of("Guest threads", "grep (43)"), rows.subList(rows.size() - 2, rows.size()), rows.toString());
        assertEquals(2, rows.stream().filter("vCPU 0"::equals).count(), rows.toString());
        Workbench.picture("follow", Workbench::window);
        Menus.row(fView, grep, "Follow grep (43)");
        Workbench.waitUntil("all are shown again", () -> fView.getContentDescription().isEmpty() && shown().contains("init (1)"));
    }

    private void theVmInOtherViews() {
        ITimeGraphEntry vcpu = Entries.at(fView, HOST, "twin-b", "vCPU 0");
        List<String> offered = Menus.rowTexts(fView, vcpu);
        assertTrue(offered.containsAll(List.of("Follow twin-b", "Go to the waker", "Show boot 1 of twin-b", "Show exits of twin-b",
                "Show flame graph of twin-b", "Critical path of vCPU 0 of twin-b")), offered.toString());
        Menus.row(fView, vcpu, "Show exits of twin-b");
        Workbench.waitUntil("its exits are shown", () -> Workbench.page().findView(ExitFiguresView.ID) instanceof ExitFiguresView view
                && view.filter().getText().equals("twin-b") && Arrays.stream(view.table().getTreeViewer().getTree().getItems())
                        .map(item -> item.getText(0)).allMatch(name -> name.startsWith("twin-b"))
                && view.table().getTreeViewer().getTree().getItemCount() > 0);
        Menus.row(fView, vcpu, "Show flame graph of twin-b");
        Workbench.waitUntil("its flame graph is shown", () -> Workbench.page().findView(GuestFlameGraphView.ID) instanceof GuestFlameGraphView view
                && view.vm().getText().equals("twin-b"));
    }

    /** Arrows, once it is gathered; then tooltips have it, too. */
    private void whoWokeWhom() throws Exception {
        Stretch sleep = ORACLE.thread(1, 11).stream().filter(stretch -> stretch.label() == null).findFirst().orElseThrow();
        Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        Workbench.show(fView, sleep.end() - 50_000_000, sleep.end() + 50_000_000);
        Workbench.inUi(() -> {
            fView.showWakeUps(true);
            return null;
        });
        Workbench.waitUntil("it is gathered", () -> PathAnalysis.known(fView.getTrace()) != null && !fView.isDirty());
        ITimeGraphEntry rcu = Entries.at(fView, HOST, "twin-b", "Guest threads", "rcu_sched (11)");
        Workbench.inUi(() -> {
            fView.getTimeGraphViewer().selectAndReveal(rcu);
            return null;
        });
        Workbench.show(fView, sleep.end() - 1_000_000, sleep.end() + 1_000_000);
        Workbench.waitUntil("it is drawn", () -> !fView.isDirty());
        // Trace Compass asks for the states of a row after that is in sight
        Workbench.waitUntil("the tooltip names the waker", () -> Utils.findEvent(rcu, sleep.end(), 0) != null
                && Entries.tooltip(fView, rcu, sleep.end()).contains("\nWoken by: "));
        Workbench.picture("wake-ups", Workbench::window);
    }
}
