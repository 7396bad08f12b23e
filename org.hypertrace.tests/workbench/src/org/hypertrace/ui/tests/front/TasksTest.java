/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BooleanSupplier;

import org.eclipse.swt.widgets.Tree;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.IViewPart;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Summary;
import org.hypertrace.testing.oracle.Oracle;
import org.hypertrace.testing.oracle.RowLines;
import org.hypertrace.testing.scenario.Exit;
import org.hypertrace.testing.scenario.GuestCode;
import org.hypertrace.testing.scenario.GuestTask;
import org.hypertrace.testing.scenario.Scenario;
import org.hypertrace.testing.scenario.Vcpu;
import org.hypertrace.testing.scenario.Vm;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.window.Actions;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Explorer;
import org.hypertrace.ui.tests.window.WholePerspective;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.vcpu.StolenByView;
import org.hypertrace.ui.vcpu.VirtualCpuView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;

/**
 * Questions of a newcomer. The trace is in the project, nothing is open: how many actions until the answer can be read?
 * Figures are what was recorded: of samples by the guests' consoles and by the oracles, else as the scenario has them.
 */
@WholePerspective
@ExtendWith(CleanWorkbench.class)
class TasksTest {

    private static final long MS = 1_000_000;
    /** Of the smallest screen that is looked at. */
    private static final int WIDTH = 1_280;
    private static final int HEIGHT = 800;
    /** The softirq of packets that are received. */
    private static final int NET_RX = 3;

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

    /** The name is of the console of the guest. */
    @Test
    void whichInitcallIsSlow() throws Exception {
        JsonObject boot = Summary.objects(vm(Oracle.boots("quiet-boot")), "boots").get(0);
        long userspace = Summary.objects(boot, "stages").stream().filter(stage -> stage.get("name").getAsString().equals("userspace"))
                .mapToLong(TasksTest::start).findFirst().orElseThrow();
        long took = length(longest(boot, "initcalls"));
        String slowest = Samples.truth("quiet-boot").get("quiet").getAsJsonObject("initcalls").getAsJsonObject("slowest").getAsJsonArray("value")
                .get(0).getAsJsonObject().get("name").getAsString();
        start(VirtualCpuViewTest.sample("quiet-boot"));
        fActions.doubleClickProject("quiet-boot");
        answered("initcall", 3, () -> isReadable(FindingsView.ID, "quiet booted in " + Amount.ns(userspace - start(boot)).text() + "; initcall "
                + slowest + " took " + Amount.ns(took).text()));
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
        JsonObject notifier = longest(vm(Oracle.shutdowns("reboot-with-slow-notifier", Samples.symbols("reboot-with-slow-notifier", "slow"))),
                "notifiers");
        start(VirtualCpuViewTest.sample("reboot-with-slow-notifier"));
        fActions.doubleClickProject("reboot-with-slow-notifier");
        answered("reboot", 2, () -> isReadable(FindingsView.ID, "slow: notifier " + notifier.get("function").getAsString() + " took "
                + Amount.ns(length(notifier)).text()));
    }

    @Test
    void whichExitsAreTheMostExpensive() throws Exception {
        // the first range is the whole recording
        JsonObject range = Summary.objects(Oracle.exitFindings("quiet-boot"), "ranges").get(0);
        long vmm = Summary.objects(range, "vms").get(0).getAsJsonObject("found").getAsJsonObject("vmm").get("time").getAsLong();
        start(VirtualCpuViewTest.sample("quiet-boot"));
        fActions.doubleClickProject("quiet-boot");
        answered("exits", 2, () -> isReadable(FindingsView.ID, "quiet spent " + Amount.ns(vmm).text()
                + " on work of the VMM's process in user space"));
    }

    /** The only VM of a host, as the oracle has it. */
    private static JsonObject vm(JsonObject host) {
        return Summary.objects(host, "vms").get(0);
    }

    private static JsonObject longest(JsonObject of, String parts) {
        return Summary.objects(of, parts).stream().filter(part -> part.has("end")).max(Comparator.comparingLong(TasksTest::length)).orElseThrow();
    }

    private static long start(JsonObject part) {
        return part.get("begin").getAsLong();
    }

    private static long length(JsonObject part) {
        return part.get("end").getAsLong() - start(part);
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

    /** It waits for its logger, from which a thread of the host takes the processor: the last name in the answer. */
    @Test
    void whyTheApplicationWaited() throws Exception {
        Scenario scenario = new Scenario();
        Vm vm = scenario.host("host").vm("web").inManifest();
        GuestTask app = vm.task(46, "app");
        GuestTask logger = vm.task(47, "logger");
        Vcpu vcpu = vm.vcpu(0);
        vcpu.startsOn(100 * MS, 0).enters(101 * MS);
        vcpu.boot().hello(105 * MS);
        GuestCode guest = vcpu.guest();
        guest.dumps(106 * MS, app, 1).dumps(107 * MS, logger, 1).wakes(108 * MS, app).switchTo(110 * MS, app).wakes(150 * MS, logger)
                .switchTo(160 * MS, logger).switchTo(170 * MS, guest.idle()).softirq(600 * MS, 602 * MS, NET_RX).wakes(601 * MS, logger)
                .switchTo(610 * MS, logger).wakes(1_510 * MS, app).switchTo(1_520 * MS, app).switchTo(1_600 * MS, guest.idle());
        vcpu.preemptedBy(700 * MS, scenario.host("host").task("backup", 50)).resumes(1_500 * MS).enters(1_501 * MS);
        start(scenario.until(1_700 * MS).in(folder).traces().toArray(Path[]::new));
        fActions.doubleClickProject("host");
        Workbench.waitUntil("Virtual CPU is open", () -> Workbench.page().findView(VirtualCpuView.ID) != null);
        VirtualCpuView cpus = Workbench.inUi(() -> (VirtualCpuView) Workbench.page().findView(VirtualCpuView.ID));
        Workbench.waitUntil("the thread is in the tree", () -> Entries.tree(cpus).contains("app (46)"));
        fActions.chooseInRow(cpus, Entries.at(cpus, "host", "web", "Guest threads", "app (46)"), "Critical path of app (46)");
        Workbench.waitUntil("the path has rows", () -> Workbench.page().findView(CriticalPathView.ID) instanceof CriticalPathView path
                && Entries.tree(path).contains("app (46)"));
        answered("waited", 3, () -> Actions.isReadable("app (46) of web: 1.59 s; ", "800 ms by host backup (50)"));
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
