/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.vcpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

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

    /** The threads of a guest that have a state in sight; of those that never sleep nothing is hidden. */
    @Test
    void rowsWithoutAStateInSightAreHidden() {
        unfold();
        // it ends before, and has no state any more
        Stretch init = ORACLE.thread(1, 45).get(0);
        assertTrue(init.begin() > PREEMPTED.end() + AROUND, init.toString());
        assertTrue(rows().contains("poweroff (45)") && rows().contains("grep (43)"), rows().toString());
        press("Hide Empty Rows");
        Workbench.waitUntil("the row of a thread that is not there yet is hidden", () -> !rows().contains("poweroff (45)"));
        assertTrue(rows().contains("vCPU 0") && rows().contains("init (1)"), rows().toString());
        press("Hide Empty Rows");
        Workbench.waitUntil("all rows are back", () -> rows().contains("poweroff (45)"));
    }

    private void unfold() {
        Workbench.inUi(() -> {
            for (String vm : List.of("twin-a", "twin-b")) {
                fView.getTimeGraphViewer().setExpandedState(Entries.at(fView, HOST, vm, "Guest threads"), true);
            }
            return null;
        });
        Workbench.waitUntil("threads are unfolded", () -> rows().contains("grep (43)"));
    }

    /** The names of rows that have a height. */
    private TreeSet<String> rows() {
        return Workbench.inUi(() -> {
            TreeSet<String> names = new TreeSet<>();
            TimeGraphControl control = fView.getTimeGraphViewer().getTimeGraphControl();
            Arrays.stream(fView.getTimeGraphViewer().getExpandedElements()).filter(row -> control.getItemBounds(row).height > 0).forEach(row -> names.add(row.getName()));
            return names;
        });
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
