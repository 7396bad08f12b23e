/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.wizard.IWizardPage;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.eclipse.ui.wizards.IWizardDescriptor;
import org.hypertrace.ui.HypertracePerspective;
import org.hypertrace.ui.sample.SampleImportWizard;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** <em>File → Import Hypertrace Samples…</em>. */
@ExtendWith(CleanWorkbench.class)
class SampleImportTest {

    private static final String SAMPLES = Path.of(System.getProperty("hypertrace.root"), "traces-samples").toString();

    @TempDir
    Path folder;

    @BeforeEach
    void nothingIsRemembered() {
        new ScopedPreferenceStore(InstanceScope.INSTANCE, "org.hypertrace.ui")
                .setToDefault("hypertrace.traces-samples.folder");
    }

    @Test
    void itIsInTheFileMenu() {
        List<String> file = Menus.barTexts("File");
        int own = file.indexOf("Import...");
        assertTrue(own >= 0, file.toString());
        assertEquals(List.of("Import Hypertrace Samples…", "Import Recording of trace-cmd or perf…"), file.subList(own + 1, own + 3));
    }

    /** Where an Eclipse with other plug-ins lists all imports. */
    @Test
    void itIsAmongTheImportsOfTraces() {
        IWizardDescriptor wizard = PlatformUI.getWorkbench().getImportWizardRegistry().findWizard(SampleImportWizard.ID);
        assertEquals("Hypertrace samples", wizard.getLabel());
        assertEquals("Tracing", wizard.getCategory().getLabel());
    }

    @Test
    void oneIsImportedAndOpened() throws Exception {
        Shell dialog = open("import-samples-first");
        assertFalse(isComplete(dialog), "nothing is checked");
        assertTrue(message(dialog).startsWith("Choose the folder traces-samples"), message(dialog));
        // by a link, so that the picture reports no folder of this machine
        from(dialog, Files.createSymbolicLink(folder.resolve("traces-samples"), Path.of(SAMPLES)).toString());
        assertEquals(archives(), names(dialog));
        assertEquals("quiet-boot", Workbench.inUi(() -> table(dialog).getItem(0).getText(0)), "in the order of the lessons");
        assertEquals("the recorder's buffers are far too small, and so is the guest's ring: events are missing, and every figure must report it",
                Workbench.inUi(() -> item(dialog, "lossy").getText(1)));
        check(dialog, "quiet-boot");
        String text = Workbench.inUi(() -> Dialogs.all(Text.class, dialog).stream().map(Text::getText)
                .filter(t -> t.contains("What happened. One VM")).findFirst().orElse(""));
        assertTrue(text.startsWith("A boot in which nothing is wrong: the measure for the others.\n"), text);
        assertTrue(isComplete(dialog), "one is checked");
        Workbench.picture("import-samples", () -> dialog);

        finish(dialog);
        Workbench.waitUntil("the trace is open", () -> TmfTraceManager.getInstance().getActiveTrace() != null);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        Workbench.waitUntil("the trace is read", () -> !trace.isIndexing());
        assertEquals("quiet-boot", trace.getName());
        assertEquals(HypertracePerspective.ID, Workbench.inUi(() -> Workbench.page().getPerspective().getId()));
        assertEquals(List.of("quiet-boot"), imported());
        assertTrue(Files.isRegularFile(Path.of(trace.getPath(), "../hypertrace.json")), "with its manifest");

        // the folder is remembered, and what is there is used again
        Shell again = open("import-samples-again");
        assertEquals(archives(), names(again));
        check(again, "quiet-boot");
        finish(again);
        assertEquals(List.of("quiet-boot"), imported());
    }

