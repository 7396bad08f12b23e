/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.hypertrace.core.clock.kept.KeptClock;
import org.hypertrace.testing.story.OwnTraces;
import org.hypertrace.ui.finding.FindingsView;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.table.ProviderTableView;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Guests' own traces whose clock is contradicted by some events, or does not fit: a finding, in the view as in {@code report}. */
@ExtendWith(CleanWorkbench.class)
class OwnClockFindingsTest {

    private static final String NOT_TIED = "The clock of db's own trace could not be put on the host's.";

    @TempDir
    private Path folder;

    private Path open() throws Exception {
        // one in 2001 contradicts a clock; with 100 in 2100 no clock is believed
        Path recording = OwnTraces.in(folder.resolve("own"), 1, 100);
        Workbench.open(recording);
        return recording;
    }

    private static TmfProjectElement project() {
        return TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
    }

    private static TmfTraceElement trace(String vm) {
        return project().getTracesFolder().getTraces().stream().filter(trace -> Path.of(trace.getResource().getLocation().toOSString()).endsWith(vm))
                .findFirst().orElseThrow();
    }

    private static Path kept(String vm) {
        return Path.of(trace(vm).prepareSupplementaryFolder(new NullProgressMonitor()).getLocation().toOSString(), KeptClock.FILE_NAME);
    }

    private static void close() {
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("the traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
    }

    private static FindingsView openAgain() {
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(project().getExperimentsFolder().getExperiments().get(0)));
        Workbench.waitUntil("the experiment is open", () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active
                && !active.isIndexing() && active.getTraces().size() == 3);
        return Workbench.show(FindingsView.class, FindingsView.ID);
    }

    private static boolean has(ProviderTableView view, String... cells) {
        return row(view, cells) != null;
    }

    private static TreeItem row(ProviderTableView view, String... cells) {
        Tree tree = view.table().getTreeViewer().getTree();
        return Arrays.stream(tree.getItems()).filter(item -> cells(tree, item).containsAll(List.of(cells))).findFirst().orElse(null);
    }

    private static List<String> cells(Tree tree, TreeItem item) {
        return IntStream.range(0, tree.getColumnCount()).mapToObj(column -> item.getText(column).replace('\n', ' ')).toList();
    }

    private static void doubleClick(FindingsView view, String... cells) {
        Workbench.inUi(() -> {
            Tree tree = view.table().getTreeViewer().getTree();
            Event event = new Event();
            event.item = row(view, cells);
            tree.setSelection((TreeItem) event.item);
            tree.notifyListeners(SWT.DefaultSelection, event);
            return null;
        });
    }

    @Test
    void whatContradictsAClockIsFoundAndShown() throws Exception {
        Path recording = open();
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        List<JsonObject> clocks = ReportedFindings.assertShown(view, recording).stream().filter(one -> one.get("notion").getAsString().equals("clock")).toList();
        assertEquals(2, clocks.size(), clocks.toString());
        JsonObject web = clocks.stream().filter(one -> one.get("about").getAsString().equals("web")).findFirst().orElseThrow();
        assertTrue(web.get("sentence").getAsString().startsWith("1 of 2001 events in web's own trace contradict its clock, the worst by "), web.toString());
        assertEquals(OwnTraces.OUTSIDE, web.get("time").getAsLong(), OwnTraces.MARGIN, web.toString());
        assertTrue(Workbench.inUi(() -> has(view, NOT_TIED, "Clock", "db", "Data Quality")));
        Workbench.picture("findings-clock", Workbench::window);

        for (String vm : List.of("web", "db")) {
            Workbench.show(FindingsView.class, FindingsView.ID);
            doubleClick(view, "Clock", vm, "Data Quality");
            DataLossView losses = Workbench.inUi(() -> (DataLossView) Workbench.page().findView(DataLossView.ID));
            Workbench.waitUntil("the clock of " + vm + " is selected", () -> selected(losses).equals(List.of(vm + " clock")));
        }
        Workbench.picture("data-quality-clock", Workbench::window);
    }

    /** The project keeps how well a clock fits. What was kept without that, by an older version, is found anew. */
    @Test
    void itIsKeptInTheProject() throws Exception {
        open();
        close();
        JsonObject before = JsonParser.parseString(Files.readString(kept("web"))).getAsJsonObject();
        assertEquals("[{\"tied\":true,\"events\":2001,\"violations\":1", before.get("fits").toString().replaceFirst(",\"worst\".*", ""));
        before.remove("fits");
        Files.writeString(kept("web"), before.toString());
        FindingsView view = openAgain();
        Workbench.waitUntil("the finding of web", () -> has(view, "Clock", "web"));
        assertTrue(Files.readString(kept("web")).contains("\"violations\": 1"), "kept again");
    }

    /** Of each host that names the trace: it can be of one of them only. */
    @Test
    void eachHostThatNamesATraceHasItsFinding() throws Exception {
        Path recording = OwnTraces.ofTwoHosts(folder.resolve("two"), 1);
        Workbench.open(recording);
        FindingsView view = Workbench.show(FindingsView.class, FindingsView.ID);
        List<String> clocks = ReportedFindings.assertShown(view, recording).stream().filter(one -> one.get("notion").getAsString().equals("clock"))
                .map(one -> one.get("about").getAsString()).sorted().toList();
        assertEquals(List.of("alpha:web", "beta:web"), clocks);
        for (String vm : clocks) {
            Workbench.show(FindingsView.class, FindingsView.ID);
            doubleClick(view, "Clock", vm, "Data Quality");
            DataLossView losses = Workbench.inUi(() -> (DataLossView) Workbench.page().findView(DataLossView.ID));
            Workbench.waitUntil("the clock of " + vm + " is selected", () -> selected(losses).equals(List.of(vm + " clock")));
        }
        Workbench.picture("findings-clock-of-two-hosts", Workbench::window);
    }

    private static List<String> selected(DataLossView losses) {
        return Workbench.page().getActivePart() != losses ? List.of()
                : Arrays.stream(losses.table().getTreeViewer().getTree().getSelection()).map(row -> row.getText(0) + ' ' + row.getText(1)).toList();
    }

    /** How well times fit that the user has set is not known. */
    @Test
    void theUsersTimesAreNotJudged() throws Exception {
        open();
        close();
        for (String vm : List.of("web", "db")) {
            TimestampTransformFactory.setTimestampTransform(trace(vm).getResource(), TimestampTransformFactory.createWithOffset(7_000_000));
        }
        String sentence = Dialogs.inDialog("own-clocks-set-by-user", () -> TmfOpenTraceHelper.openFromElement(
                project().getExperimentsFolder().getExperiments().get(0)));
        assertTrue(sentence.contains("were set in Trace Compass and stay so"), sentence);
        FindingsView view = openAgain();
        Workbench.waitUntil("other findings are there", () -> has(view, "VM exits", "web"));
        assertTrue(Workbench.inUi(() -> !has(view, "Clock")));
    }
}
