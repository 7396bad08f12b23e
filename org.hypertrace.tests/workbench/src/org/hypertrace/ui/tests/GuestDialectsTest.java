/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.swt.widgets.MenuItem;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.navigator.CommonNavigator;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.VmDialect;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.ui.dialect.GuestDialects;
import org.hypertrace.ui.dialect.GuestDialectsDialog;
import org.hypertrace.ui.extract.GuestExtraction;
import org.hypertrace.ui.losses.DataLossView;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.ReportingGuests;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dialog that asks what the guests of a trace report, from the context menu to the model. */
class GuestDialectsTest {

    static final String OWN = """
            { "name": "own", "title": "our tracer's", "events": [
              { "number": 153, "event": "mark", "fields": { "tid": "a0", "value": "a1" } } ] }
            """;

    @TempDir
    Path folder;

    @AfterEach
    void closed() throws Exception {
        Workbench.reset();
        for (String name : List.of("own.json", "wrong.json")) {
            Files.deleteIfExists(WorkspaceDialects.get().folder().resolve(name));
        }
        assertEquals(List.of(), Workbench.logged(), "nothing of ours is in the log");
    }

    private static TmfProjectElement project() {
        return TmfProjectRegistry.getProject(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing"), true);
    }

    /** Selects the trace in the Project Explorer and calls the command in its context menu. */
    static Shell dialog(String name) throws IOException {
        return dialog(name, project().getTracesFolder().getTraces().get(0));
    }

    private static Shell dialog(String name, TmfCommonProjectElement element) throws IOException {
        return Dialogs.dialog(name, () -> {
            try {
                CommonNavigator explorer = (CommonNavigator) Workbench.page().showView(IPageLayout.ID_PROJECT_EXPLORER);
                explorer.selectReveal(new StructuredSelection(element));
                Menu menu = explorer.getCommonViewer().getTree().getMenu();
                menu.notifyListeners(SWT.Show, new Event());
                List<MenuItem> items = List.of(menu.getItems());
                MenuItem item = items.stream().filter(i -> i.getText().equals("Guest dialects…")).findFirst()
                        .orElseThrow(() -> new AssertionError(items));
                item.notifyListeners(SWT.Selection, new Event());
            } catch (PartInitException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static String combos(Shell dialog) {
        return Workbench.inUi(() -> Dialogs.all(Combo.class, dialog).stream()
                .map(combo -> combo.getText() + ": " + Arrays.stream(combo.getItems()).map(item -> item.replaceAll(":.*", ""))
                        .collect(Collectors.joining(" ")) + '\n').collect(Collectors.joining()));
    }

    static void choose(Shell dialog, int row, String start) {
        Workbench.inUi(() -> {
            Combo combo = Dialogs.all(Combo.class, dialog).get(row);
            combo.select(Arrays.stream(combo.getItems()).map(item -> item.startsWith(start)).toList().indexOf(true));
            combo.notifyListeners(SWT.Selection, new Event());
            return null;
        });
    }

    private static String uses() throws Exception {
        ITmfStateSystem states = ModelStates.of(TmfTraceManager.getInstance().getActiveTrace());
        states.waitUntilBuilt();
        return VmDialect.of(states, List.of()).stream().skip(1).map(row -> row.label() + " " + row.uses() + '\n')
                .collect(Collectors.joining());
    }

    /** Presses OK and waits until the trace is open again. */
    private static void confirm(Shell dialog) {
        ITmfTrace before = TmfTraceManager.getInstance().getActiveTrace();
        Dialogs.press(dialog, "OK");
        Workbench.waitUntil("the trace is opened again", () -> {
            ITmfTrace now = TmfTraceManager.getInstance().getActiveTrace();
            return dialog.isDisposed() && now != null && now != before && !now.isIndexing();
        });
    }

    @Test
    void anotherDialectIsChosenAndTheModelIsBuiltWithIt() throws Exception {
        Workbench.open(ReportingGuests.in(folder.resolve("lossy"), DataLossViewTest::contradictory));
        DataLossView view = DataLossViewTest.open();
        Workbench.waitUntil("the table", () -> view.table().getTreeViewer().getTree().getItemCount() == 3);
        String found = "hypertrace-1: numbers 0x66-0xa3 occur, which only version 1 has\n";
        assertEquals("VM 384 " + found + "VM 584 " + found, uses());
        WorkspaceDialects.get().add(Files.writeString(folder.resolve("own.json"), OWN));

        Shell first = dialog("guest-dialects");
        assertEquals("""
                found out: found out hypertrace-1 p1 p2 p3 p4 p5 own
                as every VM (found: hypertrace-1): as every VM (found hypertrace-1 p1 p2 p3 p4 p5 own
                as every VM (found: hypertrace-1): as every VM (found hypertrace-1 p1 p2 p3 p4 p5 own
                """, combos(first));
        choose(first, 0, "p3");
        choose(first, 2, "own: our tracer's");
        Workbench.picture("guest-dialects-chosen", () -> first);
        confirm(first);
        assertEquals("VM 384 p3: chosen by the user\nVM 584 own: chosen by the user\n", uses());
        DataLossViewTest.waitFor(view, "VM 384|forged|1|\nVM 384|unknown numbers|2|\n");

        Shell second = dialog("guest-dialects-again");
        assertTrue(combos(second).startsWith("p3: RFC (2017): found out "), combos(second));
        choose(second, 0, "found out");
        choose(second, 2, "as every VM");
        confirm(second);
        DataLossViewTest.waitFor(view, """
                VM 384|lost|2|
                VM 384|forged|1|
                VM 584|unknown numbers|12|
                """);
    }

    @Test
    void whatIsWrongIsReportedInTheDialog() throws Exception {
        Workbench.open(ReportingGuests.in(folder.resolve("lossy"), DataLossViewTest::contradictory));
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        Path choices = Path.of(TmfTraceManager.getSupplementaryFileDir(trace), DialectChoices.FILE_NAME);
        Files.writeString(choices, "{ \"version\": 1, \"dialects\": 7 }");
        Shell shell = dialog("guest-dialects-damaged");
        GuestDialectsDialog dialog = (GuestDialectsDialog) Workbench.inUi(shell::getData);
        String damaged = Workbench.inUi(dialog::getErrorMessage);
        assertTrue(damaged.startsWith(choices + ": dialects must be a list, […]. Choose again"), damaged);

        Path wrong = Files.writeString(folder.resolve("wrong.json"), OWN.replace("mark", "murk"));
        Workbench.inUi(() -> {
            dialog.add(wrong);
            return null;
        });
        assertEquals(wrong + ": events[0].event is no kind of event: \"murk\".", Workbench.inUi(dialog::getErrorMessage));
        Workbench.picture("guest-dialects-wrong", () -> shell);
        Workbench.inUi(() -> {
            dialog.add(own());
            return null;
        });
        assertTrue(combos(shell).contains(" p5 own\n"), combos(shell));
        choose(shell, 0, "own");
        confirm(shell);
        assertEquals(List.of(new DialectChoices.Choice(null, "own")), DialectChoices.read(choices));
        assertTrue(uses().startsWith("VM 384 own: chosen by the user\n"), uses());
    }

    private Path own() {
        try {
            return Files.writeString(folder.resolve("own.json"), OWN);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoOnlyLooksChangesNothing() throws Exception {
        Workbench.open(ReportingGuests.in(folder.resolve("lossy"), DataLossViewTest::contradictory));
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        Shell shell = dialog("guest-dialects-look");
        Dialogs.press(shell, "OK");
        Workbench.waitUntil("the dialog is closed", shell::isDisposed);
        assertEquals(trace, TmfTraceManager.getInstance().getActiveTrace());
        Workbench.inUi(() -> Workbench.page().closeAllEditors(false));
        Workbench.waitUntil("the trace is closed", () -> TmfTraceManager.getInstance().getActiveTrace() == null);
        Shell closed = dialog("guest-dialects-closed");
        assertEquals("found out: found out hypertrace-1 p1 p2 p3 p4 p5\n", combos(closed));
        choose(closed, 0, "p3");
        Dialogs.press(closed, "OK");
        Workbench.waitUntil("the dialog is closed", closed::isDisposed);
        assertNull(TmfTraceManager.getInstance().getActiveTrace());
        Workbench.inUi(() -> TmfOpenTraceHelper.openFromElement(project().getTracesFolder().getTraces().get(0)));
        Workbench.waitUntil("the trace is open", () -> TmfTraceManager.getInstance().getActiveTrace() != null);
        assertTrue(uses().startsWith("VM 384 p3: chosen by the user\n"), uses());
    }

    @Test
    void guestTracesAreExtractedWithTheChoice() throws Exception {
        Workbench.open(ReportingGuests.in(folder.resolve("lossy"), DataLossViewTest::contradictory));
        TmfCommonProjectElement trace = project().getTracesFolder().getTraces().get(0);
        WorkspaceDialects.get().add(own());
        DialectChoices.write(GuestDialects.file(trace), List.of(new DialectChoices.Choice("584", "own")));
        new GuestExtraction(trace).schedule();
        Workbench.waitUntil("the experiment is open",
                () -> TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment active && !active.isIndexing());
        // in the dialect that is found out the second has no guest events
        assertEquals(List.of("lossy", "lossy guests/vm-384", "lossy guests/vm-584"), ((TmfExperiment) TmfTraceManager.getInstance()
                .getActiveTrace()).getTraces().stream().map(ITmfTrace::getName).toList());
    }

    @Test
    void anExperimentHasChoicesOfItsOwn() throws Exception {
        for (String host : List.of("one", "two")) {
            ReportingGuests.in(folder.resolve("hosts").resolve(host), DataLossViewTest::contradictory);
        }
        Workbench.open(folder.resolve("hosts"));
        Shell shell = dialog("guest-dialects-experiment", project().getExperimentsFolder().getExperiments().get(0));
        String who = Workbench.inUi(() -> Dialogs.all(Label.class, shell).stream()
                .map(label -> label.getText().lines().findFirst().orElse("")).filter(line -> line.contains("VM") || line.contains("qemu"))
                .map(line -> line + '\n').collect(Collectors.joining()));
        assertEquals("""
                Every VM
                VM 384 on node-a, VM 384 on node-a
                VM 584 on node-a, VM 584 on node-a
                """, who);
        choose(shell, 2, "p3");
        confirm(shell);
        assertTrue(TmfTraceManager.getInstance().getActiveTrace() instanceof TmfExperiment);
        assertTrue(uses().endsWith("VM 584 on node-a p3: chosen by the user\n"), uses());
    }
}
