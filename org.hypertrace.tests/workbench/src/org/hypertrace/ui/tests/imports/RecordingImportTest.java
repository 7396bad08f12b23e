/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.jface.wizard.IWizardPage;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.hypertrace.core.trace.ftrace.FtraceTextTrace;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Menus;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** <em>File → Import Recording of trace-cmd or perf…</em>; a script stands in for trace-cmd. */
@ExtendWith(CleanWorkbench.class)
class RecordingImportTest {

    private static final String PROGRAM = "hypertrace.program.trace-cmd";

    @TempDir
    Path folder;

    private Path fFile;

    @BeforeEach
    void aRecording() throws IOException {
        fFile = Files.write(folder.resolve("trace.dat"), "\u0017\bDtracing7\0rest".getBytes(StandardCharsets.ISO_8859_1));
    }

    @AfterEach
    void noProgram() {
        System.clearProperty(PROGRAM);
    }

    /** It prints its version without a command. */
    private void program(String version) throws IOException {
        Path script = Files.writeString(folder.resolve("program"), "#!/bin/sh\nif [ $# = 0 ]; then echo 'trace-cmd version " + version
                + "'; exit 1; fi\necho ' bash-9 [000] 100.000000001: kvm_entry: vcpu 0'\necho ' bash-9 [000] 100.000000901: kvm_exit: "
                + "reason EXIT_HLT rip 0x1 info 0 0'\n");
        assertTrue(script.toFile().setExecutable(true));
        System.setProperty(PROGRAM, script.toString());
    }

    @Test
    void itIsPrintedAndOpened() throws Exception {
        program("3.1.6");
        Shell dialog = open("import-recording-first");
        file(dialog, folder.resolve("nothing"));
        assertEquals(false, Workbench.inUi(() -> page(dialog).isPageComplete()));
        file(dialog, fFile);
        assertEquals(true, Workbench.inUi(() -> page(dialog).isPageComplete()));
        Workbench.picture("import-recording", () -> dialog);
        Dialogs.press(dialog, "&Finish");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
        Workbench.waitUntil("the trace is open", () -> TmfTraceManager.getInstance().getActiveTrace() != null);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        Workbench.waitUntil("the trace is read", () -> !trace.isIndexing());
        assertEquals(FtraceTextTrace.class, trace.getClass());
        assertEquals(2, trace.getNbEvents());
    }

    @Test
    void whatIsWrongIsReportedOnThePage() throws Exception {
        program("2.9.1");
        Shell dialog = open("import-recording-wrong");
        Path text = Files.writeString(folder.resolve("text"), "text");
        file(dialog, text);
        assertEquals(text + " is no recording of trace-cmd or perf.", error(dialog));
        file(dialog, fFile);
        Dialogs.press(dialog, "&Finish");
        Workbench.waitUntil("it is shown", () -> error(dialog) != null);
        assertEquals(fFile + " is of version 7, which trace-cmd reads from 3.0 on; the installed one is older.", error(dialog));
        Dialogs.press(dialog, "Cancel");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
    }

    private static Shell open(String picture) throws IOException {
        return Dialogs.dialog(picture, () -> Menus.bar("File", "Import Recording of trace-cmd or perf…"));
    }

    private static void file(Shell dialog, Path file) {
        Workbench.inUi(() -> {
            Dialogs.all(Text.class, dialog).stream().filter(Text::getEditable).findFirst().orElseThrow().setText(file.toString());
            return null;
        });
    }

    private static IWizardPage page(Shell dialog) {
        return ((WizardDialog) dialog.getData()).getCurrentPage();
    }

    private static String error(Shell dialog) {
        return Workbench.inUi(() -> page(dialog).getErrorMessage());
    }
}
