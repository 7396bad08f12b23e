/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.views.IViewDescriptor;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.OurViews;
import org.hypertrace.ui.tests.window.WholePerspective;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The way from <em>Virtual CPU</em> to each other view: its context menu, and the view joins the stacks that are there. */
@WholePerspective
@ExtendWith(CleanWorkbench.class)
class ShowMenuTest {

    private static final List<String> QUESTIONS = List.of("Boot and Shutdown", "Exits", "Inside a Guest", "Who Took the CPU");

    @TempDir
    Path folder;

    private static List<String> expected() {
        return OurViews.all().stream().map(IViewDescriptor::getLabel).filter(name -> !name.equals("Virtual CPU")).sorted().toList();
    }

    @Test
    void everyOtherViewIsReached() throws Exception {
        VirtualCpuView view = Workbench.open(Reboots.twoVms().in(folder).trace());
        ITimeGraphEntry row = Entries.of(view).findFirst().orElseThrow();
        Map<String, String> ways = new TreeMap<>();
        for (String question : QUESTIONS) {
            List<String> offered = Menus.rowTexts(view, row, "Show", question);
            assertTrue(offered.size() >= 3, question + ": " + offered);
            offered.forEach(name -> ways.merge(name, question, (one, other) -> one + " and " + other));
        }
        assertEquals(expected(), List.copyOf(ways.keySet()));
        for (Map.Entry<String, String> way : ways.entrySet()) {
            Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
            List<IViewReference> before = open();
            Menus.row(view, row, "Show", way.getValue(), way.getKey());
            // of Trace Compass' views the title is ours; the title of Critical Path has its sentence, too
            Workbench.waitUntil(way + " leads there", () -> Workbench.page().getActivePart() instanceof IViewPart part
                    && List.of(part.getTitle(), part.getSite().getRegisteredName()).contains(way.getKey()));
            Workbench.inUi(() -> {
                IViewPart part = (IViewPart) Workbench.page().getActivePart();
                assertTrue(Workbench.page().getViewStack(part).length >= 2, way + " opens a stack of its own");
                if (!before.stream().anyMatch(one -> one.getPart(false) == part)) {
                    Workbench.page().hideView(part);
                }
                return null;
            });
        }
    }

    /** To the row of the shutdown in which the time is. */
    @Test
    void aVcpuLeadsToItsShutdown() throws Exception {
        VirtualCpuView view = Workbench.open(Reboots.twoVms().in(folder).trace());
        ShutdownView shutdowns = Workbench.show(ShutdownView.class, ShutdownView.ID);
        Workbench.waitUntil("both are there", () -> Entries.tree(shutdowns).equals(Reboots.ROWS));
        ITimeGraphEntry second = Entries.at(shutdowns, "host", "web-2", "shutdown 1");
        long time = second.getStartTime() + (second.getEndTime() - second.getStartTime()) / 2;
        Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        HelpPicture.select(time, time);
        Workbench.waitUntil("the time is selected", () -> view.getTimeGraphViewer().getSelectionBegin() == time);
        Menus.row(view, Entries.at(view, "host", "web-2").getChildren().get(0), "Show shutdown 1 of web-2");
        Workbench.waitUntil("its row is selected", () -> shutdowns.getTimeGraphViewer().getSelection() == second && Workbench.page().isPartVisible(shutdowns));
    }

    private static List<IViewReference> open() {
        return Workbench.inUi(() -> List.of(Workbench.page().getViewReferences()));
    }
}
