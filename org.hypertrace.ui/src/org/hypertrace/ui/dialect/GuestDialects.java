/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.dialect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.VmDialect;
import org.hypertrace.ui.open.Reopening;
import org.hypertrace.ui.settings.VmChoicesHandler;

/** <em>Guest dialects…</em> of a trace or experiment: asks, keeps the answer, and has the model built with it. */
public final class GuestDialects extends VmChoicesHandler {

    private static final String TITLE = "Guest dialects";

    @Override
    protected void ask(Shell shell, TmfCommonProjectElement element) {
        choose(shell, element);
    }

    /**
     * Lets the user choose; if the choice is another one and the trace is open, it is closed and opened again.
     *
     * @param shell
     *            for the dialog
     * @param element
     *            a trace or experiment
     */
    public static void choose(Shell shell, TmfCommonProjectElement element) {
        Path file = file(element);
        List<DialectChoices.Choice> choices = List.of();
        String wrong = null;
        try {
            choices = DialectChoices.read(file);
        } catch (IOException e) {
            wrong = e.getMessage();
        }
        List<VmDialect> reported = rows(element.getTrace(), choices);
        GuestDialectsDialog dialog = new GuestDialectsDialog(shell, element.getName(), reported, wrong,
                rows -> DialectChoices.write(file, VmDialect.choices(rows)));
        if (dialog.open() == Window.OK && dialog.isChanged()) {
            IStatus status = Reopening.of(element);
            if (!status.isOK()) {
                MessageDialog.openError(shell, TITLE, element.getName() + " cannot be opened again: " + status.getMessage());
            }
        }
    }

    /**
     * @param element
     *            a trace or experiment
     * @return where its choices are kept, as {@link DialectChoices} wants it
     */
    public static Path file(TmfCommonProjectElement element) {
        return file(element, DialectChoices.FILE_NAME);
    }

    /** Who there is to choose for: asking the model waits until it can be asked. */
    private static List<VmDialect> rows(ITmfTrace trace, List<DialectChoices.Choice> choices) {
        return busy(() -> rows(trace == null || MissingDataMessage.of(trace) != null ? null : ModelStates.of(trace), choices));
    }

    private static List<VmDialect> rows(ITmfStateSystem states, List<DialectChoices.Choice> choices) {
        try {
            return VmDialect.of(states, choices);
        } catch (StateSystemDisposedException e) {
            return rows((ITmfStateSystem) null, choices); // the trace was closed meanwhile
        }
    }
}
