/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.WorkbenchException;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.shutdown.DevicesView;
import org.hypertrace.ui.shutdown.ShutdownComparisonView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How guests shut down, in Trace Compass: the view, the table of devices, two compared. */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
class ShutdownViewTest {

    private static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";
    private static final String FLAME_CHART = "org.eclipse.linuxtools.tmf.ui.views.callstack";

    @TempDir
    static Path folder;

    private static Path sReboots;

    private static Path reboots() throws Exception {
        if (sReboots == null) {
            sReboots = Reboots.twoVms().in(folder.resolve("reboots")).trace();
        }
        return sReboots;
    }

    @Test
    void twoVmsRestart() throws Exception {
        ShutdownView view = Workbench.open(reboots(), ShutdownView.class, ShutdownView.ID);
        Workbench.waitUntil("both are in the tree", () -> Entries.tree(view).equals(Reboots.ROWS));
        Workbench.show(view, 900, 3_800);
        Workbench.picture("shutdown-two", () -> view.getTimeGraphViewer().getControl().getParent());
    }

    @Test
    void theTableReportsOfADevice() throws Exception {
        Workbench.open(reboots());
        DevicesView view = Workbench.show(DevicesView.class, DevicesView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("all rows are there", () -> tree.getItemCount() == 20);
        Workbench.inUi(() -> {
            view.filter().setText("web-2 device disk");
            return null;
        });
        Workbench.waitUntil("the filter", () -> tree.getItemCount() == 1);
        TreeItem disk = Workbench.inUi(() -> tree.getItem(0));
        assertEquals("disk", Workbench.inUi(disk::getText));
        assertEquals("200 ns", Workbench.inUi(() -> disk.getText(5)));
        Workbench.picture("shutdown-devices", Workbench::window);
    }

    @Test
    void twoAreCompared() throws Exception {
        Workbench.open(reboots());
        ShutdownComparisonView view = Workbench.show(ShutdownComparisonView.class, ShutdownComparisonView.ID);
        Workbench.waitUntil("the comparison", () -> view.answer().startsWith("web-2 shut down 500 ns slower than web-1"));
        assertTrue(Workbench.inUi(() -> view.a().getItems().length) == 2);
    }

    /** Views of one time axis; they show what the experiment of host and guests has. */
    @Test
    void functionsAreBelowThreadsAndHost() throws Exception {
        Workbench.open(reboots());
        inside(RESOURCES);
        List<String> ids = Workbench.inUi(() -> List.of(Workbench.page().getViewReferences()).stream().map(IViewReference::getId).toList());
        assertTrue(ids.containsAll(List.of(RESOURCES, CONTROL_FLOW, FLAME_CHART, ShutdownView.ID)), ids.toString());
        for (String above : List.of(RESOURCES, CONTROL_FLOW)) {
            inside(above);
            Workbench.waitUntil(above + " is above the functions", () -> {
                Rectangle upper = bounds(above);
                Rectangle lower = bounds(FLAME_CHART);
                return upper.height > 0 && upper.x == lower.x && upper.width == lower.width && upper.y + upper.height < lower.y;
            });
        }
    }

    private static Rectangle bounds(String view) {
        return Workbench.inUi(() -> {
            Control control = ((AbstractTimeGraphView) Workbench.page().findView(view)).getTimeGraphViewer().getControl();
            return Display.getDefault().map(control.getParent(), null, control.getBounds());
        });
    }

    private static void inside(String last) {
        Workbench.inUi(() -> {
            try {
                PlatformUI.getWorkbench().showPerspective(InsidePerspective.ID, Workbench.page().getWorkbenchWindow());
                for (String id : List.of(RESOURCES, CONTROL_FLOW, FLAME_CHART, last)) {
                    Workbench.page().showView(id);
                }
            } catch (WorkbenchException e) {
                throw new AssertionError(e);
            }
            return null;
        });
    }

    /** The restart of the recorded sample: the slow notifier and devices at a glance, deep, and from host to functions. */
    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void aRecordedRestart() throws Exception {
        String name = "reboot-with-slow-notifier";
        Path archive = Path.of(System.getProperty("hypertrace.root"), "traces-samples", name, name + ".tar.xz");
        StringWriter message = new StringWriter();
        assertEquals(0, ReportApplication.run(new String[] { "extract", "--quiet", archive.toString(), "-o",
                folder.resolve("out").toString() }, folder.resolve("unpacked"), new PrintWriter(message), new PrintWriter(message)),
                message.toString());
        ShutdownView view = Workbench.open(folder.resolve("out"), ShutdownView.class, ShutdownView.ID);
        Workbench.waitUntil("the devices are there", () -> Entries.tree(view).contains("      Devices\n"));
        ITimeGraphEntry reboot = Entries.at(view, "lab-host", "slow", "reboot 1");
        long begin = reboot.getStartTime();
        long end = reboot.getEndTime();
        Workbench.show(view, begin - (end - begin) / 20, end + (end - begin) / 20);
        Workbench.picture("shutdown", () -> view.getTimeGraphViewer().getControl().getParent());
        ITimeGraphEntry devices = Entries.at(view, "lab-host", "slow", "reboot 1", "Devices");
        long from = devices.getTimeEventsIterator().next().getTime();
        Workbench.show(view, from, from + (end - from) / 8);
        Workbench.picture("shutdown-deep", () -> view.getTimeGraphViewer().getControl().getParent());
        inside(CONTROL_FLOW);
        Workbench.show(view, begin - (end - begin) / 20, end);
        AbstractTimeGraphView functions = Workbench.inUi(() -> (AbstractTimeGraphView) Workbench.page().findView(FLAME_CHART));
        Workbench.waitUntil("functions are there", () -> functions.getTimeGraphViewer().getInput() != null && !functions.isDirty());
        Workbench.picture("inside", Workbench::window);
        ITimeGraphEntry slow = reboot.getChildren().stream().filter(entry -> entry.getName().startsWith("slow-service")).findFirst()
                .orElseThrow();
        ITimeEvent life = slow.getTimeEventsIterator().next();
        long ended = life.getTime() + life.getDuration();
        Workbench.show(view, ended - 20_000_000, ended + 10_000_000);
        Workbench.waitUntil("functions are drawn", () -> !functions.isDirty());
        Workbench.picture("inside-deep", Workbench::window);
    }
}
