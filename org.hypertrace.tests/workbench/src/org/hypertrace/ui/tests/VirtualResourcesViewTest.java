/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.ui.resource.DemandView;
import org.hypertrace.ui.resource.OvercommitView;
import org.hypertrace.ui.resource.VirtualResourcesView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The views of the host's processors in Trace Compass, on a recorded trace. What is expected is from babeltrace2's text and
 * from {@code oracle/resource_use.py}.
 */
class VirtualResourcesViewTest {

    private static final String HOST = "l1host";

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    private static VirtualResourcesView open(Path trace) throws Exception {
        return Workbench.open(trace, VirtualResourcesView.class, VirtualResourcesView.ID);
    }

    @Test
    void twoVmsOnProcessorsOfTheirOwn() throws Exception {
        VirtualResourcesView view = open(VirtualCpuViewTest.sample("two-diff-cpu"));
        assertEquals("""
                l1host
                  CPU 0
                    Interrupts
                  CPU 1
                    Interrupts
                  qemu-system-x86 (326)
                    vCPU 0
                      Waits for
                  qemu-system-x86 (327)
                    vCPU 0
                      Waits for
                """, Entries.tree(view));

        ITimeGraphEntry cpu = Entries.at(view, HOST, "CPU 1");
        assertDrawn(view, cpu, "1795228736860226060 1795228736863837362 qemu-system-x86 (327) / vCPU 0: swapper/0");
        assertDrawn(view, cpu, "1795228736863837362 1795228736864216654 qemu-system-x86 (327)");
        assertEquals("BCAAA4", Entries.colour(view, cpu, 1795228736864000000L));
        assertEquals("""
                Occupant: qemu-system-x86 (327) for 379.292 µs
                Runnable vCPUs: 1 for 10.060 s
                """, Entries.tooltip(view, cpu, 1795228736864000000L));
        ITimeGraphEntry vcpu = Entries.at(view, HOST, "qemu-system-x86 (327)", "vCPU 0");
        assertDrawn(view, vcpu, "1795228736860226060 1795228736863837362 CPU 1");
        assertDrawn(view, Entries.at(view, HOST, "qemu-system-x86 (327)", "vCPU 0", "Waits for"),
                "1795228736863837362 1795228736864216654 CPU 1");

        String legend = Workbench.inDialog("resources-legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("vCPU (each VM has a colour)", "task of the host", "waits for CPU", "migration")) {
            assertTrue(legend.contains(name), name + " in " + legend);
        }
    }

    private static void assertDrawn(VirtualResourcesView view, ITimeGraphEntry entry, String expected) {
        String[] fields = expected.split(" ");
        assertEquals(expected, Entries.drawn(view, entry, (Long.parseLong(fields[0]) + Long.parseLong(fields[1])) / 2));
    }

    /** To look at: all of it, a second, 100 ms, 10 ms; with the chart and the table below. */
    @Test
    void chartAndTableTellOfTheTimeInSight() throws Exception {
        VirtualResourcesView view = open(VirtualCpuViewTest.sample("two-diff-cpu"));
        DemandView table = Workbench.show(DemandView.class, DemandView.ID);
        assertEquals("""
                qemu-system-x86 (326)|26.629 s|26.221 s|407.990 ms|1.52 %|25.284 ms|
                qemu-system-x86 (327)|26.597 s|25.825 s|772.833 ms|2.86 %|30.721 ms|
                CPU 0|26.602 s|||||never
                CPU 1|26.561 s|||||never
                """, rows(table, "26.629 s"));
        Workbench.picture("resources-table", Workbench::window);
        OvercommitView chart = Workbench.showAnew(OvercommitView.class, OvercommitView.ID);
        waitForLines(chart);
        Workbench.picture("resources", Workbench::window);
        long time = 1795228736863837362L;
        for (long range : new long[] { 1_000_000_000, 100_000_000, 10_000_000 }) {
            Workbench.show(view, time - range / 2, time + range / 2);
            waitForLines(chart);
            Workbench.picture("resources-" + range / 1000 + "us", Workbench::window);
        }
        // it waited from 863837362 on, all of this time
        Workbench.show(view, time, time + 100_000);
        String all = rows(Workbench.show(DemandView.class, DemandView.ID), "100.000 µs|0 ns|100.000 µs");
        assertTrue(all.contains("qemu-system-x86 (327)|100.000 µs|0 ns|100.000 µs|100.00 %|100.000 µs|\n"), all);
        assertTrue(all.contains("qemu-system-x86 (326)|100.000 µs|100.000 µs|0 ns|0.00 %||\n"), all);
    }

    /** A line per VM and per processor is switched on at first. */
    private static void waitForLines(OvercommitView chart) {
        Workbench.waitUntil("the chart shows its lines", () -> chart.getChartViewer() instanceof TmfFilteredXYChartViewer lines
                && !lines.isDirty() && lines.getSelected().size() >= 4);
    }

    private static String rows(DemandView view, String with) {
        String[] rows = { "" };
        Workbench.waitUntil("the table says " + with, () -> {
            TreeItem[] hosts = view.table().getTreeViewer().getTree().getItems();
            rows[0] = hosts.length == 0 ? "" : Arrays.stream(hosts[0].getItems()).map(VirtualResourcesViewTest::row)
                    .collect(Collectors.joining());
            return rows[0].contains(with);
        });
        return rows[0];
    }

    private static String row(TreeItem item) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < item.getParent().getColumnCount(); i++) {
            row.append(i == 0 ? "" : "|").append(item.getText(i));
        }
        return row.append('\n').toString();
    }

    @Test
    void vmsAreChosenInTheFilterDialog() throws Exception {
        VirtualResourcesView view = open(VirtualCpuViewTest.sample("two-diff-cpu"));
        Workbench.inTreeDialog("resources-filter", () -> view.getTimeGraphViewer().getShowFilterDialogAction().run(),
                "qemu-system-x86 (327)", false);
        assertEquals("l1host, CPU 0, Interrupts, CPU 1, Interrupts, qemu-system-x86 (326), vCPU 0, Waits for", Workbench.inUi(
                () -> Arrays.stream(view.getTimeGraphViewer().getExpandedElements()).map(ITimeGraphEntry::getName)
                        .collect(Collectors.joining(", "))));
    }

    @Test
    void aTraceWithoutKvmEventsSaysWhatWouldHelp(@TempDir Path folder) throws Exception {
        String sentence = Entries.tree(open(VirtualCpuViewTest.withoutKvm(folder))).strip();
        assertTrue(sentence.startsWith("No VM can be seen without events of KVM: record on the host with lttng"), sentence);
        DemandView table = Workbench.show(DemandView.class, DemandView.ID);
        Workbench.waitUntil("the table says it, too", () -> Arrays.stream(table.table().getTreeViewer().getTree().getItems())
                .anyMatch(item -> item.getText(0).equals(sentence)));
    }
}
