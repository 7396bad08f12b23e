/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.IViewPart;

/** Menus as a user goes through them: each is opened before what is in it is read. Called beside the UI thread. */
public final class Menus {

    private Menus() {
    }

    /** Chooses from the window's menu bar; what opens a dialog does not return before that is closed, so it is not waited for. */
    public static void bar(String... path) {
        choose(() -> Workbench.window().getMenuBar(), path);
    }

    /** Chooses from the context menu of a control. */
    public static void popup(Control control, String... path) {
        choose(control::getMenu, path);
    }

    /** Chooses from the menu of a view. */
    public static void view(IViewPart view, String... path) {
        choose(() -> ((MenuManager) view.getViewSite().getActionBars().getMenuManager()).createContextMenu(Workbench.window()), path);
    }

    /** What the menu of a view offers, without what only separates. */
    public static List<String> viewTexts(IViewPart view) {
        return texts(() -> ((MenuManager) view.getViewSite().getActionBars().getMenuManager()).createContextMenu(Workbench.window()));
    }

    /** Checks what is not, in the menu of a view, or the other way round. */
    public static void check(IViewPart view, String name) {
        Workbench.inUi(() -> {
            Menu menu = ((MenuManager) view.getViewSite().getActionBars().getMenuManager()).createContextMenu(Workbench.window());
            menu.notifyListeners(SWT.Show, new Event());
            MenuItem item = item(menu, name);
            item.setSelection(!item.getSelection());
            Event event = new Event();
            event.widget = item;
            item.notifyListeners(SWT.Selection, event);
            menu.notifyListeners(SWT.Hide, new Event());
            return null;
        });
    }

    /** What the context menu of a control offers, without what only separates. */
    public static List<String> popupTexts(Control control, String... path) {
        return texts(control::getMenu, path);
    }

    /** Chooses from the context menu of a row's name. */
    public static void row(AbstractTimeGraphView view, ITimeGraphEntry row, String... path) {
        choose(() -> ask(view, row), path);
    }

    /** What a menu in the context menu of a row's name offers, without what only separates. */
    public static List<String> rowTexts(AbstractTimeGraphView view, ITimeGraphEntry row, String... path) {
        return texts(() -> ask(view, row), path);
    }

    /** What a menu of the menu bar offers, without what only separates. */
    public static List<String> barTexts(String name) {
        return texts(() -> Workbench.window().getMenuBar(), name);
    }

    private static Menu ask(AbstractTimeGraphView view, ITimeGraphEntry row) {
        view.getTimeGraphViewer().selectAndReveal(row);
        TimeGraphControl control = view.getTimeGraphViewer().getTimeGraphControl();
        control.update();
        Rectangle bounds = control.getItemBounds(row);
        Point at = control.toDisplay(2, bounds.y + bounds.height / 2);
        Event asked = new Event();
        // as by the keyboard: with the mouse it is shown when the button is let go
        asked.detail = SWT.MENU_KEYBOARD;
        asked.x = at.x;
        asked.y = at.y;
        control.notifyListeners(SWT.MenuDetect, asked);
        return control.getMenu();
    }

    private static List<String> texts(Supplier<Menu> root, String... path) {
        return Workbench.inUi(() -> {
            List<Menu> opened = new ArrayList<>();
            Menu menu = root.get();
            for (String text : path) {
                menu.notifyListeners(SWT.Show, new Event());
                opened.add(menu);
                menu = item(menu, text).getMenu();
            }
            menu.notifyListeners(SWT.Show, new Event());
            opened.add(menu);
            List<String> texts = items(menu).filter(item -> (item.getStyle() & SWT.SEPARATOR) == 0).map(Menus::text).toList();
            opened.forEach(shown -> shown.notifyListeners(SWT.Hide, new Event()));
            return texts;
        });
    }

    private static void choose(Supplier<Menu> root, String... path) {
        Workbench.inUi(() -> {
            List<Menu> opened = new ArrayList<>();
            Menu menu = root.get();
            for (int i = 0; i < path.length; i++) {
                menu.notifyListeners(SWT.Show, new Event());
                opened.add(menu);
                MenuItem item = item(menu, path[i]);
                if (i < path.length - 1) {
                    menu = item.getMenu();
                } else {
                    // as the operating system does it: the menu is closed first
                    Display.getDefault().asyncExec(() -> {
                        Event event = new Event();
                        event.widget = item;
                        item.notifyListeners(SWT.Selection, event);
                    });
                }
            }
            opened.forEach(shown -> Display.getDefault().asyncExec(() -> {
                if (!shown.isDisposed()) {
                    shown.notifyListeners(SWT.Hide, new Event());
                }
            }));
            return null;
        });
    }

    private static MenuItem item(Menu menu, String text) {
        return items(menu).filter(item -> text(item).equals(text)).findFirst()
                .orElseThrow(() -> new AssertionError("no " + text + " among " + items(menu).map(Menus::text).toList()));
    }

    private static Stream<MenuItem> items(Menu menu) {
        return Stream.of(menu.getItems());
    }

    /** Without the key that chooses it. */
    private static String text(MenuItem item) {
        return item.getText().replace("&", "").replaceFirst("\t.*", "");
    }
}
