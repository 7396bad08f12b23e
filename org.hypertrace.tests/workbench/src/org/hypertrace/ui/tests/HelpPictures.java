/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.hypertrace.testing.scenario.example.SixVms.BEGIN;
import static org.hypertrace.testing.scenario.example.SixVms.MS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.viewers.xychart.linechart.TmfFilteredXYChartViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.scenario.example.SixVms;
import org.hypertrace.ui.boot.BootComparisonView;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.boot.FunctionFrequencyView;
import org.hypertrace.ui.cpu.OvercommitView;
import org.hypertrace.ui.cpu.VirtualResourcesView;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.path.WakeLatencyView;
import org.hypertrace.ui.tests.window.CleanPicture;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.HelpPicture;
import org.hypertrace.ui.tests.window.ReportingGuests;
import org.hypertrace.ui.tests.window.SymbolsDialog;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.ModelTimeGraphView;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes pictures of the help: {@code releng/pictures} runs it, {@code releng/test} does not. Each method opens a trace, and makes
 * the pictures that {@code releng/pictures.txt} names beside it.
 */
@ExtendWith(CleanPicture.class)
class HelpPictures {

    private static final int WIDTH = 1200;
    /** What preempted-guest shows then: a thread of QEMU takes the processor from both VMs. */
    private static final long PREEMPTED = 1_795_279_302_839_479_164L;
    /** A nested guest is entered. */
    private static final long NESTED = 1_795_407_601_872_338_774L;
    private static final long SECOND = 1_000_000_000;

    @TempDir
    Path folder;

    private static ITmfTrace trace() {
        return TmfTraceManager.getInstance().getActiveTrace();
    }

    private static void around(ModelTimeGraphView view, long time, long range) {
        Workbench.show(view, time - range / 2, time + range / 2);
    }

