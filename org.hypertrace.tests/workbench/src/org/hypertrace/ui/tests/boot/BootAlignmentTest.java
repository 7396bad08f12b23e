/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.boot;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceSelectedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.ITimeGraphRangeListener;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.testing.story.RecordedStory;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.Building;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.SymbolsDialog;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Boots are aligned at a level or another anchor: the axis is relative to it, and the window is the user's. */
@ExtendWith(CleanWorkbench.class)
class BootAlignmentTest {

    private static final String ALIGNED = "Boots are aligned at: level device. Times are in ns after it; tooltips show those of the trace.";

    @TempDir
    Path folder;

    @Test
    void bootsAreAlignedAndShortInitcallsHidden() throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        assertEquals("*their own times, launch, start of the kernel, level early, level pure, level core, level postcore, level arch, "
                + "level subsys, level fs, level device, level late", choices(view, "Align boots at"));
        choose(view, "Align boots at", "level device");
        // web-3 begins at 301.01 ms and comes to it at 697.1
        Workbench.waitUntil("web-3 is aligned", () -> Entries.of(view).findAny().isPresent()
                && BootViewTest.row(view, "web-3").getStartTime() == -396_090_000);
        Workbench.waitUntil("the view has it", () -> Utils.findEvent(BootViewTest.row(view, "web-3", "Levels"), 93 * MS, 0) != null);
        Workbench.picture("boot-aligned", Workbench::window);
        assertEquals(ALIGNED, Workbench.inUi(view::getContentDescription));

