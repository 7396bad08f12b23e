/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.tree.TmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.cpu.view.DemandXyProvider;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.oracle.RowLines.Stretch;
import org.hypertrace.ui.cpu.AccountingView;
import org.hypertrace.ui.cpu.DemandView;
import org.hypertrace.ui.cpu.OvercommitTableView;
import org.hypertrace.ui.cpu.OvercommitView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.window.Charts;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The views of the host's processors in Trace Compass, on a recorded trace. Times expected are from the oracles
 * {@code rows.py} and {@code resource_use.py}.
 */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
class VirtualResourcesViewTest {

    private static final String HOST = "lab-host";

    private static VirtualResourcesView open(Path trace) throws Exception {
        return Workbench.open(trace, VirtualResourcesView.class, VirtualResourcesView.ID);
    }

    @Test
    void twoVmsOnOneProcessor() throws Exception {
        VirtualResourcesView view = open(VirtualCpuViewTest.sample("preempted-guest"));
        assertEquals("""
                lab-host
                  CPU 0
                    Interrupts
                  CPU 1
                    Interrupts
                  twin-a
                    vCPU 0
                      Waits for
                  twin-b
                    vCPU 0
                      Waits for
                """, Entries.tree(view));

        ITimeGraphEntry cpu = Entries.at(view, HOST, "CPU 0");
        assertDrawn(view, cpu, VirtualCpuViewTest.RCU_TASK.as("twin-b vCPU 0: rcu_sched (11)"));
        RowLines.Vcpu expected = RowLines.of("preempted-guest").vcpu(1);
        Stretch preempted = VirtualCpuViewTest.PREEMPTED;
        Stretch preemptor = expected.preemptors().stream().filter(stretch -> stretch.begin() == preempted.begin()).findFirst().orElseThrow();
        assertDrawn(view, cpu, preemptor);
        assertEquals("BCAAA4", Entries.colour(view, cpu, preemptor.middle()));
        String tooltip = Entries.tooltip(view, cpu, preemptor.middle());
        assertTrue(tooltip.matches("Occupant: qemu-system-x86 \\(166\\) for [0-9.]+ ms \\(" + preemptor.length() + " ns\\)\nRunnable vCPUs: 2 for .*\n"),
                tooltip);
        ITimeGraphEntry vcpu = Entries.at(view, HOST, "twin-b", "vCPU 0");
        assertDrawn(view, vcpu, expected.cpus().stream().filter(stretch -> stretch.end() == preempted.begin()).findFirst().orElseThrow());
        assertDrawn(view, Entries.at(view, HOST, "twin-b", "vCPU 0", "Waits for"), preempted.as("CPU 0"));

        String legend = Dialogs.inDialog("resources-legend", () -> view.getTimeGraphViewer().getShowLegendAction().run());
        for (String name : List.of("vCPU (each VM has a colour)", "task of the host", "waits for CPU", "migration")) {
            assertTrue(legend.contains(name), name + " in " + legend);
        }
    }

    private static void assertDrawn(VirtualResourcesView view, ITimeGraphEntry entry, Stretch expected) {
        assertEquals(expected.toString(), Entries.drawn(view, entry, expected.middle()));
    }

    /** To look at: all of it, a second, 100 ms, 10 ms; with the chart and the table below. */
    @Test
    void chartAndTableReportOfTheTimeInSight() throws Exception {
        VirtualResourcesView view = open(VirtualCpuViewTest.sample("preempted-guest"));
        DemandView table = Workbench.show(DemandView.class, DemandView.ID);
        RowLines oracle = RowLines.of("preempted-guest");
        assertEquals("""
                twin-a|114 s|55.8 s|57.8 s|50.06 %%|%s|604 ms|%s|
                twin-b|107 s|52.6 s|54.5 s|48.99 %%|%s|630 ms|%s|
                CPU 0|221 s|||||||106 s (2 vCPUs)
                CPU 1|0 ns|||||||never
                """.formatted(mostly(oracle.vcpu(0), "twin-b"), longestWait(oracle.vcpu(0)), mostly(oracle.vcpu(1), "twin-a"), longestWait(oracle.vcpu(1))), rows(table, "twin-a|114 s"));
        Workbench.picture("resources-table", Workbench::window);
        OvercommitTableView overcommit = Workbench.show(OvercommitTableView.class, OvercommitTableView.ID);
        String demand = rows(overcommit, "2 vCPUs want a processor|106 s|");
        assertTrue(demand.startsWith("0 vCPUs want a processor|1.10 s|0.95 %|dedicated|") && demand.contains("twin-b vCPU 0|"), demand);
        Workbench.picture("resources-overcommit", Workbench::window);
        AccountingView accounting = Workbench.show(AccountingView.class, AccountingView.ID);
        // of the oracle: 117 and 112 periods of 1 s
        Workbench.waitUntil("every period has a row", () -> accounting.table().getTreeViewer().getTree().getItemCount() == 117 + 112);
        Workbench.picture("resources-accounting", Workbench::window);
        OvercommitView chart = Workbench.showAnew(OvercommitView.class, OvercommitView.ID);
        waitForLines(chart);
        // CPU 0 is wanted by two vCPUs
        ExitViewsTest.fromZero("both VMs", chart, 4, 200);
        assertEquals("Share of time|50 %", Workbench.inUi(() -> Charts.values(chart, 50)));
        assertEquals("", Workbench.inUi(chart::getContentDescription));
        legendHasTheColoursOfTheLines(chart);
        Workbench.picture("resources", Workbench::window);
        long time = VirtualCpuViewTest.PREEMPTED.begin();
        for (long range : new long[] { 1_000_000_000, 100_000_000, 10_000_000 }) {
            Workbench.show(view, time - range / 2, time + range / 2);
            waitForLines(chart);
            Workbench.picture("resources-" + range / 1000 + "us", Workbench::window);
        }
        // both waited, all of this time: QEMU's thread had the processor
        Workbench.show(view, time, time + 100_000);
        String all = rows(Workbench.show(DemandView.class, DemandView.ID), "100 µs|0 ns|100 µs");
        String qemu = "qemu-system-x86 (166): 100 µs|100 µs|" + Amount.time(time) + "|\n";
        assertTrue(all.contains("twin-b|100 µs|0 ns|100 µs|100.00 %|" + qemu), all);
        assertTrue(all.contains("twin-a|100 µs|0 ns|100 µs|100.00 %|" + qemu), all);
    }

