/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.boot.LevelsView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.SymbolsDialog;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How six VMs boot, in Trace Compass: the view and the tables, aligned and not, with and without names. */
@ExtendWith(CleanWorkbench.class)
class BootViewTest {

    private static final String HOST = "host";

    private static final String ALIGNED = "Boots are aligned at: level device. Times are in ns after it; tooltips show those of the trace.";

    @TempDir
    Path folder;

    private static BootView open(Path trace) throws Exception {
        return Workbench.open(trace, BootView.class, BootView.ID);
    }

    static BootView sixVms(Path folder) throws Exception {
        BootView view = open(SixVms.in(folder));
        Workbench.waitUntil("the panic is in the tree", () -> Entries.tree(view).endsWith("""
                  build
                    boot 1
                      Levels
                      Initcalls
                """));
        return view;
    }

    private static ITimeGraphEntry row(BootView view, String vm, String... below) {
        String[] path = new String[3 + below.length];
        path[0] = HOST;
        path[1] = vm;
        path[2] = "boot 1";
        System.arraycopy(below, 0, path, 3, below.length);
        return Entries.at(view, path);
    }

    /** What is drawn there now, in ms of the scenario. */
    private static String drawn(BootView view, ITimeGraphEntry entry, long ms) {
        String[] words = Entries.drawn(view, entry, BEGIN + ms * MS).split(" ", 3);
        return words.length < 3 ? words[0] : (Long.parseLong(words[0]) - BEGIN) / 1e6 + " " + (Long.parseLong(words[1]) - BEGIN) / 1e6
                + ' ' + words[2];
    }

    /** The label there as the view has it now, null if nothing is there. */
    private static String label(ITimeGraphEntry entry, long ms) {
        ITimeEvent event = Utils.findEvent(entry, BEGIN + ms * MS, 0);
        return event == null ? null : event.getLabel();
    }

    @Test
    void sixVmsBootAndOnePanics() throws Exception {
        BootView view = sixVms(folder);
        assertEquals(SixVms.ROWS, Entries.tree(view));
        SymbolsDialog.choose(folder.resolve("System.map"), "boot-symbols");
        Workbench.waitUntil("functions have names", () -> Entries.of(view).findAny().isPresent()
                && "latency_module_init 368 ms".equals(label(row(view, "web-3", "Initcalls"), 800)));
        zoomPart(view);
        show(view, 10, 2_000);
        Workbench.picture("boot-six", () -> view.getTimeGraphViewer().getControl().getParent());
        show(view, 1_150, 1_480);
        Workbench.picture("boot-six-deep", () -> view.getTimeGraphViewer().getControl().getParent());
        show(view, 1_120, 1_260);
        Workbench.picture("boot-panic", () -> view.getTimeGraphViewer().getControl().getParent());
        show(view, 1_170, 1_190);
        Workbench.picture("boot-panic-deep", () -> view.getTimeGraphViewer().getControl().getParent());
        zoomPart(view);

        assertEquals("1183.8 1433.81 panicked 250 ms", drawn(view, row(view, "build"), 1_200));
        assertEquals("000000", Entries.colour(view, row(view, "build"), BEGIN + 1_200 * MS));
        String panic = Entries.tooltip(view, row(view, "build"), BEGIN + 1_200 * MS);
        assertTrue(panic.contains("In initcall: crash_demo_init of device"), panic);
        String legend = Dialogs.inDialog("boot-legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("firmware and loader", "panicked", "initcall (in its level's colour)", "never returned")) {
            assertTrue(legend.contains(name), name + " in " + legend);
        }
        Dialogs.inTreeDialog("boot-filter", () -> view.getTimeGraphViewer().getShowFilterDialogAction().run(), "db", false);
        assertFalse(Workbench.inUi(() -> Arrays.stream(view.getTimeGraphViewer().getExpandedElements()).map(ITimeGraphEntry::getName)
                .toList()).contains("db"));
    }

    /** The view alone in the window, or as it was before. */
    private static void zoomPart(BootView view) {
        Workbench.inUi(() -> {
            Workbench.page().toggleZoom(Workbench.page().getReference(view));
            return null;
        });
    }

    private static void show(BootView view, long fromMs, long toMs) {
        Workbench.show(view, BEGIN + fromMs * MS, BEGIN + toMs * MS);
    }

    @Test
    void bootsAreAlignedAndShortInitcallsHidden() throws Exception {
        BootView view = sixVms(folder);
        assertEquals("*their own times, launch, start of the kernel, level early, level pure, level core, level postcore, level arch, "
                + "level subsys, level fs, level device, level late", choices(view, "Align boots at"));
        choose(view, "Align boots at", "level device");
        // web-3 begins at 301.01 ms and comes to it at 697.1
        Workbench.waitUntil("web-3 is aligned", () -> Entries.of(view).findAny().isPresent()
                && row(view, "web-3").getStartTime() == -396_090_000);
        Workbench.waitUntil("the view has it", () -> Utils.findEvent(row(view, "web-3", "Levels"), 93 * MS, 0) != null);
        Workbench.picture("boot-aligned", Workbench::window);
        assertEquals(ALIGNED, Workbench.inUi(view::getContentDescription));

        ITimeGraphEntry initcalls = row(view, "web-3", "Initcalls");
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
                && row(view, "web-3").getStartTime() == BEGIN + 301_010_000);
        assertEquals("*hide none, 100 µs, 1.00 ms, 10.0 ms, other…", choices(view, "Hide initcalls shorter than"));
        choose(view, "Hide initcalls shorter than", "10.0 ms");
        Workbench.waitUntil("short ones are hidden", () -> Entries.of(view).findAny().isPresent()
                && label(row(view, "web-1", "Initcalls"), 152) == null);
        assertEquals("Initcalls shorter than 10.0 ms are hidden.", Workbench.inUi(view::getContentDescription));
        choose(view, "Hide initcalls shorter than", "hide none");
    }

