/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.commands.IElementUpdater;
import org.eclipse.ui.handlers.HandlerUtil;
import org.eclipse.ui.menus.UIElement;
import org.hypertrace.core.settings.TracingChoice;
import org.hypertrace.ui.open.Reopening;

/**
 * <em>Stacks and exits without tracing</em> of a trace or experiment. It keeps the choice, and has the call-stack history and the store of
 * exits built with it.
 */
public final class WithoutTracingHandler extends AbstractHandler implements IElementUpdater {

    private static final String TITLE = "Stacks and exits without tracing";

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        TmfCommonProjectElement element = element(HandlerUtil.getCurrentSelection(event));
        if (element != null) {
            toggle(HandlerUtil.getActiveShellChecked(event), element);
        }
        return null;
    }

    /**
     * Changes the choice; if the trace is open, it is closed and opened again.
     *
     * @param shell
     *            for a message, should that not be possible
     * @param element
     *            a trace or experiment
     */
    public static void toggle(Shell shell, TmfCommonProjectElement element) {
        try {
            new TracingChoice(!isChosen(element)).write(file(element));
        } catch (IOException e) {
            MessageDialog.openError(shell, TITLE, e.getMessage());
            return;
        }
        IStatus status = Reopening.of(element);
        if (!status.isOK()) {
            MessageDialog.openError(shell, TITLE, element.getName() + " cannot be opened again: " + status.getMessage());
        }
    }

    /**
     * @param element
     *            a trace or experiment
     * @return whether its stacks and exits are without tracing; also not if what was chosen cannot be read
     */
    public static boolean isChosen(TmfCommonProjectElement element) {
        try {
            return TracingChoice.read(file(element)).withoutTracing();
        } catch (IOException e) {
            return false;
        }
    }

    private static Path file(TmfCommonProjectElement element) {
        IPath folder = element.prepareSupplementaryFolder(new NullProgressMonitor()).getLocation();
        return folder.append(TracingChoice.FILE_NAME).toFile().toPath();
    }

    /** One trace in an experiment stands for the trace itself. */
    private static TmfCommonProjectElement element(ISelection selection) {
        Object first = selection instanceof IStructuredSelection some ? some.getFirstElement() : null;
        return first instanceof TmfTraceElement trace ? trace.getElementUnderTraceFolder()
                : first instanceof TmfCommonProjectElement element ? element : null;
    }

    @Override
    public void updateElement(UIElement element, @SuppressWarnings("rawtypes") Map parameters) {
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        TmfCommonProjectElement selected = window == null ? null : element(window.getSelectionService().getSelection());
        element.setChecked(selected != null && isChosen(selected));
    }
}
