/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.core.report.TraceFiles;
import org.hypertrace.ui.boot.FunctionFrequencyView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The functions of a boot in Trace Compass. */
class FunctionFrequencyViewTest {

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    private static TreeItem[] rows(FunctionFrequencyView view) {
        Tree tree = view.table().getTreeViewer().getTree();
        return tree.getItemCount() == 0 ? new TreeItem[0] : tree.getItem(0).getItems();
    }

    @Test
    void theMostFrequentFunctionsOfARecordedBoot() throws Exception {
        Path trace = TraceFiles.find(VirtualCpuViewTest.sample("boot-graph"), folder, new NullProgressMonitor()).get(0);
        Path symbols = Path.of(System.getProperty("hypertrace.root"), "traces-samples", "first", "System.map-guest.xz");
        Files.copy(symbols, trace.resolveSibling("guest.map.xz"));
        Files.writeString(trace.resolveSibling("hypertrace.json"), """
                { "version": 1, "vms": [ { "name": "graph", "pid": 414, "symbols": "guest.map.xz" } ] }""");
        Workbench.open(trace);
        FunctionFrequencyView view = Workbench.show(FunctionFrequencyView.class, FunctionFrequencyView.ID);
        Workbench.waitUntil("the functions", () -> rows(view).length > 700);
        Workbench.picture("function-frequency", Workbench::window);
        assertEquals("graph|11094", Workbench.inUi(() -> cells(view.table().getTreeViewer().getTree().getItem(0), 2)));
        assertEquals("mutex_lock|870|7.84 %|7.84 %", Workbench.inUi(() -> Arrays.stream(rows(view)).map(row -> cells(row, 4))
                .filter(row -> row.startsWith("mutex_lock|")).collect(Collectors.joining())));
    }

    private static String cells(TreeItem row, int columns) {
        return IntStream.range(0, columns).mapToObj(row::getText).collect(Collectors.joining("|"));
    }
}
