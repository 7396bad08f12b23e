/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.window;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.jface.dialogs.Dialog;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.dialogs.ProgressMonitorDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;

/** Dialogs of Trace Compass: opened, looked at, and closed. Called beside the UI thread. */
public final class Dialogs {

    private Dialogs() {
    }

    /** What open messages report. */
    public static List<String> messages() {
        return Arrays.stream(Display.getDefault().getShells()).filter(shell -> shell.getData() instanceof MessageDialog)
                .map(Dialogs::labels).toList();
    }

    /** Runs an action that opens a dialog, keeps a picture of that, and closes it. Returns all labels in it. */
    public static String inDialog(String name, Runnable action) throws IOException {
        Shell dialog = dialog(name, action);
        return Workbench.inUi(() -> {
            String labels = labels(dialog);
            dialog.close();
            return labels;
        });
    }

    /** Runs an action that opens a dialog with a tree of check boxes, (un)checks an item of it, and reports OK. */
    public static void inTreeDialog(String name, Runnable action, String item, boolean check) throws IOException {
        Shell dialog = dialog(name, action);
        Workbench.inUi(() -> {
            Tree tree = all(Tree.class, dialog).get(0);
            TreeItem found = item(tree.getItems(), item);
            found.setChecked(check);
            Event event = new Event();
            event.detail = SWT.CHECK;
            event.item = found;
            tree.notifyListeners(SWT.Selection, event);
            return null;
        });
        press(dialog, "OK");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    private static TreeItem item(TreeItem[] items, String text) {
        for (TreeItem item : items) {
            TreeItem found = item.getText().equals(text) ? item : item(item.getItems(), text);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Runs an action that opens a dialog, and keeps a picture of that. */
    public static Shell dialog(String name, Runnable action) throws IOException {
        List<Shell> before = Workbench.inUi(() -> List.of(Display.getDefault().getShells()));
        Display.getDefault().asyncExec(action);
        Shell[] dialog = new Shell[1];
        Workbench.waitUntil("the dialog is open", () -> {
            for (Shell shell : Display.getDefault().getShells()) {
                dialog[0] = !before.contains(shell) && shell.isVisible() && shell.getData() instanceof Dialog
                        && !(shell.getData() instanceof ProgressMonitorDialog) ? shell : dialog[0];
            }
            return dialog[0] != null;
        });
        Workbench.picture(name, () -> dialog[0]);
        return dialog[0];
    }

    /** All controls of a kind in a composite, in their order. */
    public static <T extends Control> List<T> all(Class<T> kind, Composite in) {
        List<T> found = new ArrayList<>();
        for (Control child : in.getChildren()) {
            if (kind.isInstance(child)) {
                found.add(kind.cast(child));
            }
            if (child instanceof Composite nested) {
                found.addAll(all(kind, nested));
            }
        }
        return found;
    }

    /** Presses a button of a dialog. */
    public static void press(Shell dialog, String button) {
        Display.getDefault().asyncExec(() -> all(Button.class, dialog).stream().filter(b -> b.getText().equals(button)).findFirst()
                .orElseThrow(() -> new AssertionError("no button " + button)).notifyListeners(SWT.Selection, new Event()));
    }

    private static String labels(Composite composite) {
        StringBuilder labels = new StringBuilder();
        for (Control child : composite.getChildren()) {
            labels.append(child instanceof CLabel label ? label.getText() + '\n'
                    : child instanceof Label label ? label.getText() + '\n' : "");
            labels.append(child instanceof Composite nested ? labels(nested) : "");
        }
        return labels.toString();
    }
}
