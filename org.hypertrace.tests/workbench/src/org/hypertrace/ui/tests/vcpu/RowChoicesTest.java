/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.NullTimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.WakeLatencyViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The tool bar of <em>Virtual CPU</em> chooses among its states and rows. All times expected are from the oracle, {@code oracle/rows.py}. */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
class RowChoicesTest {

    private static final String HOST = "lab-host";
    private static final List<String> VMS = List.of("twin-a", "twin-b");
    private static final RowLines ORACLE = RowLines.of("preempted-guest");
    private static final List<Stretch> STATES = ORACLE.vcpu(1).states();
    /** A stretch around it is in sight. */
    private static final Stretch PREEMPTED = ORACLE.vcpu(1).longest("preempted");
    private static final long AROUND = 1_000_000;
    /** A range in which each state has pixels of its own. */
    private static final long NEAR = 1_000_000;
    /** Trace Compass' property of states; the class that has it is another one in later releases. */
    private static final int DIMMED = 1;

    private VirtualCpuView fView;
    private ITimeGraphEntry fVcpu;

    @BeforeEach
    void open() throws Exception {
        fView = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        Workbench.waitUntil("the last thread is in the tree", () -> Entries.tree(fView).contains("poweroff (45)"));
        Workbench.show(fView, PREEMPTED.begin() - AROUND, PREEMPTED.end() + AROUND);
        fVcpu = Entries.at(fView, HOST, "twin-b", "vCPU 0");
        Workbench.inUi(() -> {
            fView.getTimeGraphViewer().selectAndReveal(fVcpu);
            return null;
        });
    }

    /** A tool of the view that is on the screen. */
    private static void press(String tip) {
        Workbench.inUi(() -> {
            ToolItem tool = Dialogs.all(ToolBar.class, Workbench.window()).stream().filter(Control::isVisible).flatMap(bar -> Arrays.stream(bar.getItems()))
                    .filter(item -> tip.equals(item.getToolTipText())).findFirst().orElseThrow(() -> new AssertionError("no tool " + tip));
            if ((tool.getStyle() & SWT.CHECK) != 0) {
                tool.setSelection(!tool.getSelection());
            }
            Event event = new Event();
            event.widget = tool;
            tool.notifyListeners(SWT.Selection, event);
            return null;
        });
    }

