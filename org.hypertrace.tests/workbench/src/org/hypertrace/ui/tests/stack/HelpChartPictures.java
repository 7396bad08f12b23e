/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.stack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;

import org.eclipse.jface.viewers.Viewer;
import org.eclipse.jface.viewers.ViewerFilter;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.report.command.ReportApplication;
import org.hypertrace.ui.InsidePerspective;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.WholeWindow;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of Trace Compass' Flame Chart with stacks of a guest that restarts, see {@code releng/pictures}. */
@ExtendWith(CleanPicture.class)
class HelpChartPictures {

    private static final String SAMPLE = "reboot-with-slow-notifier";
    private static final String FLAME_CHART = "org.eclipse.linuxtools.tmf.ui.views.callstack";
    private static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 620;
    private static final long MS = 1_000_000;

    @TempDir
    Path folder;

    private static ITimeGraphEntry reboot(ShutdownView view, String... below) {
        Workbench.waitUntil("the devices are there", () -> Entries.tree(view).contains("      Devices\n"));
        String[] path = Arrays.copyOf(new String[] { "lab-host", "slow", "reboot 1" }, 3 + below.length);
        System.arraycopy(below, 0, path, 3, below.length);
        return Entries.at(view, path);
    }

    /** Only rows of threads with this name are shown. */
    private static void follow(AbstractTimeGraphView chart, String name) {
        Workbench.waitUntil(name + " is there", () -> Entries.tree(chart).contains("    " + name + " ("));
        Workbench.inUi(() -> {
            chart.getTimeGraphViewer().addFilter(new ViewerFilter() {
                @Override
                public boolean select(Viewer viewer, Object parent, Object element) {
                    ITimeGraphEntry row = (ITimeGraphEntry) element;
                    boolean isInThread = row.getParent() != null && row.getParent().getParent() != null;
                    return !isInThread || row.getName().startsWith(name + " (") || row.getParent().getName().startsWith(name + " (");
                }
            });
            return null;
        });
    }

    @Test
    void chart() throws Exception {
        ShutdownView shutdown = Workbench.open(VirtualCpuViewTest.sample(SAMPLE), ShutdownView.class, ShutdownView.ID);
        ITimeGraphEntry reboot = reboot(shutdown);
        long devices = reboot(shutdown, "Devices").getTimeEventsIterator().next().getTime();
        AbstractTimeGraphView chart = Workbench.show(AbstractTimeGraphView.class, FLAME_CHART);
        HelpPicture.only(chart);
        follow(chart, "reboot");
        Workbench.show(chart, reboot.getStartTime(), reboot.getEndTime());
        HelpPicture.keep("stacks/chart", WIDTH, HEIGHT, chart);
        Workbench.show(chart, devices, devices + 20 * MS);
        HelpPicture.keep("stacks/chart-20ms", WIDTH, HEIGHT, chart);
    }

    /** Of host and guest together: what both did when a service was killed. */
    @Test
    void insideAGuest() throws Exception {
        StringWriter message = new StringWriter();
        Path out = folder.resolve("restart");
        assertEquals(0, ReportApplication.run(new String[] { "extract", "--quiet", VirtualCpuViewTest.sample(SAMPLE).toString(), "-o", out.toString() },
                folder.resolve("unpacked"), new PrintWriter(message), new PrintWriter(message)), message.toString());
        ShutdownView shutdown = Workbench.open(out, ShutdownView.class, ShutdownView.ID);
        ITimeEvent life = reboot(shutdown).getChildren().stream().filter(row -> row.getName().startsWith("deaf-service")).findFirst().orElseThrow()
                .getTimeEventsIterator().next();
        long end = life.getTime() + life.getDuration();
        WholeWindow.show(InsidePerspective.ID);
        AbstractTimeGraphView resources = Workbench.show(AbstractTimeGraphView.class, RESOURCES);
        AbstractTimeGraphView chart = Workbench.show(AbstractTimeGraphView.class, FLAME_CHART);
        HelpPicture.only(resources, chart);
        follow(chart, "deaf-service");
        Workbench.show(chart, end - 20 * MS, end + 5 * MS);
        HelpPicture.keep("shutdown/inside", WIDTH, 700, resources, chart);
    }
}
