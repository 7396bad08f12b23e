/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.hypertrace.testing.Samples;
import org.hypertrace.ui.boot.BootView;
import org.hypertrace.ui.path.CriticalPathView;
import org.hypertrace.ui.tests.CriticalPathViewTest;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Entries;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.upgrade.UpgradePhasesView;
import org.hypertrace.ui.upgrade.UpgradeView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** The steps of the lesson <i>A rolling upgrade</i> in the window, in their order; its commands are those of {@code LessonTest}. */
@ExtendWith(CleanWorkbench.class)
class UpgradeLessonTest {

    private static final String NODE = "node-b";
    private static final String PATH = "Critical path of the controller's wait for node-b, with what it awaits";
    private static final String BOOT = "Show boot 2 of node-b";
    private static final long STEP = 200_000_000;

    private static String page() throws IOException {
        return Files.readString(Samples.root().resolve("org.hypertrace.ui/doc/rolling-upgrade/a-rolling-upgrade.md"));
    }

    @Test
    @EnabledIfSystemProperty(named = "hypertrace.samples", matches = "all")
    void fromTheViewToTheCause() throws Exception {
        Workbench.open(Samples.archive("rolling-upgrade"));
        UpgradeView view = Workbench.show(UpgradeView.class, UpgradeView.ID);
        Workbench.waitUntil("the campaign is there", () -> Entries.of(view).anyMatch(entry -> entry.getName().equals("Campaign")));
        ITimeGraphEntry campaign = Entries.at(view, "Campaign");
        Workbench.show(view, campaign.getStartTime() - STEP, campaign.getEndTime() + STEP);
        assertEquals(Set.of("node-a", NODE), shown(view, campaign, "Nodes that serve", "Redundancy lost").map(text -> text.replaceFirst(".* without ", ""))
                .collect(Collectors.toSet()));
        assertEquals(1, shown(view, campaign, "Nodes that serve", "No active node").count());
        assertEquals(1, shown(view, campaign, "Campaign").filter(text -> text.contains("longest: ")).count());
        Workbench.picture("lesson-2", Workbench::window);
        theLongestPhasesLead();
        UpgradeView again = Workbench.show(UpgradeView.class, UpgradeView.ID);
        long firmware = LongStream.iterate(campaign.getStartTime(), time -> time < campaign.getEndTime(), time -> time + STEP)
                .filter(time -> Entries.drawn(again, Entries.at(again, NODE), time).contains(" firmware ")).findFirst().orElseThrow();
        thePathIsThatOfTheCommand(again, firmware);
        CriticalPathViewTest.menu(Workbench.show(UpgradeView.class, UpgradeView.ID), Entries.at(again, NODE), firmware, BOOT);
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(BootView.ID) != null);
        BootView boot = Workbench.inUi(() -> (BootView) Workbench.page().findView(BootView.ID));
        Workbench.waitUntil("the row is selected", () -> {
            ITimeGraphEntry selected = boot.getTimeGraphViewer().getSelection();
            return selected != null && selected.getName().equals("boot 2") && selected.getParent().getName().equals(NODE)
                    && selected.getChildren().stream().map(ITimeGraphEntry::getName).toList().containsAll(List.of("Levels", "Initcalls"));
        });
        Workbench.picture("lesson-4-boot", Workbench::window);
        assertTrue(page().contains('*' + BOOT + '*'));
    }

    /** What a row shows during the campaign, each once; where it shows nothing it may still have a state without a label. */
    private static Stream<String> shown(UpgradeView view, ITimeGraphEntry campaign, String... row) {
        ITimeGraphEntry entry = Entries.at(view, row);
        return LongStream.iterate(campaign.getStartTime(), time -> time < campaign.getEndTime(), time -> time + STEP)
                .mapToObj(time -> Entries.drawn(view, entry, time)).filter(text -> !text.equals("nothing") && !text.endsWith(" null")).distinct();
    }

    /** After two clicks: the first one shows the shortest first. */
    private static void theLongestPhasesLead() throws IOException {
        UpgradePhasesView phases = Workbench.show(UpgradePhasesView.class, UpgradePhasesView.ID);
        Tree tree = phases.table().getTreeViewer().getTree();
        Workbench.waitUntil("the phases", () -> tree.getItemCount() > 18);
        TreeColumn duration = Workbench.inUi(() -> Stream.of(tree.getColumns()).filter(column -> column.getText().equals("Duration")).findFirst().orElseThrow());
        for (int i = 0; i < 2; i++) {
            Workbench.inUi(() -> {
                duration.notifyListeners(SWT.Selection, new Event());
                return null;
            });
        }
        Workbench.waitUntil("the longest is first", () -> tree.getItem(0).getText(6).equals("longest"));
        assertEquals(Set.of("firmware node-a", "firmware node-b", "levels node-a", "levels node-b"), Workbench.inUi(() -> Arrays.stream(tree.getItems())
                .limit(4).map(item -> item.getText(0) + ' ' + item.getText(1)).collect(Collectors.toSet())));
        Workbench.picture("lesson-3", Workbench::window);
    }

    /** The page prints what the command answers; the view has the same sentence. */
    private static void thePathIsThatOfTheCommand(UpgradeView view, long firmware) throws IOException {
        List<String> offered = CriticalPathViewTest.menu(view, Entries.at(view, NODE), firmware, PATH);
        assertTrue(offered.containsAll(List.of(PATH, BOOT)), offered.toString());
        assertTrue(page().replace('\n', ' ').contains('*' + PATH + '*'));
        Workbench.waitUntil("the view is there", () -> Workbench.page().findView(CriticalPathView.ID) != null);
        CriticalPathView path = Workbench.inUi(() -> (CriticalPathView) Workbench.page().findView(CriticalPathView.ID));
        Workbench.waitUntil("the node is on the path", () -> Entries.tree(path).contains(NODE));
        String message = Workbench.inUi(path::getContentDescription);
        assertTrue(page().contains('\n' + message + '\n'), message);
        Workbench.picture("lesson-4-path", Workbench::window);
    }
}
