/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.core.report.TraceFiles;
import org.hypertrace.ui.boot.BootComparisonView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two boots side by side in Trace Compass. */
class BootComparisonViewTest {

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    private static Tree tree(BootComparisonView view) {
        return view.table().getTreeViewer().getTree();
    }

    private static TreeItem row(BootComparisonView view, String name) {
        return List.of(tree(view).getItems()).stream().filter(item -> item.getText().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void twoBootsOfARecordedTrace() throws Exception {
        Path trace = TraceFiles.find(VirtualCpuViewTest.sample("two-diff-cpu"), folder, new NullProgressMonitor()).get(0);
        Path symbols = Path.of(System.getProperty("hypertrace.root"), "traces-samples", "first", "System.map-guest.xz");
        Files.copy(symbols, trace.resolveSibling("guest.map.xz"));
        Files.writeString(trace.resolveSibling("hypertrace.json"), """
                { "version": 1, "vms": [ { "name": "diff-a", "pid": 326, "symbols": "guest.map.xz" },
                                         { "name": "diff-b", "pid": 327, "symbols": "guest.map.xz" } ] }""");
        Workbench.open(trace);
        BootComparisonView view = Workbench.show(BootComparisonView.class, BootComparisonView.ID);
        Workbench.waitUntil("the comparison", () -> view.answer().startsWith("diff-b booted 2604 ms slower than diff-a"));
        Workbench.waitUntil("the table", () -> tree(view).getItemCount() > 16);
        Workbench.picture("boot-comparison", Workbench::window);
        assertEquals(List.of("diff-a", "diff-b"), Workbench.inUi(() -> List.of(view.a().getItems())));
        assertEquals("+2.604 s", Workbench.inUi(() -> tree(view).getItem(0).getText(3)));
        assertEquals("-1.193 s", Workbench.inUi(() -> row(view, "level device").getText(3)));
        assertEquals("pty_init (device)", Workbench.inUi(() -> row(view, "318 initcalls").getItem(0).getText()));
        Workbench.inUi(() -> {
            choose(view.a(), 1);
            choose(view.b(), 0);
            return null;
        });
        Workbench.waitUntil("the other way round", () -> tree(view).getItemCount() > 16
                && tree(view).getItem(0).getText(3).equals("-2.604 s"));
        assertTrue(Workbench.inUi(view::answer).startsWith("diff-b booted 2604 ms slower than diff-a"));
    }

    private static void choose(Combo combo, int place) {
        combo.select(place);
        combo.notifyListeners(SWT.Selection, null);
    }
}
