/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.boot;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.boot.LevelsView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
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

    static BootView open(Path trace) throws Exception {
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

    static ITimeGraphEntry row(BootView view, String vm, String... below) {
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
    static String label(ITimeGraphEntry entry, long ms) {
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
