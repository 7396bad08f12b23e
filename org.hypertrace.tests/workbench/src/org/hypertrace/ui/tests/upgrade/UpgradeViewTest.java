/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.widgets.Utils;
import org.hypertrace.testing.Samples;
import org.hypertrace.testing.story.RecordedUpgrade;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.shutdown.ShutdownView;
import org.hypertrace.ui.tests.CriticalPathViewTest;
import org.hypertrace.ui.tests.VirtualCpuViewTest;
import org.hypertrace.ui.tests.WakeLatencyViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.KeepsTrace;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.LifeView;
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A rolling upgrade in Trace Compass, on the recorded sample: rows, intervals, menus, the table, the lesson's steps. The figures are the
 * oracle's: {@code oracle/upgrades.py --plan upgrade.json TRACE}.
 */
@KeepsTrace
@ExtendWith(CleanWorkbench.class)
class UpgradeViewTest {

    private static final long BEGIN = 1_795_888_929_922_442_474L;
    private static final long END = 1_795_888_960_324_268_842L;
    private static final long ORDERED = BEGIN + 32_279_417;
    private static final long DOWN = ORDERED + 421_295_883;
    private static final long STOP = 378_568_304;
    private static final long LOST = 1_795_888_945_979_570_552L - DOWN;
    private static final long LAUNCHED = DOWN + STOP + 212_748_289 + 168_298_380;
    private static final long FIRMWARE = 4_133_780_001L;
    private static final long LEVELS = LAUNCHED + FIRMWARE + 539_610_595;
    private static final long OF_LEVELS = 9_240_373_952L;
    private static final long NO_PRIMARY = 1_795_888_946_494_158_423L;
    private static final long SWITCHED = 276_408_112;
    private static final String NODE = "node-b";

    @TempDir
    Path folder;

