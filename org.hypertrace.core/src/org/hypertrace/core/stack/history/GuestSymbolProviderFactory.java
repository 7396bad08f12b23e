/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProvider;
import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProviderFactory;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceUtils;
import org.eclipse.tracecompass.tmf.ctf.core.trace.CtfTmfTrace;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.read.TraceEnvironment;

/** Gives a host's trace the names of what its guests did, and an extracted trace those of its guest's functions. */
public final class GuestSymbolProviderFactory implements ISymbolProviderFactory {

    @Override
    public ISymbolProvider createProvider(ITmfTrace trace) {
        GuestCallStackAnalysis analysis = TmfTraceUtils.getAnalysisModuleOfClass(trace, GuestCallStackAnalysis.class,
                GuestCallStackAnalysis.ID);
        if (analysis != null) {
            return new GuestSymbolProvider(trace, analysis);
        }
        String vm = trace instanceof CtfTmfTrace ctf ? ctf.getEnvironment().get(TraceEnvironment.GUEST_VM) : null;
        return vm == null ? null : new ExtractedSymbolProvider(trace, Nesting.vm(TraceEnvironment.plain(vm)),
                TraceEnvironment.plain(((CtfTmfTrace) trace).getEnvironment().getOrDefault(TraceEnvironment.GUEST_HOST, "")));
    }
}
