/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.boot;

import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.ProgressBar;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.table.ExportRows;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.SymbolsDialog;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What all our tables can do, in one of them: sums, files, columns that are remembered, progress, units. */
@ExtendWith(CleanWorkbench.class)
class TablesTest {

    private static final int DURATION = 4;
    private static final int OTHER = DURATION + 1;
    private static final int BOOT = 2;

    @TempDir
    Path folder;

    @AfterEach
    void usual() {
        InstanceScope.INSTANCE.getNode(Preferences.NODE).remove(Preferences.UNITS);
        InstanceScope.INSTANCE.getNode(Preferences.NODE).remove("hypertrace.columns." + InitcallsView.ID);
    }

    @Test
    void sumsFilesColumnsProgressAndUnits() throws Exception {
        BootViewTest.sixVms(folder);
        SymbolsDialog.choose(folder.resolve("System.map"), "tables-symbols");
        InitcallsView view = shown();
        Tree tree = view.table().getTreeViewer().getTree();
        sums(view, tree);
        assertTrue(Menus.viewTexts(view).contains("Export…"), "the menu of the view");
        file(view, folder.resolve("rows.tsv"), "\t");
        file(view, folder.resolve("rows.csv"), ",");
        keeps("the columns are fitted", tree, DURATION, width -> !view.status().isMoving());
        progress(view);
        units(tree);
        columns(tree, view);
    }

    private static InitcallsView shown() {
        InitcallsView view = Workbench.showAnew(InitcallsView.class, InitcallsView.ID);
        Workbench.inUi(() -> {
            view.filter().setText("web latency");
            return null;
        });
        Workbench.waitUntil("the rows are there", () -> view.table().getTreeViewer().getTree().getItemCount() == 3
                && view.table().getTreeViewer().getTree().getItem(2).getText(DURATION).equals("368 ms"));
        return view;
    }

    private static void select(Tree tree, int... rows) {
        Workbench.inUi(() -> {
            tree.setSelection(Arrays.stream(rows).mapToObj(tree::getItem).toArray(TreeItem[]::new));
            tree.notifyListeners(SWT.Selection, new Event());
            return null;
        });
    }

    /** Durations are added, begins and shares are not. */
    private static void sums(InitcallsView view, Tree tree) throws Exception {
        select(tree, 0, 2);
        String sums = Workbench.inUi(() -> view.status().text());
        assertTrue(sums.startsWith("2 rows: Duration 412 ms, "), sums);
        assertFalse(sums.contains("Begin") || sums.contains("Share"), sums);
        Workbench.picture("table-sums", Workbench::window);
        select(tree, 0);
        assertEquals("", Workbench.inUi(() -> view.status().text()));
    }

