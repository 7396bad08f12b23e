/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.eclipse.jface.wizard.Wizard;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.eclipse.ui.keys.IBindingService;
import org.hypertrace.help.HelpBrowser;
import org.hypertrace.testing.scenario.example.Reboots;
import org.hypertrace.ui.open.RecordingImportWizard;
import org.hypertrace.ui.sample.SampleImportWizard;
import org.hypertrace.ui.settings.HypertracePreferencePage;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.SymbolsDialog;
import org.hypertrace.ui.tests.window.Workbench;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** F1 in each dialog of ours opens its page. */
@ExtendWith(CleanWorkbench.class)
class DialogHelpTest {

    @TempDir
    Path folder;

    private final List<URI> fOpened = new ArrayList<>();
    private Predicate<URI> fBrowser;

    @BeforeEach
    void standInForTheBrowser() {
        fBrowser = HelpBrowser.replace(fOpened::add);
    }

    @AfterEach
    void giveItBack() {
        HelpBrowser.replace(fBrowser);
    }

    /** As if the key were pressed while the control has the focus. Without a window manager no dialog has it, and keys are those of the window. */
    private void assertF1(String page, Shell dialog, Class<? extends Control> in) {
        fOpened.clear();
        Workbench.inUi(() -> {
            Event key = new Event();
            key.keyCode = SWT.F1;
            IBindingService keys = PlatformUI.getWorkbench().getService(IBindingService.class);
            keys.setKeyFilterEnabled(false);
            try {
                Dialogs.all(in, dialog).get(0).notifyListeners(SWT.KeyDown, key);
            } finally {
                keys.setKeyFilterEnabled(true);
            }
            return null;
        });
        assertEquals(List.of(page), fOpened.stream().map(uri -> uri.toString().replaceFirst("^file:///.*/help/", "")).toList());
    }

    private static void close(Shell dialog) {
        Workbench.inUi(() -> {
            dialog.close();
            return null;
        });
    }

    @Test
    void ofTheGuestsOfATrace() throws Exception {
        Workbench.open(Reboots.twoVms().in(folder).trace());
        Shell dialects = GuestDialectsTest.dialog("help-dialects");
        assertF1("data-quality/data-quality.html#guest-dialects", dialects, Combo.class);
        close(dialects);
        Shell symbols = SymbolsDialog.open("help-symbols");
        assertF1("boot/boot.html#record-it", symbols, Text.class);
        close(symbols);
    }

    @Test
    void ofImports() throws Exception {
        assertF1OfWizard("samples/samples.html", new SampleImportWizard());
        assertF1OfWizard("other-inputs/other-inputs.html#a-host-by-ftrace-or-perf", new RecordingImportWizard());
    }

    private void assertF1OfWizard(String page, Wizard wizard) throws Exception {
        Shell dialog = Dialogs.dialog("help-wizard", () -> new WizardDialog(Workbench.window(), wizard).open());
        assertF1(page, dialog, Button.class);
        close(dialog);
    }

    /** In the list of all pages, too, which has the focus at first. */
    @Test
    void ofPreferences() throws Exception {
        Shell dialog = Dialogs.dialog("help-preferences",
                () -> PreferencesUtil.createPreferenceDialogOn(Workbench.window(), HypertracePreferencePage.ID, null, null).open());
        assertF1("views/views.html#preferences", dialog, Tree.class);
        assertF1("views/views.html#preferences", dialog, Button.class);
        close(dialog);
    }
}
