/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.settings;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;

/** A menu entry of a trace or experiment that asks for something of its VMs. */
public abstract class VmChoicesHandler extends AbstractHandler {

    /** Asks the user. */
    protected abstract void ask(Shell shell, TmfCommonProjectElement element);

    @Override
    public final Object execute(ExecutionEvent event) throws ExecutionException {
        Object selected = HandlerUtil.getCurrentStructuredSelection(event).getFirstElement();
        Shell shell = HandlerUtil.getActiveShellChecked(event);
        if (selected instanceof TmfTraceElement trace) {
            // one in an experiment stands for the trace itself
            ask(shell, trace.getElementUnderTraceFolder());
        } else if (selected instanceof TmfCommonProjectElement element) {
            ask(shell, element);
        }
        return null;
    }

    /**
     * @param element
     *            a trace or experiment
     * @param name
     *            of a file of choices
     * @return where its choices are kept
     */
    protected static Path file(TmfCommonProjectElement element, String name) {
        return element.prepareSupplementaryFolder(new NullProgressMonitor()).getLocation().append(name).toFile().toPath();
    }

    /**
     * @param read
     *            asks the model, which takes until it is complete
     * @return what it returns; meanwhile the cursor shows that the product is busy
     */
    protected static <T> T busy(Supplier<T> read) {
        AtomicReference<T> found = new AtomicReference<>();
        try {
            PlatformUI.getWorkbench().getProgressService().busyCursorWhile(monitor -> found.set(read.get()));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return found.get();
    }
}
