/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.tracetype;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

import org.eclipse.tracecompass.statesystem.core.ITmfStateSystem;
import org.eclipse.tracecompass.statesystem.core.exceptions.StateSystemDisposedException;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.boot.BootSymbols;
import org.hypertrace.core.boot.Boots;
import org.hypertrace.core.boot.GuestBoot;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.settings.SymbolChoices;

/** The names of what the kernels of a host's guests run: each boot may lie elsewhere in memory. */
final class BootFunctionNames {

    /** From when on a VM runs a kernel with these symbols. */
    private record Kernel(long begin, BootSymbols symbols) { }

    private final ITmfStateSystem fStates;
    private final Machines.Host fHost;
    private final ITmfTrace fWhole;
    private Map<String, List<Kernel>> fKernels;
    private int fChanges;

    /** @param whole the trace or experiment whose model this is */
    BootFunctionNames(ITmfStateSystem states, Machines.Host host, ITmfTrace whole) {
        fStates = states;
        fHost = host;
        fWhole = whole;
    }

    /** Of the boot that a VM is in at a time; null for an address without a name. */
    LongFunction<String> of(Machines.Vm vm, long time) throws StateSystemDisposedException {
        int changes = SymbolChoices.changes();
        if (fKernels == null || fChanges != changes) {
            fKernels = read();
            fChanges = changes;
        }
        BootSymbols symbols = BootSymbols.NONE;
        for (Kernel kernel : fKernels.getOrDefault(vm.key(), List.of())) {
            symbols = kernel.begin <= time ? kernel.symbols : symbols;
        }
        return symbols::name;
    }

    private Map<String, List<Kernel>> read() throws StateSystemDisposedException {
        Map<String, List<Kernel>> kernels = new HashMap<>();
        try {
            GuestSymbols symbols = GuestSymbols.of(fWhole);
            for (GuestBoot boot : Boots.of(fStates)) {
                if (boot.vm() != null && !boot.isNested() && boot.host().id().equals(fHost.id())) {
                    kernels.computeIfAbsent(boot.vm().key(), key -> new ArrayList<>())
                            .add(new Kernel(boot.begin(), BootSymbols.of(boot, symbols)));
                }
            }
        } catch (IOException e) {
            // the manifest was right when the model was built
            return Map.of();
        }
        return kernels;
    }
}
