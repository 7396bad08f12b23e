/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.ui.symbol;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.hypertrace.core.analysis.MissingDataMessage;
import org.hypertrace.core.analysis.ModelStates;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.settings.VmSymbols;
import org.hypertrace.ui.settings.VmChoicesHandler;

/** <em>Guest symbols…</em> of a trace or experiment: asks, keeps the answer, and has all views name functions by it. */
public final class GuestSymbolsHandler extends VmChoicesHandler {

    @Override
    protected void ask(Shell shell, TmfCommonProjectElement element) {
        Path file = file(element, SymbolChoices.FILE_NAME);
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
        return busy(() -> read(trace == null || MissingDataMessage.of(trace) != null ? null : trace, choices));
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
