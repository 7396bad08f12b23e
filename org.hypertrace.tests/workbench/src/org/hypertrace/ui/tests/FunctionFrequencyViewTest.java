/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.hypertrace.ui.boot.FunctionFrequencyView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The functions of a boot in Trace Compass. What is expected is counted in what {@code oracle/guest_events.py --list} prints. */
@ExtendWith(CleanWorkbench.class)
class FunctionFrequencyViewTest {

    private static TreeItem[] rows(FunctionFrequencyView view) {
        Tree tree = view.table().getTreeViewer().getTree();
        return tree.getItemCount() == 0 ? new TreeItem[0] : tree.getItem(0).getItems();
    }

    @Test
    void theMostFrequentFunctionsOfARecordedBoot() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("quiet-boot"));
        FunctionFrequencyView view = Workbench.show(FunctionFrequencyView.class, FunctionFrequencyView.ID);
        Workbench.waitUntil("the functions", () -> rows(view).length >= 23);
        Workbench.picture("function-frequency", Workbench::window);
        assertEquals("quiet|23", Workbench.inUi(() -> cells(view.table().getTreeViewer().getTree().getItem(0), 2)));
        // all are called once, so they are in the order of their names; this is the 17th
        assertEquals("setup_arch|1|4.35 %|73.91 %", Workbench.inUi(() -> Arrays.stream(rows(view)).map(row -> cells(row, 4))
                .filter(row -> row.startsWith("setup_arch|")).collect(Collectors.joining())));
    }

    private static String cells(TreeItem row, int columns) {
        return IntStream.range(0, columns).mapToObj(row::getText).collect(Collectors.joining("|"));
    }
}