    private static UpgradeView open() throws Exception {
        // unpacked, so that what is computed of it is kept
        UpgradeView view = Workbench.open(VirtualCpuViewTest.sample("rolling-upgrade"), UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the campaign is there", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Campaign")));
        Workbench.show(view, BEGIN - 500_000_000, END + 500_000_000);
        return view;
    }

    /** Together, as opening the trace takes most of their time. */
    @Test
    void rowsEventsAndPhasesAreThoseOfTheDefinition() throws Exception {
        UpgradeView view = open();
        rowsAndIntervalsAreThoseOfTheDefinition(view);
        nextEventGoesAlongTheChain(view);
        theTableGoesToThePhase();
    }

    private static void rowsAndIntervalsAreThoseOfTheDefinition(UpgradeView view) throws Exception {
        assertEquals("""
                Campaign
                  vCPU 0
                node-a
                  Serves
                  Prober
                  vCPU 0
                node-b
                  Serves
                  Prober
                  vCPU 0
                  vCPU 1
                Nodes that serve
                  Redundancy lost
                    Prober
                  Outage
                  No active node
                    Prober
                  Split brain
                """, Entries.tree(view));
        Workbench.picture("upgrade", () -> view.getTimeGraphViewer().getControl().getParent());
        long firmware = LAUNCHED + FIRMWARE / 2;
        String span = LAUNCHED + " " + (LAUNCHED + FIRMWARE);
        assertEquals(span + " firmware 4.13 s", Entries.drawn(view, Entries.at(view, NODE), firmware));
        assertEquals(LEVELS + " " + (LEVELS + OF_LEVELS) + " longest: levels of node-b 9.24 s", Entries.drawn(view, Entries.at(view, "Campaign"),
                LEVELS + OF_LEVELS / 2));
        assertEquals(DOWN + " " + (DOWN + LOST) + " 15.6 s without node-b", Entries.drawn(view, Entries.at(view, "Nodes that serve", "Redundancy lost"),
                firmware));
        assertEquals(NO_PRIMARY + " " + (NO_PRIMARY + SWITCHED) + " 276 ms", Entries.drawn(view, Entries.at(view, "Nodes that serve", "No active node"),
                NO_PRIMARY + SWITCHED / 2));
        assertEquals("nothing", Entries.drawn(view, Entries.at(view, "Nodes that serve", "Outage"), firmware));
        String tooltip = Entries.tooltip(view, Entries.at(view, NODE), firmware);
        assertTrue(tooltip.contains("Begins with: launched, known by host: the host resets or starts the machine\n")
                && tooltip.contains("The guest's own: 3.63 s") && tooltip.contains("The host's: 505 ms"), tooltip);
        Workbench.show(view, LAUNCHED - 30_000_000, LAUNCHED + 30_000_000);
        Workbench.picture("upgrade-deep", () -> view.getTimeGraphViewer().getControl().getParent());
    }

    /** The edges are those that the recorder's script finds in the prober's file. */
    @Test
    void aProberStandsBesideWhatIsComputed() throws Exception {
        JsonObject seen = JsonParser.parseString(Files.readString(Samples.archive("upgrade-outage").resolveSibling("truth.json"))).getAsJsonObject()
                .getAsJsonObject("prober").getAsJsonObject("value").getAsJsonObject("absent").getAsJsonArray(NODE).get(0).getAsJsonObject();
        UpgradeView view = Workbench.open(VirtualCpuViewTest.sample("upgrade-outage"), UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the campaign is there", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Campaign")));
        ITimeGraphEntry prober = Entries.at(view, NODE, "Prober");
        long from = seen.getAsJsonObject("lastAnswered").get("sent").getAsLong();
        long last = seen.get("lastFailed").getAsLong();
        long end = seen.getAsJsonObject("firstAnswered").get("answered").getAsLong();
        Workbench.show(view, from - 3_000_000_000L, end + 13_000_000_000L);
        Workbench.waitUntil("the prober's row is drawn", () -> Utils.findEvent(prober, (from + end) / 2, 0) != null);
        Workbench.picture("upgrade-prober", () -> view.getTimeGraphViewer().getControl().getParent());
        assertEquals(last + " " + end + " may end", Entries.drawn(view, prober, (last + end) / 2));
        assertTrue(Entries.drawn(view, prober, from + 1_000_000).startsWith(from + " ") && Entries.drawn(view, prober, from + 1_000_000).endsWith(" may begin"));
        Workbench.picture("upgrade-prober-deep", () -> view.getTimeGraphViewer().getControl().getParent());
        for (String row : List.of("Redundancy lost", "Outage", "No active node")) {
            Entries.at(view, "Nodes that serve", row, "Prober");
        }
    }

    /** The next event is the next segment of the chain. */
    private void nextEventGoesAlongTheChain(UpgradeView view) {
        List<Long> times = Workbench.inUi(() -> {
            view.getTimeGraphViewer().selectAndReveal(Entries.at(view, "Campaign"));
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(BEGIN)));
            return new ArrayList<>();
        });
        Workbench.waitUntil("the begin is selected", () -> view.getTimeGraphViewer().getSelectionBegin() == BEGIN);
        for (int i = 0; i < 3; i++) {
            times.add(Workbench.inUi(() -> {
                view.getTimeGraphViewer().getNextEventAction().runWithEvent(new Event());
                return view.getTimeGraphViewer().getSelectionBegin();
            }));
        }
        // own time, prepare, stop, shutdown
        assertEquals(List.of(ORDERED, DOWN, DOWN + STOP), times);
    }

    @Test
    void barsLeadToBootsShutdownsAndPaths() throws Exception {
        UpgradeView view = open();
        long firmware = LAUNCHED + FIRMWARE / 2;
        List<String> offered = CriticalPathViewTest.menu(view, Entries.at(view, NODE), firmware, "Show boot 2 of node-b");
        assertTrue(offered.containsAll(List.of("Critical path of firmware of node-b", "Critical path of the controller's wait for node-b",
                "Critical path of the controller's wait for node-b, with what it awaits", "Show boot 1 of node-b", "Show shutdown 1 of node-b",
                "Show boot 2 of node-b")), offered.toString());
        revealed(BootView.class, BootView.ID, "boot 2");
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().get(0) == LAUNCHED);
        UpgradeView again = Workbench.show(UpgradeView.class, UpgradeView.ID);
        Workbench.show(again, BEGIN, END);
        CriticalPathViewTest.menu(again, Entries.at(again, NODE), firmware, "Show shutdown 1 of node-b");
        revealed(ShutdownView.class, ShutdownView.ID, "reboot 1");
        assertTrue(CriticalPathViewTest.menu(Workbench.show(UpgradeView.class, UpgradeView.ID), Entries.at(again, "Campaign"), firmware, null)
                .containsAll(List.of("Critical path of the campaign", "Critical path of the campaign, with what it awaits")));
    }

    private static <V extends LifeView> void revealed(Class<V> type, String id, String row) {
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(id) != null);
        V view = Workbench.inUi(() -> type.cast(Workbench.page().findView(id)));
        Workbench.waitUntil("the row is selected", () -> {
            ITimeGraphEntry selected = view.getTimeGraphViewer().getSelection();
            return selected != null && selected.getName().equals(row) && selected.getParent().getName().equals(NODE);
        });
    }

    /** The controller polls: its path shows timers only, with what it awaits the work of the node. */
    @Test
    void thePathOfAWaitShowsWhatTheControllerAwaits() throws Exception {
        UpgradeView view = open();
        CriticalPathViewTest.menu(view, Entries.at(view, NODE), LAUNCHED + FIRMWARE / 2, "Critical path of the controller's wait for node-b, with");
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(CriticalPathView.ID) != null);
        CriticalPathView path = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        Workbench.waitUntil("the path", () -> path.getContentDescription().contains(" of controller: ") || Entries.tree(path).contains("--awaits"));
        String message = Workbench.inUi(path::getContentDescription);
        Workbench.waitUntil("the node is on it", () -> Entries.tree(path).contains(NODE));
        assertTrue(message.contains(" of controller: 16.4 s; ") && message.contains("by node-b init (1)"), message);
        Workbench.picture("upgrade-path", Workbench::window);
    }

    private static void theTableGoesToThePhase() throws Exception {
        UpgradePhasesView view = Workbench.show(UpgradePhasesView.class, UpgradePhasesView.ID);
        Tree tree = view.table().getTreeViewer().getTree();
        Workbench.waitUntil("the phases", () -> tree.getItemCount() > 18);
        assertEquals("levels node-b 9.24 s guest 6.13 s 3.11 s", Workbench.inUi(() -> Arrays.stream(tree.getItems())
                .filter(item -> item.getText(6).equals("longest")).map(UpgradeViewTest::texts).findFirst().orElse("none")));
        Workbench.picture("upgrade-phases", Workbench::window);
        Workbench.inUi(() -> {
            view.filter().setText("firmware node-b");
            return null;
        });
        Workbench.waitUntil("the filter", () -> tree.getItemCount() == 1);
        Workbench.inUi(() -> {
            tree.setSelection(tree.getItem(0));
            tree.notifyListeners(SWT.DefaultSelection, new Event());
            return null;
        });
        Workbench.waitUntil("its time is selected", () -> WakeLatencyViewTest.selection().equals(List.of(LAUNCHED, LAUNCHED + FIRMWARE)));
    }

    private static String texts(TreeItem item) {
        return IntStream.of(0, 1, 4, 7, 8, 9).mapToObj(item::getText).collect(Collectors.joining(" "));
    }

    @Test
    void aTraceWithoutCampaignReportsWhatToRecord() throws Exception {
        UpgradeView view = Workbench.open(RecordedUpgrade.in("10 n1 code high\n20 n1 code low\n", null, folder), UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the sentence", () -> Entries.tree(view).startsWith("No VM restarts in "));
        assertTrue(Entries.tree(view).endsWith("record from before the first restart to after the last one.\n"), Entries.tree(view));
        Workbench.picture("upgrade-none", () -> view.getTimeGraphViewer().getControl().getParent());
    }
}