    @Test
    void theToolBarGoesToTheNextAndThePreviousState() {
        int at = STATES.indexOf(PREEMPTED);
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(RowChoicesTest.class, TmfTimestamp.fromNanos(PREEMPTED.begin())));
            return null;
        });
        Workbench.waitUntil("the preemption is selected", () -> fView.getTimeGraphViewer().getSelectionBegin() == PREEMPTED.begin());
        Workbench.waitUntil("its states are there", () -> Utils.findEvent(fVcpu, PREEMPTED.middle(), 0) != null);
        press("Select Next State Change");
        isSelected(STATES.get(at + 1));
        press("Select Next State Change");
        isSelected(STATES.get(at + 2));
        press("Select Previous State Change");
        isSelected(STATES.get(at + 1));
        press("Select Previous State Change");
        isSelected(PREEMPTED);
    }

    private static void isSelected(Stretch state) {
        Workbench.waitUntil(state + " is selected, not " + WakeLatencyViewTest.selection(), () -> WakeLatencyViewTest.selection().get(0) == state.begin());
    }

    /** Of both guests, in sight or further down: threads that do something then stay, those that are not there yet are hidden. */
    @Test
    void rowsWithoutAStateInSightAreHidden() {
        unfold();
        long from = PREEMPTED.begin() - AROUND;
        long to = PREEMPTED.end() + AROUND;
        Set<String> busy = threads(row -> row.stream().anyMatch(state -> state.begin() < to && from < state.end()));
        Set<String> notYet = threads(row -> row.get(0).begin() >= to);
        assertTrue(busy.containsAll(Set.of("twin-a 1", "twin-b 1")) && notYet.containsAll(Set.of("twin-a 44", "twin-b 45")), busy + " " + notYet);
        Workbench.waitUntil("all rows are there", () -> rows().containsAll(busy) && rows().containsAll(notYet));
        press("Hide Empty Rows");
        are("rows of threads that are not there yet are hidden, no others", busy, notYet);
        press("Hide Empty Rows");
        Workbench.waitUntil("all rows are back", () -> rows().containsAll(busy) && rows().containsAll(notYet));
    }

    /** VM and thread id of those whose row of the oracle is so. */
    private static Set<String> threads(Predicate<List<Stretch>> isSo) {
        Set<String> found = new TreeSet<>();
        for (int vm = 0; vm < VMS.size(); vm++) {
            for (int tid : ORACLE.tids(vm)) {
                if (isSo.test(ORACLE.thread(vm, tid))) {
                    found.add(VMS.get(vm) + ' ' + tid);
                }
            }
        }
        return found;
    }

    private void are(String what, Set<String> there, Set<String> hidden) {
        List<Set<String>> wrong = new ArrayList<>();
        try {
            Workbench.waitUntil(what, () -> {
                Set<String> rows = rows();
                wrong.clear();
                wrong.add(there.stream().filter(row -> !rows.contains(row)).collect(Collectors.toCollection(TreeSet::new)));
                wrong.add(hidden.stream().filter(rows::contains).collect(Collectors.toCollection(TreeSet::new)));
                return wrong.stream().allMatch(Set::isEmpty);
            });
        } catch (AssertionError e) {
            throw new AssertionError("hidden, and should not be, and the other way round: " + wrong, e);
        }
    }

    private void unfold() {
        Workbench.inUi(() -> {
            for (String vm : VMS) {
                fView.getTimeGraphViewer().setExpandedState(Entries.at(fView, HOST, vm, "Guest threads"), true);
            }
            return null;
        });
    }

    /** VM and thread id of the rows that have a height. */
    private Set<String> rows() {
        TimeGraphControl control = fView.getTimeGraphViewer().getTimeGraphControl();
        return Arrays.stream(fView.getTimeGraphViewer().getExpandedElements()).filter(row -> row.getName().endsWith(")") && row.getParent().getParent() != null
                && control.getItemBounds(row).height > 0).map(row -> row.getParent().getParent().getName() + ' ' + row.getName().replaceFirst(".*\\((\\d+)\\)$", "$1"))
                .collect(Collectors.toSet());
    }

    /** Words of a state: the others are dimmed. Kept by Enter, others are hidden, and with them the rows that have none. */
    @Test
    void statesAreFilteredByWords() throws Exception {
        long end = PREEMPTED.end();
        Workbench.show(fView, end - NEAR, end + NEAR);
        long before = end - NEAR / 2;
        Stretch other = STATES.stream().filter(state -> state.begin() >= end && state.begin() < end + NEAR / 2 && state.length() > NEAR / 100).findFirst().orElseThrow();
        assertFalse(other.label().contains("preempted"));
        long after = other.begin() + Math.min(other.length(), NEAR / 2) / 2;
        Workbench.waitUntil("its states are there", () -> hasState(before, "preempted") && hasState(after, other.label()));
        assertFalse(isDimmed(before) || isDimmed(after));
        Shell dialog = Dialogs.dialog("filter-by-words", () -> {
            TimeGraphControl control = fView.getTimeGraphViewer().getTimeGraphControl();
            Point size = control.getSize();
            // over the states: over the names it finds rows
            Display.getDefault().setCursorLocation(control.toDisplay(size.x - 20, size.y / 2));
            fView.getFilterAction().run();
        });
        Text words = Workbench.inUi(() -> Dialogs.all(Text.class, dialog).get(0));
        Workbench.inUi(() -> {
            words.setText("preempted");
            return null;
        });
        Workbench.waitUntil("what is not preempted is dimmed", () -> isDimmed(after));
        assertFalse(isDimmed(before));
        Workbench.inUi(() -> {
            Event enter = new Event();
            enter.character = SWT.CR;
            enter.keyCode = SWT.CR;
            words.notifyListeners(SWT.KeyDown, enter);
            words.notifyListeners(SWT.KeyUp, enter);
            return null;
        });
        Workbench.waitUntil("it is hidden", () -> !hasState(after, other.label()));
        assertTrue(hasState(before, "preempted"));
        Workbench.picture("filtered-by-words", Workbench::window);
        Workbench.inUi(() -> {
            Dialogs.all(Button.class, dialog).get(0).notifyListeners(SWT.Selection, new Event());
            return null;
        });
        Workbench.waitUntil("all states are back", () -> hasState(after, other.label()) && !isDimmed(after));
    }

    private ITimeEvent at(long time) {
        return Workbench.inUi(() -> Utils.findEvent(fVcpu, time, 0));
    }

    private boolean hasState(long time, String label) {
        ITimeEvent event = at(time);
        return event != null && label.equals(event.getLabel()) && !(event instanceof NullTimeEvent);
    }

    private boolean isDimmed(long time) {
        ITimeEvent event = at(time);
        return event != null && event.isPropertyActive(DIMMED);
    }
}