    @Test
    void severalAreImportedEachByItself() throws Exception {
        Shell dialog = open("import-samples-several");
        from(dialog, SAMPLES);
        check(dialog, "quiet-boot");
        check(dialog, "syscall-load");
        Workbench.inUi(() -> {
            Dialogs.all(Button.class, dialog).stream().filter(button -> button.getText().startsWith("Open it"))
                    .findFirst().orElseThrow().setSelection(false);
            return null;
        });
        finish(dialog);
        assertEquals(List.of("quiet-boot", "syscall-load"), imported());
        var project = ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing");
        assertEquals(0, project.getFolder("Experiments").members().length);
        assertTrue(TmfTraceManager.getInstance().getOpenedTraces().isEmpty(), "it was not asked for");
    }

    @Test
    void whatIsWrongIsReportedOnThePage() throws Exception {
        Files.createDirectories(folder.resolve("one"));
        Shell dialog = open("import-samples-wrong");
        from(dialog, folder.toString());
        String next = "; choose the folder traces-samples of a checkout of Hypertrace.";
        assertEquals(folder + " has no README.md with a table of samples" + next, error(dialog));
        Files.writeString(folder.resolve("README.md"),
                "| [one](one/README.md) | damaged |\n| [two](two/README.md) | gone |\n");
        Files.writeString(folder.resolve("one/one.tar.xz"), "text");
        from(dialog, folder + "/");
        assertEquals(null, error(dialog));
        assertEquals("Not there, though in the table of lessons: two.", message(dialog));
        check(dialog, "one");
        Dialogs.press(dialog, "&Finish");
        Workbench.waitUntil("it is shown", () -> error(dialog) != null);
        assertEquals(folder.resolve("one/one.tar.xz")
                + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).", error(dialog));
        Workbench.picture("import-samples-wrong", () -> dialog);
        Dialogs.press(dialog, "Cancel");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    static Shell open(String picture) throws IOException {
        return Dialogs.dialog(picture, () -> Menus.bar("File", "Import Hypertrace Samples…"));
    }

    static void from(Shell dialog, String samples) {
        Workbench.inUi(() -> {
            Dialogs.all(Combo.class, dialog).get(0).setText(samples);
            return null;
        });
    }

    static void check(Shell dialog, String name) {
        Workbench.inUi(() -> {
            TableItem item = item(dialog, name);
            item.setChecked(true);
            table(dialog).setSelection(item);
            Event event = new Event();
            event.item = item;
            table(dialog).notifyListeners(SWT.Selection, event);
            return null;
        });
    }

    private static void finish(Shell dialog) {
        Dialogs.press(dialog, "&Finish");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    private static Table table(Shell dialog) {
        return Dialogs.all(Table.class, dialog).get(0);
    }

    private static TableItem item(Shell dialog, String name) {
        return Stream.of(table(dialog).getItems()).filter(item -> item.getText(0).equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no sample " + name));
    }

    private static List<String> names(Shell dialog) {
        return Workbench.inUi(() -> Stream.of(table(dialog).getItems()).map(item -> item.getText(0)).sorted().toList());
    }

    private static IWizardPage page(Shell dialog) {
        return ((WizardDialog) dialog.getData()).getCurrentPage();
    }

    private static boolean isComplete(Shell dialog) {
        return Workbench.inUi(() -> page(dialog).isPageComplete());
    }

    private static String message(Shell dialog) {
        return Workbench.inUi(() -> page(dialog).getMessage());
    }

    private static String error(Shell dialog) {
        return Workbench.inUi(() -> page(dialog).getErrorMessage());
    }

    private static List<String> imported() throws Exception {
        return Stream.of(ResourcesPlugin.getWorkspace().getRoot().getProject("Tracing").getFolder("Traces").members())
                .map(IResource::getName).sorted().toList();
    }

    private static List<String> archives() throws IOException {
        try (Stream<Path> walk = Files.walk(Path.of(SAMPLES), 2)) {
            return walk.map(path -> path.getFileName().toString()).filter(name -> name.endsWith(".tar.xz"))
                    .map(name -> name.replace(".tar.xz", "")).sorted().toList();
        }
    }
}
