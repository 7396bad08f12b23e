/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.dialect;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.settings.DialectChoices;
import org.hypertrace.core.settings.VmDialect;
import org.hypertrace.ui.open.Reopening;

/** <em>Guest dialects…</em> of a trace or experiment: asks, keeps the answer, and has the model built with it. */
public final class GuestDialects extends AbstractHandler {

    private static final String TITLE = "Guest dialects";

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        Object selected = HandlerUtil.getCurrentStructuredSelection(event).getFirstElement();
        Shell shell = HandlerUtil.getActiveShellChecked(event);
        if (selected instanceof TmfTraceElement trace) {
            // one in an experiment stands for the trace itself
            choose(shell, trace.getElementUnderTraceFolder());
        } else if (selected instanceof TmfCommonProjectElement element) {
            choose(shell, element);
        }
        return null;
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
        IPath folder = element.prepareSupplementaryFolder(new NullProgressMonitor()).getLocation();
        return folder.append(DialectChoices.FILE_NAME).toFile().toPath();
    }

    /** Who there is to choose for: asking the model waits until it can be asked. */
    private static List<VmDialect> rows(ITmfTrace trace, List<DialectChoices.Choice> choices) {
        AtomicReference<List<VmDialect>> rows = new AtomicReference<>(List.of());
        try {
            PlatformUI.getWorkbench().getProgressService().busyCursorWhile(monitor -> rows.set(
                    rows(trace == null || MissingDataMessage.of(trace) != null ? null : ModelStates.of(trace), choices)));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return rows.get();
    }

    private static List<VmDialect> rows(ITmfStateSystem states, List<DialectChoices.Choice> choices) {
        try {
            return VmDialect.of(states, choices);
        } catch (StateSystemDisposedException e) {
            return rows((ITmfStateSystem) null, choices); // the trace was closed meanwhile
        }
    }
}
