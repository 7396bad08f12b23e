/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.IViewPart;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.Actions;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.StolenByView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Questions of a newcomer. The trace is in the project, nothing is open: how many actions until the answer can be read?
 * Figures are what was recorded: of samples by the guests' consoles and by the oracles, else as the scenario has them.
 */
@ExtendWith(CleanWorkbench.class)
class TasksTest {

    private static final long MS = 1_000_000;
    /** Of the smallest screen that is looked at. */
    private static final int WIDTH = 1_280;
    private static final int HEIGHT = 800;

    @TempDir
    Path folder;

    private final Actions fActions = new Actions();

    @AfterEach
    void nothingIsCountedTwice() {
        assertEquals(fActions.done().size(), fActions.done().stream().distinct().count(), fActions.done().toString());
    }

    private void answered(String task, int most, BooleanSupplier isReadable) throws Exception {
        Workbench.waitUntil("the answer can be read", isReadable);
        Workbench.picture("task-" + task, Workbench::window);
        assertTrue(fActions.done().size() <= most, fActions.done().size() + " actions: " + fActions.done());
    }

    private static void start(Path... traces) throws Exception {
        Workbench.inUi(() -> {
            Workbench.window().setMaximized(false);
            Workbench.window().setBounds(0, 0, WIDTH, HEIGHT);
            return null;
        });
        Explorer.add(traces);
        assertEquals(0, TmfTraceManager.getInstance().getOpenedTraces().size());
    }

    /** A cell of a row in the table of a view that is open. */
    private static boolean isReadable(String id, String... words) {
        IViewPart part = Arrays.stream(Workbench.page().getViewReferences()).filter(view -> view.getId().equals(id)).findFirst()
                .map(view -> view.getView(false)).orElse(null);
        return part instanceof ProviderTableView view && isReadable(view.table().getTreeViewer().getTree(), words);
    }

    private static boolean isReadable(Tree tree, String... words) {
        return Actions.isReadable(tree, words);
    }

    @Test
    void whichInitcallIsSlow() throws Exception {
        start(VirtualCpuViewTest.sample("quiet-boot"));
        fActions.doubleClickProject("quiet-boot");
        answered("initcall", 3, () -> isReadable(FindingsView.ID, "quiet booted in 25.7 s; initcall virtio_console_init took 3.11 s"));
    }

    @Test
    void whoTookTheCpu() throws Exception {
        start(VirtualCpuViewTest.sample("preempted-guest"));
        fActions.doubleClickProject("preempted-guest");
        fActions.clickTab("Stolen By");
        long stolen = RowLines.of("preempted-guest").vcpu(1).preemptors().stream().filter(time -> time.label().startsWith("CPU 0/KVM"))
                .mapToLong(RowLines.Stretch::length).sum();
        answered("steal", 2, () -> isReadable(StolenByView.ID, "twin-b vCPU 0", "twin-a vCPU 0", Amount.ns(stolen).text()));
    }

    @Test
    void whyIsTheRebootSlow() throws Exception {
        start(VirtualCpuViewTest.sample("reboot-with-slow-notifier"));
        fActions.doubleClickProject("reboot-with-slow-notifier");
        answered("reboot", 2, () -> isReadable(FindingsView.ID, "slow: notifier slow_notifier took 1.00 s"));
    }

    @Test
    void whichExitsAreTheMostExpensive() throws Exception {
        start(VirtualCpuViewTest.sample("quiet-boot"));
        fActions.doubleClickProject("quiet-boot");
        answered("exits", 2, () -> isReadable(FindingsView.ID, "quiet spent 5.19 s on work of the VMM's process in user space"));
    }

    /** Of two hosts; the second guest is 500 ms slower in one initcall. */
    @Test
    void whichBootIsSlower() throws Exception {
        Scenario scenario = new Scenario();
        boots(scenario, "north", "old", 0);
        boots(scenario, "south", "new", 500);
        start(scenario.until(2_000 * MS).in(folder).traces().toArray(Path[]::new));
        fActions.clickProject("north", false);
        fActions.clickProject("south", true);
        fActions.chooseInProject("Compare Boots");
        answered("boots", 4, () -> Actions.isReadable("south:south:new booted 500 ms slower than north:north:old"));
    }

    private static void boots(Scenario scenario, String host, String name, long slower) {
        Vm vm = scenario.host(host).vm(name).inManifest();
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100 * MS, 0).enters(101 * MS);
        vcpu.boot().hello(110 * MS).level(200 * MS, 6, "device").initcall(210 * MS, (310 + slower) * MS, 0xffffffff81000100L, 0)
                .level((400 + slower) * MS, 7, "late");
        vcpu.guest().executes((500 + slower) * MS, "init");
        vcpu.boot().stage((600 + slower) * MS, 3, "/sbin/init");
        vcpu.exits((700 + slower) * MS, Exit.HLT).halts((701 + slower) * MS);
    }
}
