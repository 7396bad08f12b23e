/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
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
        // web-3 comes to it at 697.1 ms, web-1 at 407.1
        Workbench.waitUntil("web-3 is aligned", () -> Entries.of(view).findAny().isPresent()
                && row(view, "web-3").getStartTime() == BEGIN + 11_010_000);
        Workbench.waitUntil("the view has it", () -> label(row(view, "web-3", "Levels"), 500) != null);
        Workbench.picture("boot-aligned", Workbench::window);
        assertEquals("Boots are aligned at: level device. Times are those of the first boot that comes to it; tooltips show the true "
                + "ones.", Workbench.inUi(view::getContentDescription));

        ITimeGraphEntry initcalls = row(view, "web-3", "Initcalls");
        assertTrue(Entries.tooltip(view, initcalls, BEGIN + 500 * MS).contains("Begin: 22:13:20.750 000 000\n"));
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().setSelection(initcalls, true);
            view.broadcast(new TmfSelectionRangeUpdatedSignal(view, TmfTimestamp.fromNanos(BEGIN + 500 * MS),
                    TmfTimestamp.fromNanos(BEGIN + 510 * MS), view.getTrace()));
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
