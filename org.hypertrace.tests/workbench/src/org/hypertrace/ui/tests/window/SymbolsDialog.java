/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.navigator.CommonNavigator;

/** The dialog in which users choose the symbols of guests. */
public final class SymbolsDialog {

    private SymbolsDialog() {
    }

    /** Chooses the file for every VM in the dialog of the context menu. */
    public static void choose(Path symbols, String picture) throws IOException {
        Shell dialog = open(picture);
        Workbench.inUi(() -> {
            field(dialog).setText(symbols.toString());
            return null;
        });
        Dialogs.press(dialog, "OK");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    /** Of every VM. */
    public static Text field(Shell dialog) {
        return Dialogs.all(Text.class, dialog).stream().filter(text -> text.getMessage().equals("by the manifest")).findFirst()
                .orElseThrow();
    }

    /** Opens it for the first trace of the project. */
    public static Shell open(String picture) throws IOException {
        TmfTraceElement trace = TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true)
                .getTracesFolder().getTraces().get(0);
        return Dialogs.dialog(picture, () -> {
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

    /** @return the item of a menu that has this text */
    public static MenuItem item(Menu menu, String text) {
        List<MenuItem> items = List.of(menu.getItems());
        return items.stream().filter(i -> i.getText().equals(text)).findFirst().orElseThrow(() -> new AssertionError(items));
    }
}
