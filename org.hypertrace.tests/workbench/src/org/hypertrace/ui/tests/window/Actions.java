/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;

/**
 * What a user does with mouse and keyboard, counted: clicks, double clicks, choices from menus. It reaches what is on the screen and
 * nothing else. Called beside the UI thread.
 */
public final class Actions {

    private final List<String> fDone = new ArrayList<>();

    /** What was done, in order. */
    public List<String> done() {
        return List.copyOf(fDone);
    }

    /** A double click on an element of the Project Explorer. */
    public void doubleClickProject(String name) {
        fDone.add("double click on " + name);
        element(name, false, SWT.DefaultSelection);
    }

    /** A click on an element of the Project Explorer; with Ctrl, if it joins what is selected. */
    public void clickProject(String name, boolean isWithCtrl) {
        fDone.add("click on " + name);
        element(name, isWithCtrl, SWT.Selection);
    }

    /** A right click on what is selected in the Project Explorer, and a choice: two actions. */
    public void chooseInProject(String... path) {
        fDone.add("right click in the Project Explorer");
        fDone.add("choice of " + String.join(" > ", path));
        Menus.popup(Workbench.inUi(Explorer::tree), path);
    }

    /** A right click on the name of a row that is on the screen, and a choice: two actions. */
    public void chooseInRow(AbstractTimeGraphView view, ITimeGraphEntry row, String... path) {
        fDone.add("right click on " + row.getName());
        fDone.add("choice of " + String.join(" > ", path));
        Workbench.waitUntil(row.getName() + " is on the screen", () -> isInSight(view, row));
        Menus.row(view, row, path);
    }

    private static boolean isInSight(AbstractTimeGraphView view, ITimeGraphEntry row) {
        TimeGraphControl control = view.getTimeGraphViewer().getTimeGraphControl();
        Rectangle bounds = control.getItemBounds(row);
        return control.isVisible() && bounds != null && bounds.y >= 0 && bounds.y + bounds.height <= control.getClientArea().height;
    }

    /** A click on the tab of a view. */
    public void clickTab(String title) {
        fDone.add("click on the tab " + title);
        Workbench.inUi(() -> {
            CTabItem tab = Dialogs.all(CTabFolder.class, Workbench.window()).stream().filter(Control::isVisible)
                    .flatMap(folder -> Stream.of(folder.getItems())).filter(item -> item.getText().equals(title) && item.isShowing()).findFirst()
                    .orElseThrow(() -> new AssertionError("no tab " + title + " on the screen"));
            Rectangle bounds = tab.getBounds();
            Event event = new Event();
            event.button = 1;
            event.count = 1;
            event.x = bounds.x + bounds.width / 2;
            event.y = bounds.y + bounds.height / 2;
            tab.getParent().notifyListeners(SWT.MouseDown, event);
            tab.getParent().notifyListeners(SWT.MouseUp, event);
            return null;
        });
    }

    /** Whether a cell of a table that has all of these words is on the screen, all of its text. */
    public static boolean isReadable(Tree tree, String... words) {
        return tree.isVisible() && rows(tree.getItems()).anyMatch(row -> Stream.of(words).allMatch(word -> isReadable(tree, row, word)));
    }

    private static boolean isReadable(Tree tree, TreeItem row, String word) {
        Rectangle seen = tree.getClientArea();
        for (int column = 0; column < tree.getColumnCount(); column++) {
            // a sentence may have several lines
            String shown = row.getText(column);
            int at = shown.replace('\n', ' ').indexOf(word);
            if (at >= 0) {
                Rectangle cell = row.getBounds(column);
                Rectangle text = row.getTextBounds(column);
                int end = text.x + Math.min(width(tree, shown), width(tree, shown.substring(0, at + word.length())));
                if (text.x >= seen.x && end <= Math.min(seen.x + seen.width, cell.x + cell.width) && cell.y >= seen.y
                        && cell.y + cell.height <= seen.y + seen.height) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The same of a line of text with these words, such as that above a view's rows. */
    public static boolean isReadable(String... words) {
        return Dialogs.all(Control.class, Workbench.window()).stream().filter(Control::isVisible)
                .anyMatch(line -> Stream.of(words).allMatch(word -> isInSight(line, text(line), word)));
    }

    private static boolean isInSight(Control line, String text, String word) {
        Point size = line.getSize();
        if ((line.getStyle() & SWT.WRAP) != 0) {
            return text.contains(word) && size.x > 0 && line.computeSize(size.x, SWT.DEFAULT).y <= size.y;
        }
        int width = text.contains(word) ? width(line, text.substring(0, text.indexOf(word) + word.length())) : Integer.MAX_VALUE;
        return width <= size.x;
    }

    private static String text(Control line) {
        return line instanceof Label label ? label.getText() : line instanceof CLabel label ? label.getText() : "";
    }

    private static int width(Control control, String text) {
        GC gc = new GC(control);
        try {
            return gc.textExtent(text).x;
        } finally {
            gc.dispose();
        }
    }

    private static Stream<TreeItem> rows(TreeItem[] items) {
        return Stream.of(items).flatMap(item -> Stream.concat(Stream.of(item), item.getExpanded() ? rows(item.getItems()) : Stream.empty()));
    }

    /** Selects an element that is on the screen, nobody expands or scrolls for it; then the tree reports the event. */
    private static void element(String name, boolean isAdded, int type) {
        Workbench.waitUntil(name + " is on the screen", () -> seen(name) != null);
        Workbench.inUi(() -> {
            Tree tree = Explorer.tree();
            TreeItem item = seen(name);
            tree.setSelection(isAdded ? Stream.concat(Stream.of(tree.getSelection()), Stream.of(item)).toArray(TreeItem[]::new) : new TreeItem[] { item });
            Event event = new Event();
            event.item = item;
            tree.notifyListeners(SWT.Selection, event);
            if (type != SWT.Selection) {
                tree.notifyListeners(type, event);
            }
            return null;
        });
    }

    private static TreeItem seen(String name) {
        Tree tree = Explorer.tree();
        return rows(tree.getItems()).filter(row -> isCalled(row, name)).filter(row -> {
            Rectangle bounds = row.getBounds();
            return tree.isVisible() && tree.getClientArea().contains(bounds.x, bounds.y + bounds.height / 2);
        }).findFirst().orElse(null);
    }

    private static boolean isCalled(TreeItem item, String name) {
        return item.getText().equals(name) || item.getText().startsWith(name + " [");
    }
}
