/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.symbol;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.settings.VmSymbols;

/** <em>Guest symbols…</em> of a trace or experiment: asks, keeps the answer, and has all views name functions by it. */
public final class GuestSymbolsHandler extends AbstractHandler {

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

    private static void choose(Shell shell, TmfCommonProjectElement element) {
        IPath folder = element.prepareSupplementaryFolder(new NullProgressMonitor()).getLocation();
        Path file = folder.append(SymbolChoices.FILE_NAME).toFile().toPath();
        List<GuestSymbols.Chosen> choices = List.of();
        String wrong = null;
        try {
            choices = SymbolChoices.read(file);
        } catch (IOException e) {
            wrong = e.getMessage();
        }
        GuestSymbolsDialog dialog = new GuestSymbolsDialog(shell, element.getName(), rows(element.getTrace(), choices), wrong,
                rows -> SymbolChoices.write(file, VmSymbols.choices(rows)));
        if (dialog.open() == Window.OK && dialog.isChanged()) {
            TmfSignalManager.dispatchSignal(new GuestSymbolsChangedSignal(GuestSymbolsHandler.class));
        }
    }

    /** Who there is to choose for: asking the model waits until it can be asked. */
    private static List<VmSymbols> rows(ITmfTrace trace, List<GuestSymbols.Chosen> choices) {
        AtomicReference<List<VmSymbols>> rows = new AtomicReference<>(List.of());
        try {
            PlatformUI.getWorkbench().getProgressService().busyCursorWhile(monitor -> rows.set(
                    read(trace == null || MissingDataMessage.of(trace) != null ? null : trace, choices)));
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return rows.get();
    }

    private static List<VmSymbols> read(ITmfTrace trace, List<GuestSymbols.Chosen> choices) {
        try {
            return trace == null ? VmSymbols.of(null, List.of(), choices)
                    : VmSymbols.of(ModelStates.of(trace), HostTraces.of(trace).hosts(), choices);
        } catch (StateSystemDisposedException | IOException e) {
            // the trace was closed meanwhile, or its manifest is wrong, which the views report
            return read(null, choices);
        }
    }
}