    /** As long as boots are aligned, the window is the user's, and is of this trace alone. */
    @Test
    void alignedBootsAreZoomed() throws Exception {
        BootView view = sixVms(folder);
        ITmfTrace first = view.getTrace();
        TmfTimeRange shared = TmfTraceManager.getInstance().getCurrentTraceContext().getWindowRange();
        choose(view, "Align boots at", "level device");
        Workbench.waitUntil("the whole is shown", () -> "-803190000".equals(window(view).split(" ")[0]));
        String whole = window(view);
        zoom(view, -50 * MS, 100 * MS);
        // what is drawn in so small a window is more than in the whole
        Workbench.waitUntil("the zoom has its rows", () -> Utils.findEvent(row(view, "web-3", "Initcalls"), 93 * MS, 0) != null
                && "-50000000 100000000".equals(window(view)));
        Workbench.picture("boot-aligned-zoomed", Workbench::window);
        assertEquals("-50000000 100000000", window(view));
        assertEquals(shared, TmfTraceManager.getInstance().getCurrentTraceContext().getWindowRange());

        choose(view, "Hide initcalls shorter than", "10.0 ms");
        Workbench.waitUntil("rows are made anew", () -> Entries.of(view).findAny().isPresent()
                && Utils.findEvent(row(view, "web-3", "Initcalls"), 93 * MS, 0) != null);
        assertEquals("-50000000 100000000", window(view));
        choose(view, "Hide initcalls shorter than", "hide none");

        ITmfTrace second = open(SixVms.in(folder.resolve("second"))).getTrace();
        Workbench.waitUntil("the other trace has its own times", () -> Entries.of(view).findAny().isPresent()
                && row(view, "web-3").getStartTime() == BEGIN + 301_010_000);
        assertNotEquals(first, second);
        assertEquals("", Workbench.inUi(view::getContentDescription));
        Workbench.inUi(() -> {
            TmfSignalManager.dispatchSignal(new TmfTraceSelectedSignal(this, first));
            return null;
        });
        Workbench.waitUntil("the first trace is as it was left", () -> "-50000000 100000000".equals(window(view))
                && row(view, "web-3").getStartTime() == -396_090_000);
        assertEquals(ALIGNED, Workbench.inUi(view::getContentDescription));
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().resetStartFinishTime(true);
            return null;
        });
        Workbench.waitUntil("all is shown again", () -> whole.equals(window(view)));
    }

    private static String window(BootView view) {
        return Workbench.inUi(() -> view.getTimeGraphViewer().getTime0() + " " + view.getTimeGraphViewer().getTime1());
    }

    /** As by the mouse. */
    private static void zoom(BootView view, long begin, long end) {
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().setStartFinishTimeNotify(begin, end);
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

    @Test
    void recordedBootsHaveTheirLevels() throws Exception {
        BootView view = open(VirtualCpuViewTest.sample("quiet-boot"));
        Workbench.waitUntil("it has initcalls", () -> Entries.tree(view).contains("Initcalls"));
        assertEquals("""
                lab-host
                  quiet
                    boot 1
                      Levels
                      Initcalls
                """, Entries.tree(view));
        Stretch device = RowLines.level("quiet-boot", "device");
        Workbench.show(view, device.begin() - 9_000_000_000L, device.end() + 2_000_000_000L);
        Workbench.picture("boot-sample", Workbench::window);
        ITimeGraphEntry levels = Entries.at(view, "lab-host", "quiet", "boot 1", "Levels");
        assertEquals(device.as("device 9.15 s").toString(), Entries.drawn(view, levels, device.middle()));
        LevelsView table = Workbench.show(LevelsView.class, LevelsView.ID);
        Workbench.waitUntil("14 levels", () -> table.table().getTreeViewer().getTree().getItemCount() == 14);
        InitcallsView initcalls = Workbench.show(InitcallsView.class, InitcallsView.ID);
        Workbench.waitUntil("343 initcalls", () -> initcalls.table().getTreeViewer().getTree().getItemCount() == 343);
    }
}
