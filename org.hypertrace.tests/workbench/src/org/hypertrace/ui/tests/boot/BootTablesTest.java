/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.boot;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.ui.boot.InitcallsView;
import org.hypertrace.ui.boot.LevelsView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.SymbolsDialog;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The tables of boots, and the symbols that name what is in them. */
@ExtendWith(CleanWorkbench.class)
class BootTablesTest {

    @TempDir
    Path folder;

    @Test
    void aWrongFileOfSymbolsIsRefusedInASentence() throws Exception {
        BootViewTest.sixVms(folder);
        Shell dialog = SymbolsDialog.open("boot-symbols-wrong");
        Workbench.inUi(() -> {
            SymbolsDialog.field(dialog).setText(folder.resolve("host").resolve("hypertrace.json").toString());
            return null;
        });
        Dialogs.press(dialog, "OK");
        Workbench.waitUntil("the dialog shows it", () -> Stream.concat(Dialogs.all(Text.class, dialog).stream()
                .map(Text::getText), Dialogs.all(Label.class, dialog).stream().map(Label::getText))
                .anyMatch(text -> text.contains("is no symbol (address, type, name)")));
        Dialogs.press(dialog, "Cancel");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    @Test
    void tablesSortFilterAndGoToTheTime() throws Exception {
        BootViewTest.sixVms(folder);
        SymbolsDialog.choose(folder.resolve("System.map"), "boot-symbols-again");
        InitcallsView view = Workbench.show(InitcallsView.class, InitcallsView.ID);
        Workbench.waitUntil("the table is there", () -> rows(view.table().getTreeViewer().getTree(), 0)
                .contains("latency_module_init"));
        Workbench.picture("boot-initcalls", Workbench::window);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.inUi(() -> {
            view.filter().setText("web latency");
            return null;
        });
        Workbench.waitUntil("the filter", () -> rows(tree, 0, 2, 4).equals("latency_module_init web-1 44.0 ms, latency_module_init web-2 44.0 ms, "
                + "latency_module_init web-3 368 ms"));
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
}