    /** Each line of the chart is in the legend, in its colour. */
    private static void legendHasTheColoursOfTheLines(OvercommitView chart) {
        ITmfTreeDataProvider<?> lines = DataProviderManager.getInstance().getDataProvider(TmfTraceManager.getInstance().getActiveTrace(),
                DemandXyProvider.ID, ITmfTreeDataProvider.class);
        Map<String, Set<String>> legend = Workbench.inUi(() -> Charts.legend(chart));
        Map<String, String> colours = new TreeMap<>();
        lines.fetchTree(Map.of(), null).getModel().getEntries().stream().map(TmfTreeDataModel.class::cast).filter(line -> line.getStyle() != null)
                .forEach(line -> colours.put(line.getLabels().get(0), String.valueOf(line.getStyle().getStyleValues().get("color"))));
        assertEquals(4, colours.size(), colours.toString());
        colours.forEach((line, colour) -> assertTrue(legend.get(line) != null && legend.get(line).contains(colour.toUpperCase(Locale.ROOT)),
                line + " is " + colour + " and not in " + legend));
    }

    /** Who has the CPU for the most of what a vCPU waits for it, and for how long. */
    private static String mostly(RowLines.Vcpu vcpu, String other) {
        return vcpu.preemptors().stream().collect(Collectors.groupingBy(Stretch::label, Collectors.summingLong(Stretch::length))).entrySet().stream()
                .max(Map.Entry.comparingByValue()).map(most -> most.getKey().replaceFirst("^CPU 0/KVM .*", other + " vCPU 0") + ": "
                        + Amount.ns(most.getValue())).orElseThrow();
    }

    /** When a vCPU begins to wait for the longest time without a break. */
    private static String longestWait(RowLines.Vcpu vcpu) {
        Stretch longest = new Stretch(0, 0, "");
        Stretch wait = longest;
        for (Stretch state : vcpu.states()) {
            if (List.of("preempted", "waking").contains(String.valueOf(state.label()))) {
                wait = new Stretch(wait.end() == state.begin() ? wait.begin() : state.begin(), state.end(), "");
                longest = wait.length() > longest.length() ? wait : longest;
            }
        }
        return Amount.time(longest.begin()).toString();
    }

    /** A line per VM and per processor is switched on at first. */
    private static void waitForLines(OvercommitView chart) {
        Workbench.waitUntil("the chart shows its lines", () -> chart.getChartViewer() instanceof TmfFilteredXYChartViewer lines
                && !lines.isDirty() && lines.getSelected().size() >= 4);
    }

    private static String rows(ProviderTableView view, String with) {
        String[] rows = { "" };
        Workbench.waitUntil("the table shows " + with, () -> {
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
        VirtualResourcesView view = open(VirtualCpuViewTest.sample("preempted-guest"));
        Dialogs.inTreeDialog("resources-filter", () -> view.getTimeGraphViewer().getShowFilterDialogAction().run(),
                "twin-b", false);
        assertEquals("lab-host, CPU 0, Interrupts, CPU 1, Interrupts, twin-a, vCPU 0, Waits for", Workbench.inUi(
                () -> Arrays.stream(view.getTimeGraphViewer().getExpandedElements()).map(ITimeGraphEntry::getName)
                        .collect(Collectors.joining(", "))));
    }

    @Test
    void aTraceWithoutKvmEventsReportsWhatWouldHelp(@TempDir Path folder) throws Exception {
        String sentence = Entries.tree(open(VirtualCpuViewTest.withoutKvm(folder))).strip();
        assertTrue(sentence.startsWith("No VM can be seen without events of KVM: record on the host with lttng"), sentence);
        DemandView table = Workbench.show(DemandView.class, DemandView.ID);
        OvercommitView chart = Workbench.showAnew(OvercommitView.class, OvercommitView.ID);
        Workbench.waitUntil("the chart shows it, too", () -> chart.getContentDescription().equals(sentence));
        Workbench.picture("resources-without-kvm", Workbench::window);
        Workbench.show(DemandView.class, DemandView.ID);
        Workbench.waitUntil("the table shows it, too", () -> Arrays.stream(table.table().getTreeViewer().getTree().getItems())
                .anyMatch(item -> item.getText(0).equals(sentence)));
    }
}