    private static void expand(ModelTimeGraphView view, ITimeGraphEntry entry, boolean open) {
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().setExpandedState(entry, open);
            return null;
        });
    }

    @Test
    void sixVmsBoot() throws Exception {
        BootView view = Workbench.open(SixVms.in(folder), BootView.class, BootView.ID);
        Workbench.waitUntil("the panic is in the tree", () -> Entries.tree(view).contains("  build\n    boot 1\n      Levels\n      Initcalls\n"));
        SymbolsDialog.choose(folder.resolve("System.map"), "boot-symbols");
        Workbench.waitUntil("functions have names", () -> Entries.of(view).findAny().isPresent());
        HelpPicture.only(view);
        Workbench.show(view, BEGIN + 10 * MS, BEGIN + 2_000 * MS);
        HelpPicture.keep("boot/six-vms", WIDTH, 620, view);
        Workbench.show(view, BEGIN + 1_150 * MS, BEGIN + 1_480 * MS);
        HelpPicture.keep("boot/shared-processor", WIDTH, 620, view);
        Workbench.show(view, BEGIN + 1_120 * MS, BEGIN + 1_260 * MS);
        HelpPicture.keep("boot/panic", WIDTH, 620, view);
    }

    @Test
    void twoBootsCompared() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        BootComparisonView view = Workbench.show(BootComparisonView.class, BootComparisonView.ID);
        Workbench.waitUntil("the comparison", () -> view.answer().startsWith("twin-a booted"));
        Workbench.waitUntil("the table", () -> view.table().getTreeViewer().getTree().getItemCount() > 16);
        HelpPicture.only(view);
        HelpPicture.keep("boot-report/view", WIDTH, 520, view);
    }

    @Test
    void threadsOfAGuest() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("two-diff-cpu"));
        Workbench.waitUntil("the threads are in the tree", () -> Entries.tree(view).contains("sha1sum (57)"));
        HelpPicture.only(view);
        ITimeGraphEntry host = Workbench.inUi(() -> Entries.of(view).findFirst().orElseThrow());
        ITimeGraphEntry vm = host.getChildren().get(1);
        expand(view, host.getChildren().get(0), false);
        expand(view, Entries.at(view, host.getName(), vm.getName(), "Guest threads"), true);
        long begin = trace().getStartTime().toNanos() + 16_590_443_560L;
        Workbench.show(view, begin, begin + 10_000_000);
        Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(Entries.at(view, host.getName(), vm.getName(), "Guest threads", "sha1sum (57)"));
            return null;
        });
        HelpPicture.keep("virtual-cpu/guest-threads", WIDTH, 500, view);
    }

    @Test
    void lateTimer() throws Exception {
        VirtualCpuView cpus = Workbench.open(VirtualCpuViewTest.sample("smp-guest"));
        WakeLatencyView latencies = Workbench.show(WakeLatencyView.class, WakeLatencyView.ID);
        Tree tree = latencies.table().getTreeViewer().getTree();
        Workbench.waitUntil("the table", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() > 0);
        Workbench.waitUntil("the thread is in the tree", () -> Entries.tree(cpus).contains("sleep (68)"));
        String vm = Workbench.inUi(() -> Entries.of(cpus).findFirst().orElseThrow().getChildren().get(0).getName());
        ITimeGraphEntry row = Entries.at(cpus, "lab-host", vm, "Guest threads", "sleep (68)");
        CriticalPathViewTest.menu(cpus, row, 0, "Critical path of sleep (68)");
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(CriticalPathView.ID) != null);
        CriticalPathView path = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        Workbench.waitUntil("the path is there", () -> Entries.of(path).anyMatch(entry -> entry.getName().equals(vm)));
        Workbench.waitUntil("it is zoomed to the path", () -> !path.isDirty()
                && path.getTimeGraphViewer().getTime1() - path.getTimeGraphViewer().getTime0() < 300_000_000L);
        HelpPicture.only(path, latencies);
        Workbench.show(CriticalPathView.class, CriticalPathView.ID);
        HelpPicture.keep("critical-path/late-timer", WIDTH, 330, path);
        Workbench.show(path, trace().getStartTime().toNanos(), trace().getEndTime().toNanos());
        HelpPicture.only(latencies);
        Workbench.waitUntil("the table is of all of the trace", () -> tree.getItemCount() == 1 && tree.getItem(0).getItemCount() > 7);
        HelpPicture.keep("critical-path/wake-up-latency", WIDTH, 560, latencies);
    }

    @Test
    void contradictions() throws Exception {
        Workbench.open(ReportingGuests.in(folder.resolve("contradictory"), DataLossViewTest::contradictory));
        DataLossView view = DataLossViewTest.open();
        DataLossViewTest.waitFor(view, "VM 384|lost|2|\nVM 384|forged|1|\nVM 584|unknown numbers|12|\n");
        HelpPicture.only(view);
        HelpPicture.select(ReportingGuests.BEGIN + 3 * ReportingGuests.STEP - 5_000, ReportingGuests.BEGIN + 5 * ReportingGuests.STEP + 5_000);
        DataLossViewTest.waitFor(view, "VM 384|lost|2|0\nVM 384|forged|1|1\nVM 584|unknown numbers|12|2\n");
        HelpPicture.keep("data-quality/data-quality", 1340, 200, view);
        HelpPicture.reset();
        Path own = Files.writeString(folder.resolve("own.json"), GuestDialectsTest.OWN);
        WorkspaceDialects.get().add(own);
        try {
            Shell dialog = GuestDialectsTest.dialog("guest-dialects");
            GuestDialectsTest.choose(dialog, 0, "p3");
            GuestDialectsTest.choose(dialog, 2, "own: our tracer's");
            Workbench.picture("help/data-quality/guest-dialects", () -> dialog.getChildren()[0]);
            Workbench.inUi(() -> {
                dialog.close();
                return null;
            });
        } finally {
            Files.deleteIfExists(WorkspaceDialects.get().folder().resolve("own.json"));
        }
    }

    @Test
    void functionsOfABoot() throws Exception {
        Workbench.open(VirtualCpuViewTest.sample("boot-graph"));
        SymbolsDialog.choose(Samples.root().resolve("traces-samples/first/System.map-guest.xz"), "graph-symbols");
        FunctionFrequencyView view = Workbench.show(FunctionFrequencyView.class, FunctionFrequencyView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("the functions", () -> tree.getItemCount() > 0 && tree.getItem(0).getItemCount() > 23
                && tree.getItem(0).getItem(2).getText().equals("mutex_lock"));
        HelpPicture.only(view);
        HelpPicture.keep("function-frequency/boot-graph", WIDTH, 520, view);
    }

    @Test
    void quietBoot() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("quiet-boot"));
        Workbench.waitUntil("the threads are in the tree", () -> Entries.tree(view).contains("poweroff"));
        HelpPicture.only(view);
        Workbench.show(view, 1_795_278_937_200_000_000L, 1_795_278_970_900_000_000L);
        HelpPicture.keep("virtual-cpu/quiet-boot", WIDTH, 620, view);
    }

    @Test
    void twoVmsOnOneProcessor() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        VirtualResourcesView resources = Workbench.show(VirtualResourcesView.class, VirtualResourcesView.ID);
        OvercommitView chart = Workbench.showAnew(OvercommitView.class, OvercommitView.ID);
        Workbench.waitUntil("the chart shows its lines", () -> chart.getChartViewer() instanceof TmfFilteredXYChartViewer lines
                && !lines.isDirty() && lines.getSelected().size() >= 4);
        around(resources, PREEMPTED, SECOND);
        HelpPicture.only(view, resources, chart);
        Workbench.waitUntil("the chart is drawn again", () -> !((TmfFilteredXYChartViewer) chart.getChartViewer()).isDirty());
        HelpPicture.keep("virtual-resources/one-second", WIDTH, 780, resources, chart);
        HelpPicture.only(view, resources);
        around(resources, PREEMPTED, SECOND / 10);
        HelpPicture.keep("virtual-resources/hundred-milliseconds", WIDTH, 330, resources);
        Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        around(view, PREEMPTED, SECOND);
        HelpPicture.only(view);
        HelpPicture.keep("virtual-cpu/preempted-guest", WIDTH, 370, view);
    }

    @Test
    void nestedGuest() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("nested"));
        Workbench.waitUntil("the nested guest is in the tree", () -> Entries.tree(view).contains("outer/inner\n      vCPU 0"));
        VirtualResourcesView resources = Workbench.show(VirtualResourcesView.class, VirtualResourcesView.ID);
        Workbench.waitUntil("the nested guest is in the tree", () -> Entries.tree(resources).contains("Nested guest\n"));
        HelpPicture.only(view, resources);
        around(resources, NESTED, SECOND / 1000);
        HelpPicture.keep("virtual-resources/nested", WIDTH, 330, resources);
        Workbench.show(VirtualCpuView.class, VirtualCpuView.ID);
        around(view, NESTED, SECOND / 1000);
        HelpPicture.keep("virtual-cpu/nested", WIDTH, 370, view);
    }

    @Test
    void columnsOfGuests() throws Exception {
        VirtualCpuView view = Workbench.open(VirtualCpuViewTest.sample("preempted-guest"));
        HelpPicture.onlyWithEvents(view);
        HelpPicture.select(GuestColumnsTest.SWITCH, GuestColumnsTest.SWITCH);
        Workbench.waitUntil("the row of the switch is filled", () -> GuestColumnsTest.row().contains("sched_switch"));
        HelpPicture.keepTitled("guest-columns/preempted-guest", 1340, 340, List.of("preempted-guest"));
    }

    @Test
    void importOfSamples() throws Exception {
        Shell dialog = SampleImportTest.open("import-samples");
        SampleImportTest.from(dialog, Path.of(System.getProperty("hypertrace.root"), "traces-samples").toString());
        SampleImportTest.check(dialog, "quiet-boot");
        Workbench.waitUntil("it can be imported", () -> Dialogs.all(Button.class, dialog).stream()
                .anyMatch(button -> button.getText().equals("&Finish") && button.isEnabled()));
        // the picture shows no folder of this machine
        Workbench.inUi(() -> {
            Combo from = Dialogs.all(Combo.class, dialog).get(0);
            Arrays.stream(from.getListeners(SWT.Modify)).forEach(listener -> from.removeListener(SWT.Modify, listener));
            from.setText("hypertrace/traces-samples");
            return null;
        });
        Workbench.picture("help/samples/import", () -> dialog.getChildren()[0]);
        Workbench.inUi(() -> {
            dialog.close();
            return null;
        });
    }
}
