/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.TimeGraphControl;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.hypertrace.core.finding.view.FindingsProvider;
import org.hypertrace.ui.BootPerspective;
import org.hypertrace.ui.ExitsPerspective;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.CutOff;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.WholePerspective;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Perspectives as they open on a small screen, see {@link WholeWindow}: nothing is cut off. {@code releng/test --all} runs it with {@code GDK_SCALE=2}, too. */
@WholePerspective
@ExtendWith(CleanWorkbench.class)
class DefaultWindowTest {

    private static final int LEAST_ROWS = 6;

    private static final List<String> PERSPECTIVES = List.of(HypertracePerspective.ID, BootPerspective.ID, ExitsPerspective.ID, InsidePerspective.ID);

    @AfterEach
    void back() {
        PerspectivesTest.show(HypertracePerspective.ID);
    }

    /** A sentence leaves room for its notion and its range, and can be read itself. */
    private static void findingsHaveNotionAndRangeInSight() throws Exception {
        Tree tree = Workbench.inUi(() -> ((FindingsView) Workbench.page().findView(FindingsView.ID)).table().getTreeViewer().getTree());
        Workbench.waitUntil("the findings are there", () -> tree.getItemCount() > 4);
        Workbench.waitUntil("a sentence that is longer than its column has several lines", () -> Arrays.stream(tree.getItems())
                .anyMatch(row -> row.getText().contains("\n")));
        List<String> cut = new ArrayList<>();
        Workbench.waitUntil("all can be read", () -> {
            cut.clear();
            for (int column = 0; column <= FindingsProvider.COLUMNS.indexOf("To"); column++) {
                for (TreeItem row : tree.getItems()) {
                    Rectangle cell = row.getBounds(column);
                    Rectangle text = row.getTextBounds(column);
                    if (cell.x + cell.width > tree.getClientArea().width || text.x + CutOff.width(tree, row.getText(column)) > cell.x + cell.width) {
                        cut.add(row.getText(column));
                    }
                }
            }
            return cut.isEmpty();
        });
        Workbench.picture("findings-small", Workbench::window);
    }

    /** Those of a view that are whole on the screen; a sentence may have several lines. */
    private static int rowsIn(IViewPart part) {
        if (part instanceof AbstractTimeGraphView view) {
            TimeGraphControl control = Dialogs.all(TimeGraphControl.class, view.getParentComposite()).get(0);
            int height = control.getSize().y;
            return (int) Arrays.stream(control.getExpandedElements()).map(control::getItemBounds).filter(row -> row.height > 0 && row.y + row.height <= height).count();
        }
        Tree tree = ((ProviderTableView) part).table().getTreeViewer().getTree();
        return rowsIn(tree.getItems(), tree.getClientArea().height - tree.getHeaderHeight());
    }

    private static int rowsIn(TreeItem[] rows, int height) {
        return Arrays.stream(rows).filter(row -> row.getBounds().y + row.getBounds().height <= height)
                .mapToInt(row -> row.getText().split("\n").length + (row.getExpanded() ? rowsIn(row.getItems(), height) : 0)).sum();
    }

    /** Views of the perspective in the window with fewer rows in sight than they should have. */
    private static List<String> few(String perspective) {
        List<String> few = new ArrayList<>();
        for (IViewReference reference : Workbench.page().getViewReferences()) {
            IViewPart part = reference.getView(false);
            if ((part instanceof AbstractTimeGraphView || part instanceof ProviderTableView) && Workbench.inUi(() -> Workbench.page().isPartVisible(part))) {
                if (!Workbench.comesTrue(() -> rowsIn(part) >= LEAST_ROWS)) {
                    few.add(part.getTitle() + " of " + perspective + ": " + Workbench.inUi(() -> rowsIn(part)));
                }
            }
        }
        return few;
    }

    private static List<String> cutOff(String sample, String perspective, int zoom) throws Exception {
        if (perspective.equals(HypertracePerspective.ID)) {
            findingsHaveNotionAndRangeInSight();
        }
        Workbench.picture("small-" + sample + (zoom == 100 ? "" : "-" + zoom) + perspective.substring(perspective.lastIndexOf('.')), Workbench::window);
        // columns are fitted and laid out once more after their texts are there
        return Workbench.comesTrue(() -> CutOff.in(Workbench.window()).isEmpty()) ? List.of()
                : Workbench.<List<String>> inUi(() -> CutOff.in(Workbench.window())).stream().map(what -> perspective + ": " + what).toList();
    }

    private static int zoom() {
        int zoom = Workbench.inUi(() -> Workbench.window().getDisplay().getPrimaryMonitor().getZoom());
        assertEquals("2".equals(System.getenv("GDK_SCALE")) ? 200 : 100, zoom, "per cent");
        return zoom;
    }

    @Test
    void eachViewHasSixRowsAndNothingIsCutOff() throws Exception {
        int zoom = zoom();
        String sample = "six-vm-boot";
        SampleScreens.open(sample);
        List<String> found = new ArrayList<>();
        for (String perspective : PERSPECTIVES) {
            WholeWindow.show(perspective);
            found.addAll(few(perspective));
            found.addAll(cutOff(sample, perspective, zoom));
        }
        assertEquals(List.of(), found);
    }

    /** With other sentences and names. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void nothingIsCutOffOfOtherFindings() throws Exception {
        int zoom = zoom();
        String sample = "preempted-guest";
        SampleScreens.open(sample);
        List<String> found = new ArrayList<>();
        for (String perspective : PERSPECTIVES) {
            WholeWindow.show(perspective);
            found.addAll(cutOff(sample, perspective, zoom));
        }
        assertEquals(List.of(), found);
    }
}
