/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IViewPart;
import org.hypertrace.core.finding.Evidence;
import org.hypertrace.core.finding.Finding;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.ReportingGuests;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A double click on a finding leads to the view of its evidence, and there to the row: for each view that evidence may be in. */
@ExtendWith(CleanWorkbench.class)
class FindingLinksTest {

    @TempDir
    Path folder;

    private final Set<Evidence.View> fReached = EnumSet.noneOf(Evidence.View.class);

    @Test
    void eachViewIsReached() throws Exception {
        reach(VirtualCpuViewTest.sample("preempted-guest"));
        reach(VirtualCpuViewTest.sample("reboot-with-slow-notifier"));
        reach(ReportingGuests.in(folder.resolve("contradictory"), DataLossViewTest::contradictory));
        // critical paths are gathered on request only: FindingsViewTest
        assertEquals(EnumSet.complementOf(EnumSet.of(Evidence.View.CRITICAL_PATH)), fReached);
    }

    private void reach(Path sample) throws Exception {
        Workbench.reset();
        Workbench.open(sample);
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("findings", () -> tree.getItemCount() > 0);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        FindingsProvider provider = (FindingsProvider) DataProviderManager.getInstance().getDataProvider(trace, FindingsProvider.ID,
                ITmfTreeDataProvider.class);
        for (TmfTreeDataModel row : provider.fetchTree(Map.of(), null).getModel().getEntries()) {
            Finding finding = provider.finding(row.getId());
            if (finding != null && finding.evidence() != null && fReached.add(finding.evidence().view())) {
                Workbench.show(FindingsView.class, FindingsView.ID);
                doubleClick(tree, row.getLabels());
                assertReached(finding.evidence());
            }
        }
    }

    private static void doubleClick(Tree tree, List<String> cells) {
        Workbench.waitUntil(cells + " is in the table", () -> item(tree, cells) != null);
        Workbench.inUi(() -> {
            tree.setSelection(item(tree, cells));
            Event event = new Event();
            event.item = tree.getSelection()[0];
            tree.notifyListeners(SWT.DefaultSelection, event);
            return null;
        });
    }

    /** By its sentence and whom it is about. */
    private static TreeItem item(Tree tree, List<String> cells) {
        return Arrays.stream(tree.getItems()).filter(row -> row.getText(0).replace('\n', ' ').equals(cells.get(0)) && row.getText(2).equals(cells.get(2))).findFirst()
                .orElse(null);
    }

    private static void assertReached(Evidence evidence) {
        String title = evidence.view().title();
        Workbench.waitUntil(title + " is shown", () -> Workbench.page().getActivePart() instanceof IViewPart part
                && part.getSite().getRegisteredName().equals(title));
        IViewPart part = Workbench.inUi(() -> (IViewPart) Workbench.page().getActivePart());
        if (!evidence.row().isEmpty()) {
            Workbench.waitUntil(evidence.row() + " is selected in " + title, () -> selected(part).containsAll(evidence.row()));
        }
    }

    /** Names from the host down to the row, in a table all its cells. */
    private static List<String> selected(IViewPart part) {
        if (part instanceof ProviderTableView view) {
            Tree tree = view.table().getTreeViewer().getTree();
            return Arrays.stream(tree.getSelection()).flatMap(row -> IntStream.range(0, tree.getColumnCount()).mapToObj(row::getText)).toList();
        }
        LinkedList<String> names = new LinkedList<>();
        ITimeGraphEntry row = part instanceof ModelTimeGraphView view ? view.getTimeGraphViewer().getSelection() : null;
        for (ITimeGraphEntry up = row; up != null; up = up.getParent()) {
            names.addFirst(up.getName());
        }
        return names;
    }
}
