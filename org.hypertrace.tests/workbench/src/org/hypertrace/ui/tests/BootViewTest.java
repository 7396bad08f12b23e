/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.navigator.CommonNavigator;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.boot.LevelsView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How six VMs boot, in Trace Compass: the view and the tables, aligned and not, with and without names. */
class BootViewTest {

    private static final String HOST = "host";

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    private static BootView open(Path trace) throws Exception {
        return Workbench.open(trace, BootView.class, BootView.ID);
    }

    private BootView sixVms() throws Exception {
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
        BootView view = sixVms();
        assertEquals("""
                host
                  web-1
                    boot 1
                      Levels
                      Initcalls
                      Other threads
                  web-2
                    boot 1
                      Levels
                      Initcalls
                        Nested
                  web-3
                    boot 1
                      Levels
                      Initcalls
                  db
                    boot 1
                      Levels
                      Initcalls
                  cache
                    boot 1
                      Levels
                      Initcalls
                  build
                    boot 1
                      Levels
                      Initcalls
                """, Entries.tree(view));
        chooseSymbols("boot-symbols");
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
        String legend = Workbench.inDialog("boot-legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("firmware and loader", "panicked", "initcall (in its level's colour)", "never returned")) {
            assertTrue(legend.contains(name), name + " in " + legend);
        }
        Workbench.inTreeDialog("boot-filter", () -> view.getTimeGraphViewer().getShowFilterDialogAction().run(), "db", false);
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

    /** Chooses the file for every VM in the dialog of the context menu. */
    private void chooseSymbols(String picture) throws IOException {
        Shell dialog = symbolsDialog(picture);
        Workbench.inUi(() -> {
            field(dialog).setText(folder.resolve("System.map").toString());
            return null;
        });
        Workbench.press(dialog, "OK");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    /** Of every VM. */
    private static Text field(Shell dialog) {
        return Workbench.all(Text.class, dialog).stream().filter(text -> text.getMessage().equals("by the manifest")).findFirst()
                .orElseThrow();
    }

    private static Shell symbolsDialog(String picture) throws IOException {
        TmfTraceElement trace = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true)
                .getTracesFolder().getTraces().get(0);
        return Workbench.dialog(picture, () -> {
            try {
                CommonNavigator explorer = (CommonNavigator) Workbench.page().showView(IPageLayout.ID_PROJECT_EXPLORER);
                explorer.selectReveal(new StructuredSelection(trace));
                Menu menu = explorer.getCommonViewer().getTree().getMenu();
                menu.notifyListeners(SWT.Show, new Event());
                item(menu, "Guest symbols…").notifyListeners(SWT.Selection, new Event());
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static MenuItem item(Menu menu, String text) {
        List<MenuItem> items = List.of(menu.getItems());
        return items.stream().filter(i -> i.getText().equals(text)).findFirst().orElseThrow(() -> new AssertionError(items));
    }

    @Test
    void aWrongFileOfSymbolsIsRefusedInASentence() throws Exception {
        sixVms();
        Shell dialog = symbolsDialog("boot-symbols-wrong");
        Workbench.inUi(() -> {
            field(dialog).setText(folder.resolve("host").resolve("hypertrace.json").toString());
            return null;
        });
        Workbench.press(dialog, "OK");
        Workbench.waitUntil("the dialog says it", () -> Stream.concat(Workbench.all(Text.class, dialog).stream()
                .map(Text::getText), Workbench.all(Label.class, dialog).stream().map(Label::getText))
                .anyMatch(text -> text.contains("is no symbol (address, type, name)")));
        Workbench.press(dialog, "Cancel");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    @Test
    void bootsAreAlignedAndShortInitcallsHidden() throws Exception {
        BootView view = sixVms();
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
            MenuItem item = item(menu, choice);
            item.setSelection(true);
            item.notifyListeners(SWT.Selection, new Event());
            return null;
        });
    }

    @Test
    void tablesSortFilterAndGoToTheTime() throws Exception {
        sixVms();
        chooseSymbols("boot-symbols-again");
        InitcallsView view = Workbench.show(InitcallsView.class, InitcallsView.ID);
        Workbench.waitUntil("the table is there", () -> rows(view.table().getTreeViewer().getTree(), 0)
                .contains("latency_module_init"));
        Workbench.picture("boot-initcalls", Workbench::window);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.inUi(() -> {
            view.filter().setText("web latency");
            return null;
        });
        assertEquals("latency_module_init web-1 44.0 ms, latency_module_init web-2 44.0 ms, "
                + "latency_module_init web-3 368 ms",
                rows(tree, 0, 2, 4));
        Workbench.inUi(() -> {
            tree.setSelection(tree.getItem(2));
            Event event = new Event();
            event.item = tree.getItem(2);
            tree.notifyListeners(SWT.DefaultSelection, event);
            return null;
        });
        Workbench.waitUntil("its time is selected", () -> TmfTraceManager.getInstance().getCurrentTraceContext().getSelectionRange()
                .getStartTime().toNanos() == BEGIN + 750 * MS);
        Workbench.inUi(() -> {
            view.filter().setText("");
            return null;
        });
        LevelsView levels = Workbench.show(LevelsView.class, LevelsView.ID);
        Workbench.waitUntil("the table of levels is there", () -> rows(levels.table().getTreeViewer().getTree(), 0, 2, 4)
                .contains("device build 187 ms"));
        Workbench.picture("boot-levels-table", Workbench::window);
    }

    private static String rows(Tree tree, int... columns) {
        return Workbench.inUi(() -> Arrays.stream(tree.getItems()).map(item -> row(item, columns)).collect(Collectors.joining(", ")));
    }

    private static String row(TreeItem item, int... columns) {
        return IntStream.of(columns).mapToObj(item::getText).collect(Collectors.joining(" "));
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
        Workbench.show(view, 1795278943000000000L, 1795278963500000000L);
        Workbench.picture("boot-sample", Workbench::window);
        ITimeGraphEntry levels = Entries.at(view, "lab-host", "quiet", "boot 1", "Levels");
        assertEquals("1795278952390475080 1795278961536364445 device 9.15 s", Entries.drawn(view, levels, 1795278955000000000L));
        LevelsView table = Workbench.show(LevelsView.class, LevelsView.ID);
        Workbench.waitUntil("14 levels", () -> table.table().getTreeViewer().getTree().getItemCount() == 14);
        InitcallsView initcalls = Workbench.show(InitcallsView.class, InitcallsView.ID);
        Workbench.waitUntil("343 initcalls", () -> initcalls.table().getTreeViewer().getTree().getItemCount() == 343);
    }
}
