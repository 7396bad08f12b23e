/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.tests.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.action.ActionContributionItem;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.hypertrace.core.settings.Preferences;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.core.settings.WorkspaceDialects;
import org.hypertrace.core.view.Styles;
import org.hypertrace.ui.exit.ExitFiguresView;
import org.hypertrace.ui.sample.SampleImportWizard;
import org.hypertrace.ui.settings.HypertracePreferencePage;
import org.hypertrace.ui.tests.window.CleanWorkbench;
import org.hypertrace.ui.tests.window.Dialogs;
import org.hypertrace.ui.tests.window.Workbench;
import org.hypertrace.ui.timegraph.StylePresentation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** <em>Window → Preferences → Hypertrace</em>: each preference changes something; units are in the test of tables. */
@ExtendWith(CleanWorkbench.class)
class PreferencesTest {

    private static final IEclipsePreferences NODE = InstanceScope.INSTANCE.getNode(Preferences.NODE);

    @TempDir
    Path folder;

    @AfterEach
    void usual() {
        List.of(Preferences.COLOUR + "GUEST", Preferences.WITHOUT_TRACING, Preferences.UNITS, Preferences.DIALECTS, Preferences.SAMPLES)
                .forEach(NODE::remove);
    }

    /** What looks like a state has its colour everywhere. */
    @Test
    void colours() {
        assertEquals("#00C800 #00C800 #B30606", Styles.GUEST.colour() + ' ' + Styles.CLASS_WORK.colour() + ' ' + Styles.HOST_KERNEL.colour());
        NODE.put(Preferences.COLOUR + "GUEST", "1,2,255");
        assertEquals("#0102FF #0102FF #B30606", Styles.GUEST.colour() + ' ' + Styles.CLASS_WORK.colour() + ' ' + Styles.HOST_KERNEL.colour());
        assertEquals("RGB {1, 2, 255}", new StylePresentation("test", "row", List.of(Styles.GUEST_USER)).getStateTable()[0].getStateColor().toString());
        NODE.put(Preferences.COLOUR + "GUEST", "green");
        assertEquals("#00C800", Styles.GUEST.colour());
    }

    /** Where nothing is chosen for a trace, and in views. */
    @Test
    void theCostOfTracing() throws Exception {
        assertFalse(TracingChoice.read(folder.resolve("none")).withoutTracing());
        NODE.putBoolean(Preferences.WITHOUT_TRACING, true);
        assertTrue(TracingChoice.read(folder.resolve("none")).withoutTracing());
        Path chosen = folder.resolve("chosen");
        new TracingChoice(false).write(chosen);
        assertFalse(TracingChoice.read(chosen).withoutTracing());
        ExitFiguresView view = Workbench.showAnew(ExitFiguresView.class, ExitFiguresView.ID);
        assertTrue(Workbench.inUi(() -> List.of(view.getViewSite().getActionBars().getMenuManager().getItems()).stream()
                .anyMatch(item -> item instanceof ActionContributionItem action && action.getAction().getText().equals("Without tracing")
                        && action.getAction().isChecked())));
    }

    @Test
    void foldersOfDialectsAndSamples() throws Exception {
        assertTrue(WorkspaceDialects.get().folder().endsWith("org.hypertrace.core/dialects"));
        NODE.put(Preferences.DIALECTS, folder.toString());
        assertEquals(folder, WorkspaceDialects.get().folder());
        // not that of dialects
        String samples = folder.resolve("samples").toString();
        NODE.put(Preferences.SAMPLES, samples);
        Shell wizard = Dialogs.dialog("preferences-samples", () -> new WizardDialog(Workbench.window(), new SampleImportWizard()).open());
        assertEquals(samples, Workbench.inUi(() -> Dialogs.all(Combo.class, wizard).get(0).getText()));
        Dialogs.press(wizard, "Cancel");
        Workbench.waitUntil("the wizard is closed", wizard::isDisposed);
    }

    /** As a user changes them. */
    @Test
    void thePageKeepsThem() throws Exception {
        Shell dialog = Dialogs.dialog("preferences",
                () -> PreferencesUtil.createPreferenceDialogOn(Workbench.window(), HypertracePreferencePage.ID, null, null).open());
        Workbench.inUi(() -> {
            click(dialog, "exact, in nanoseconds");
            click(dialog, "Leave out VM exits that only the guests' tracers caused");
            return null;
        });
        Dialogs.press(dialog, "Apply and Close");
        Workbench.waitUntil("the dialog is closed", dialog::isDisposed);
        assertTrue(Preferences.isExact());
        assertTrue(Preferences.isWithoutTracing());
        assertEquals("#00C800", Styles.GUEST.colour());
    }

    private static void click(Shell dialog, String text) {
        Button button = Dialogs.all(Button.class, dialog).stream().filter(one -> one.getText().equals(text)).findFirst().orElseThrow();
        if ((button.getStyle() & SWT.RADIO) != 0) {
            Dialogs.all(Button.class, button.getParent()).forEach(other -> other.setSelection(other == button));
        } else {
            button.setSelection(!button.getSelection());
        }
        Event event = new Event();
        event.widget = button;
        button.notifyListeners(SWT.Selection, event);
    }
}