    /** What is shown, exactly. */
    private static void file(InitcallsView view, Path file, String between) throws Exception {
        Workbench.inUi(() -> {
            try {
                ExportRows.write(view.table(), file);
                return null;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        List<String> lines = Files.readAllLines(file);
        assertEquals(1 + 3, lines.size());
        List<String> heads = List.of(lines.get(0).split(between));
        List<String> last = List.of(lines.get(3).split(between));
        assertEquals("latency_module_init web-3 " + 368 * MS, last.get(0) + ' ' + last.get(heads.indexOf("Boot")) + ' ' + last.get(heads.indexOf("Duration")));
        assertEquals(heads.size(), last.size());
    }

    /** A bar moves from the question to the answer. Columns of the same rows stay as they are, also in between: Trace Compass would pack them. */
    private static void progress(InitcallsView view) {
        int[] seen = new int[1];
        List<String> resized = new ArrayList<>();
        TreeColumn[] columns = Workbench.inUi(() -> view.table().getTreeViewer().getTree().getColumns());
        Workbench.inUi(() -> {
            // the last one is as wide as the window
            Arrays.stream(columns).limit(columns.length - 1).forEach(column -> column.addListener(SWT.Resize,
                    event -> resized.add(column.getText() + ' ' + column.getWidth())));
            return null;
        });
        ProgressBar bar = Workbench.inUi(() -> {
            ProgressBar found = Dialogs.all(ProgressBar.class, view.table().getControl().getParent().getParent()).get(0);
            found.addListener(SWT.Show, event -> seen[0]++);
            assertFalse(found.getVisible());
            view.table().again();
            return found;
        });
        Workbench.waitUntil("the bar was there and is gone", () -> seen[0] > 0 && !bar.getVisible() && !view.status().isMoving());
        Workbench.waitUntil("the rows are there again", () -> view.table().getTreeViewer().getTree().getItemCount() == 3);
        keeps("the columns are at rest", view.table().getTreeViewer().getTree(), DURATION, width -> !view.status().isMoving());
        assertEquals(List.of(), Workbench.inUi(() -> List.copyOf(resized)));
    }

    private static void units(Tree tree) {
        InstanceScope.INSTANCE.getNode(Preferences.NODE).put(Preferences.UNITS, Preferences.NANOSECONDS);
        Workbench.waitUntil("durations are exact", () -> tree.getItem(2).getText(DURATION).equals(368 * MS + " ns"));
        InstanceScope.INSTANCE.getNode(Preferences.NODE).remove(Preferences.UNITS);
        Workbench.waitUntil("durations have three digits", () -> tree.getItem(2).getText(DURATION).equals("368 ms"));
    }

    /** Waits until the width of a column has stayed what it is to be for so many looks that it is at rest. */
    private static void keeps(String what, Tree tree, int column, IntPredicate wanted) {
        int[] seen = { -1, 0 };
        Workbench.waitUntil(what, () -> {
            int width = tree.getColumn(column).getWidth();
            seen[1] = width == seen[0] && wanted.test(width) ? seen[1] + 1 : 0;
            seen[0] = width;
            return seen[1] == 30;
        });
    }

    /** Makes a column so wide, with the mouse at its end or somewhere else. */
    private static void drag(Tree tree, int column, int width, boolean isByMouse) {
        Point mouse = Workbench.inUi(() -> {
            int end = width;
            for (int place = 0; tree.getColumnOrder()[place] != column; place++) {
                end += tree.getColumn(tree.getColumnOrder()[place]).getWidth();
            }
            Point at = tree.toDisplay(isByMouse ? end : end + 200, 5);
            Display.getDefault().setCursorLocation(at);
            return at;
        });
        Workbench.waitUntil("the mouse is there", () -> Display.getDefault().getCursorLocation().equals(mouse));
        Workbench.inUi(() -> {
            tree.getColumn(column).setWidth(width);
            return null;
        });
    }

    /** Width, order and what is hidden outlive the view; the menu makes all as it was at first. */
    private void columns(Tree tree, InitcallsView view) throws Exception {
        // columns are fitted once more after the texts are there, and the operating system lays them out later
        keeps("the columns are fitted", tree, DURATION, width -> !view.status().isMoving());
        drag(tree, OTHER, 333, false);
        keeps("one is wider, and nobody made it", tree, OTHER, width -> width == 333);
        drag(tree, DURATION, 222, true);
        keeps("one is widened", tree, DURATION, width -> width == 222);
        Workbench.inUi(() -> {
            int[] order = tree.getColumnOrder();
            order[1] = BOOT;
            order[2] = 1;
            tree.setColumnOrder(order);
            return null;
        });
        Menus.view(view, "Columns", "Begin");
        Workbench.waitUntil("Begin is hidden", () -> tree.getColumn(3).getWidth() == 0);
        InitcallsView again = shown();
        Tree anew = again.table().getTreeViewer().getTree();
        String kept = InstanceScope.INSTANCE.getNode(Preferences.NODE).get("hypertrace.columns." + InitcallsView.ID, "");
        assertTrue(kept.matches("order=0,2,1,.* hidden=3 widths=4:222"), kept);
        Workbench.waitUntil("width, order and what is hidden are kept", () -> "222 0 2".equals(anew.getColumn(DURATION).getWidth() + " "
                + anew.getColumn(3).getWidth() + ' ' + anew.getColumnOrder()[1]));
        Path file = folder.resolve("without.tsv");
        Workbench.inUi(() -> {
            try {
                ExportRows.write(again.table(), file);
                return null;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        List<String> heads = List.of(Files.readAllLines(file).get(0).split("\t"));
        assertTrue(heads.get(1).equals("Boot") && !heads.contains("Begin"), heads.toString());
        Workbench.picture("table-columns", Workbench::window);
        Menus.view(again, "Columns", "All as at first");
        Workbench.waitUntil("all is as at first", () -> anew.getColumn(3).getWidth() > 0 && anew.getColumnOrder()[1] == 1
                && anew.getColumn(DURATION).getWidth() != 222);
    }
}
