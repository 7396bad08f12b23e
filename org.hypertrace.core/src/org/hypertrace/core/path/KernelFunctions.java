/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.path.gather.PathRows;
import org.hypertrace.core.settings.GuestSymbols;
import org.hypertrace.core.symbol.Symbol;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;

/** The functions of guests' kernels, by the symbols that the user chose or the manifest names. */
final class KernelFunctions implements PathSubject.Functions {

    private final PathRows fRows;
    private final List<HostTraces.Host> fHosts;
    private final GuestSymbols fSymbols;
    /** Null for a VM without symbols. */
    private final Map<Integer, Symbols> fOfVm = new HashMap<>();
    /** Null for a file that cannot be read. */
    private final Map<Path, Symbols> fNested = new HashMap<>();

    KernelFunctions(PathRows rows, List<HostTraces.Host> hosts, GuestSymbols symbols) {
        fRows = rows;
        fHosts = hosts;
        fSymbols = symbols;
    }

    @Override
    public boolean isAt(int vm, boolean nested, String name, long address) {
        PathRows.Vm of = fRows.vms.get(vm);
        if (!nested) {
            return isAt(symbols(vm, of), name, address);
        }
        Manifest manifest = fHosts.get(of.host()).manifest();
        for (Manifest.Vm reported : manifest == null ? List.<Manifest.Vm>of() : manifest.vms()) {
            for (Path file : isOf(manifest, reported, of) ? reported.nestedSymbols() : List.<Path>of()) {
                if (isAt(nested(file), name, address)) {
                    return true;
                }
            }
        }
        return false;
    }

    private synchronized Symbols symbols(int vm, PathRows.Vm of) {
        if (!fOfVm.containsKey(vm)) {
            fOfVm.put(vm, fSymbols.of(of.host(), of.who()));
        }
        return fOfVm.get(vm);
    }

    @Override
    public String at(int vm, boolean nested, long address) {
        PathRows.Vm of = fRows.vms.get(vm);
        if (!nested) {
            return name(symbols(vm, of), address);
        }
        Manifest manifest = fHosts.get(of.host()).manifest();
        for (Manifest.Vm reported : manifest == null ? List.<Manifest.Vm>of() : manifest.vms()) {
            for (Path file : isOf(manifest, reported, of) ? reported.nestedSymbols() : List.<Path>of()) {
                String name = name(nested(file), address);
                if (name != null) {
                    return name;
                }
            }
        }
        return null;
    }

    /** By its process, else by its name. */
    private static boolean isOf(Manifest manifest, Manifest.Vm reported, PathRows.Vm vm) {
        String key = manifest.keyOf(reported);
        return key != null ? key.equals(vm.key()) : reported.name() != null && reported.name().equals(vm.who().given());
    }

    private static String name(Symbols symbols, long address) {
        Symbol symbol = symbols == null ? null : symbols.of(address);
        return symbol == null ? null : symbol.name();
    }

    private static boolean isAt(Symbols symbols, String name, long address) {
        return name.equals(name(symbols, address));
    }

    private synchronized Symbols nested(Path file) {
        if (!fNested.containsKey(file)) {
            try {
                fNested.put(file, SymbolReader.read(file));
            } catch (IOException e) {
                // its functions have no names then, as everywhere
                fNested.put(file, null);
            }
        }
        return fNested.get(file);
    }
}
