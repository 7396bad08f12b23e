/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProvider;
import org.eclipse.tracecompass.tmf.core.symbols.TmfResolvedSymbol;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** Names the frames of guests' stacks for Trace Compass' views. */
final class GuestSymbolProvider implements ISymbolProvider {

    private final ITmfTrace fTrace;
    private final GuestCallStackAnalysis fAnalysis;

    GuestSymbolProvider(ITmfTrace trace, GuestCallStackAnalysis analysis) {
        fTrace = trace;
        fAnalysis = analysis;
    }

    @Override
    public ITmfTrace getTrace() {
        return fTrace;
    }

    @Override
    public void loadConfiguration(IProgressMonitor monitor) {
        // the analysis has it
    }

    @Override
    public TmfResolvedSymbol getSymbol(long address) {
        return symbol(address, fAnalysis.name(address));
    }

    @Override
    public TmfResolvedSymbol getSymbol(int pid, long timestamp, long address) {
        return symbol(address, fAnalysis.name(pid, address));
    }

    private static TmfResolvedSymbol symbol(long address, String name) {
        return name == null ? null : new TmfResolvedSymbol(address, name);
    }
}
