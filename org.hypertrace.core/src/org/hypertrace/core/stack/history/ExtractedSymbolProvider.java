/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.stack.history;

import java.io.IOException;
import java.util.List;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.symbols.ISymbolProvider;
import org.eclipse.tracecompass.tmf.core.symbols.TmfResolvedSymbol;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.event.HostEvent;
import org.hypertrace.core.machine.HostLosses;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;
import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.Symbols;

/**
 * Names the functions of a guest in a trace that was extracted of what it reported: by the symbols that the user chose for the
 * trace or its experiment, else by those that the manifest of the host names, if that is in the experiment.
 */
final class ExtractedSymbolProvider implements ISymbolProvider {

    /** Where the kernel is, is reported at the begin of a boot: so many events are looked at. */
    private static final int FIRST = 1 << 14;
    private static final String BASE = "hypertrace_base";

    private final ITmfTrace fTrace;
    private final String fVm;
    private final String fHost;
    private Symbols fSymbols;
    private int fChanges = -1;

    /**
     * @param vm
     *            the key of the VM on its host
     * @param host
     *            the id of that host
     */
    ExtractedSymbolProvider(ITmfTrace trace, String vm, String host) {
        fTrace = trace;
        fVm = vm;
        fHost = host;
    }

    @Override
    public ITmfTrace getTrace() {
        return fTrace;
    }

    @Override
    public synchronized void loadConfiguration(IProgressMonitor monitor) {
        int changes = SymbolChoices.changes();
        if (fChanges != changes) {
            fChanges = changes;
            Symbols file = symbols();
            fSymbols = file == null ? null : file.at(text());
        }
    }

    private Symbols symbols() {
        try {
            return GuestSymbols.of(GuestCallStackAnalysis.whole(fTrace)).of(new Machines.Host(-1, fHost, fHost, 0, 0, 0, HostLosses.NONE, List.of()),
                    VmName.of(fVm, HostEvent.UNKNOWN_ID, null, 1));
        } catch (IOException e) {
            // views of the host report what is wrong
            return null;
        }
    }

    /** Where the kernel is in this boot, 0 if it is not recorded. */
    private long text() {
        ITmfContext context = fTrace.seekEvent(0L);
        try {
            for (int i = 0; i < FIRST; i++) {
                ITmfEvent event = fTrace.getNext(context);
                if (event == null) {
                    return 0;
                }
                ITmfEventField text = event.getName().equals(BASE) ? event.getContent().getField("text") : null;
                if (text != null && text.getValue() instanceof Long address) {
                    return address;
                }
            }
            return 0;
        } finally {
            context.dispose();
        }
    }

    @Override
    public synchronized TmfResolvedSymbol getSymbol(long address) {
        loadConfiguration(null);
        Symbol symbol = fSymbols == null ? null : fSymbols.of(address);
        return symbol == null ? null : new TmfResolvedSymbol(address - symbol.offset(), symbol.label());
    }

    @Override
    public TmfResolvedSymbol getSymbol(int pid, long timestamp, long address) {
        return getSymbol(address);
    }
}
