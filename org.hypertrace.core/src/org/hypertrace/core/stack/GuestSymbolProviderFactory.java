/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack;

import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProvider;
import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProviderFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;

/** Gives a host's trace the names of what its guests did. */
public final class GuestSymbolProviderFactory implements ISymbolProviderFactory {

    @Override
    public ISymbolProvider createProvider(ITmfTrace trace) {
        GuestCallStackAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, GuestCallStackAnalysis.class,
                GuestCallStackAnalysis.ID);
        return analysis == null ? null : new GuestSymbolProvider(trace, analysis);
    }
}