        ITimeGraphEntry initcalls = BootViewTest.row(view, "web-3", "Initcalls");
        assertTrue(Entries.tooltip(view, initcalls, 93 * MS).contains("Begin: 22:13:20.750 000 000\n"));
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().setSelection(initcalls, true);
            view.broadcast(new TmfSelectionRangeUpdatedSignal(view, TmfTimestamp.fromNanos(92_900_000),
                    TmfTimestamp.fromNanos(102_900_000), view.getTrace()));
            return null;
        });
        TmfTimeRange selected = TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange();
        assertEquals("790.0 800.0", (selected.getStartTime().toNanos() - BEGIN) / 1e6 + " "
                + (selected.getEndTime().toNanos() - BEGIN) / 1e6);

        choose(view, "Align boots at", "their own times");
        Workbench.waitUntil("web-3 is where it was", () -> Entries.of(view).findAny().isPresent()
                && BootViewTest.row(view, "web-3").getStartTime() == BEGIN + 301_010_000);
        assertEquals("*hide none, 100 µs, 1.00 ms, 10.0 ms, other…", choices(view, "Hide initcalls shorter than"));
        choose(view, "Hide initcalls shorter than", "10.0 ms");
        Workbench.waitUntil("short ones are hidden", () -> Entries.of(view).findAny().isPresent()
                && BootViewTest.label(BootViewTest.row(view, "web-1", "Initcalls"), 152) == null);
        assertEquals("Initcalls shorter than 10.0 ms are hidden.", Workbench.inUi(view::getContentDescription));
        choose(view, "Hide initcalls shorter than", "hide none");
    }

    /** As long as boots are aligned, the window is the user's, and is of this trace alone. */
    @Test
    void alignedBootsAreZoomed() throws Exception {
        BootView view = BootViewTest.sixVms(folder);
        ITmfTrace first = view.getTrace();
        TmfTimeRange shared = TmfTraceManager.getInstance().getCurrentTraceContext().getWindowRange();
        choose(view, "Align boots at", "level device");
        Workbench.waitUntil("the whole is shown", () -> "-803190000".equals(window(view).split(" ")[0]));
        Building.await(view);
        String whole = window(view);
        // rows are refreshed before the zoom is announced, as when a trace is still read
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().setStartFinishTime(-60 * MS, 90 * MS);
            return null;
        });
        refresh(view);
        Workbench.inUi(() -> null);
        Workbench.waitUntil("what was in sight stays", () -> "-60000000 90000000".equals(window(view)));
        zoom(view, -50 * MS, 100 * MS);
        // what is drawn in so small a window is more than in the whole
        Workbench.waitUntil("the zoom has its rows", () -> Utils.findEvent(BootViewTest.row(view, "web-3", "Initcalls"), 93 * MS, 0) != null
                && "-50000000 100000000".equals(window(view)));
        Workbench.picture("boot-aligned-zoomed", Workbench::window);
        Workbench.waitUntil("the zoom stays", () -> "-50000000 100000000".equals(window(view)));
        assertEquals(shared, TmfTraceManager.getInstance().getCurrentTraceContext().getWindowRange());

        choose(view, "Hide initcalls shorter than", "10.0 ms");
        Building.await(view);
        Workbench.waitUntil("rows are made anew", () -> Entries.of(view).findAny().isPresent()
                && Utils.findEvent(BootViewTest.row(view, "web-3", "Initcalls"), 93 * MS, 0) != null && "-50000000 100000000".equals(window(view)));
        choose(view, "Hide initcalls shorter than", "hide none");

        ITmfTrace second = BootViewTest.open(SixVms.in(folder.resolve("second"))).getTrace();
        Workbench.waitUntil("the other trace has its own times", () -> Entries.of(view).findAny().isPresent()
                && BootViewTest.row(view, "web-3").getStartTime() == BEGIN + 301_010_000);
        assertNotEquals(first, second);
        assertEquals("", Workbench.inUi(view::getContentDescription));
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfTraceSelectedSignal(this, first));
            return null;
        });
        Workbench.waitUntil("the first trace is as it was left", () -> "-50000000 100000000".equals(window(view))
                && BootViewTest.row(view, "web-3").getStartTime() == -396_090_000);
        assertEquals(ALIGNED, Workbench.inUi(view::getContentDescription));
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().resetStartFinishTime(true);
            return null;
        });
        Workbench.waitUntil("all is shown again", () -> whole.equals(window(view)));
    }

    /** As when rows were made. */
    static void refresh(BootView view) throws ReflectiveOperationException {
        Method refresh = AbstractTimeGraphView.class.getDeclaredMethod("refresh");
        refresh.setAccessible(true);
        refresh.invoke(view);
    }

    static String window(BootView view) {
        return Workbench.inUi(() -> view.getTimeGraphViewer().getTime0() + " " + view.getTimeGraphViewer().getTime1());
    }

    /** As by the mouse: seen at once, announced later. Until then Trace Compass lets nobody else change what is in sight. */
    static void zoom(BootView view, long begin, long end) {
        AtomicBoolean isAnnounced = new AtomicBoolean();
        ITimeGraphRangeListener listener = event -> isAnnounced.set(true);
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().addRangeListener(listener);
            view.getTimeGraphViewer().setStartFinishTimeNotify(begin, end);
            return null;
        });
        Workbench.waitUntil("the zoom is announced", isAnnounced::get);
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().removeRangeListener(listener);
            return null;
        });
    }

    private static <T> T inMenu(BootView view, String name, Function<Menu, T> with) {
        return Workbench.inUi(() -> {
            MenuManager found = Arrays.stream(view.getViewSite().getActionBars().getMenuManager().getItems())
                    .filter(MenuManager.class::isInstance).map(MenuManager.class::cast).filter(m -> name.equals(m.getMenuText()))
                    .findFirst().orElseThrow();
            Menu menu = found.createContextMenu(Workbench.window());
            menu.notifyListeners(SWT.Show, new Event());
            return with.apply(menu);
        });
    }

    private static String choices(BootView view, String name) {
        return inMenu(view, name, menu -> Arrays.stream(menu.getItems()).map(i -> (i.getSelection() ? "*" : "") + i.getText())
                .collect(Collectors.joining(", ")));
    }

    private static void choose(BootView view, String name, String choice) {
        inMenu(view, name, menu -> {
            MenuItem item = SymbolsDialog.item(menu, choice);
            item.setSelection(true);
            item.notifyListeners(SWT.Selection, new Event());
            return null;
        });
    }

    /** The level of a recorded boot begins at 0 and is as long as the oracle finds. */
    @Test
    void aRecordedBootIsAligned() throws Exception {
        BootView view = BootViewTest.open(VirtualCpuViewTest.sample("quiet-boot"));
        Workbench.waitUntil("it has initcalls", () -> Entries.tree(view).contains("Initcalls"));
        Stretch device = RowLines.level("quiet-boot", "device");
        choose(view, "Align boots at", "level device");
        Workbench.waitUntil("the level is at 0", () -> level(view, device) != null && level(view, device).getTime() == 0);
        assertEquals(device.length(), level(view, device).getDuration());
        Workbench.picture("boot-sample-aligned", Workbench::window);
        zoom(view, -5 * MS, 5 * MS);
        Workbench.waitUntil("the zoom has its rows", () -> "-5000000 5000000".equals(window(view)) && level(view, device) != null);
        Workbench.picture("boot-sample-aligned-deep", Workbench::window);
        choose(view, "Align boots at", "their own times");
        Workbench.waitUntil("the level is where it was", () -> Entries.of(view).findAny().isPresent()
                && Utils.findEvent(Entries.at(view, "lab-host", "quiet", "boot 1", "Levels"), device.middle(), 0) != null);
    }

    private static ITimeEvent level(BootView view, Stretch device) {
        return Entries.of(view).findAny().isPresent()
                ? Utils.findEvent(Entries.at(view, "lab-host", "quiet", "boot 1", "Levels"), device.length() / 2, 0) : null;
    }

    /** A trace that begins when the VM runs already has a life, but no launch: nothing is at 0, and nothing fails. */
    @Test
    void aBootThatDoesNotComeToTheAnchorIsNamed() throws Exception {
        BootView view = BootViewTest.open(new RecordedStory(RecordedStory.ONE_VCPU).in(folder.resolve("running")));
        Workbench.waitUntil("the tree", () -> Entries.of(view).findAny().isPresent());
        String before = Entries.tree(view);
        for (String anchor : List.of("launch", "start of the kernel")) {
            choose(view, "Align boots at", anchor);
            Workbench.waitUntil("the tree again", () -> Entries.of(view).findAny().isPresent());
            assertEquals("Boots are aligned at: " + anchor + ALIGNED.substring(ALIGNED.indexOf('.')), Workbench.inUi(view::getContentDescription));
            Workbench.picture("boot-aligned-none", Workbench::window);
        }
        choose(view, "Align boots at", "their own times");
        Workbench.waitUntil("the tree as it was", () -> before.equals(Entries.tree(view)));
    }
}
