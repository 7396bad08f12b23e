/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.guest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.machine.HostTraces;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;

/**
 * The kernel symbols of the VMs of a trace: of the file that the user chose, else of the one that the manifest names. A file is
 * read once, when it is first asked for.
 */
public final class GuestSymbols {

    /**
     * What the user chose.
     *
     * @param vm
     *            the VM's name, its process id on the host, or its key; null: every VM
     * @param file
     *            a kallsyms or System.map, plain or xz
     */
    public record Chosen(String vm, Path file) { }

    private final List<HostTraces.Host> fHosts;
    private final List<Chosen> fChosen;
    private final Map<Path, Symbols> fByFile = new HashMap<>();
    private final TreeSet<String> fProblems = new TreeSet<>();

    /**
     * @param hosts
     *            the hosts of the trace
     * @param chosen
     *            by the user; the first that fits a VM counts
     */
    public GuestSymbols(List<HostTraces.Host> hosts, List<Chosen> chosen) {
        fHosts = hosts;
        fChosen = chosen;
    }

    /**
     * @param trace
     *            a trace or experiment
     * @return the symbols of its VMs
     * @throws IOException
     *             if a manifest is wrong; the message is one sentence for the user
     */
    public static GuestSymbols of(ITmfTrace trace) throws IOException {
        return new GuestSymbols(HostTraces.of(trace).hosts(), List.of());
    }

    /**
     * @param host
     *            a host
     * @param vm
     *            a VM of it; null: a guest that no host knows
     * @return the file with its symbols, null if there is none
     */
    public Path file(Machines.Host host, Machines.Vm vm) {
        for (Chosen chosen : fChosen) {
            String who = chosen.vm();
            if (who == null || vm != null && (who.equals(vm.name()) || who.equals(vm.label()) || who.equals(vm.key())
                    || who.equals(Integer.toString(vm.pid())))) {
                return chosen.file();
            }
        }
        for (HostTraces.Host one : vm == null ? List.<HostTraces.Host>of() : fHosts) {
            Manifest manifest = one.id().equals(host.id()) ? one.manifest() : null;
            for (Manifest.Vm told : manifest == null ? List.<Manifest.Vm>of() : manifest.vms()) {
                if (told.symbols() != null && isSame(manifest, told, vm)) {
                    return told.symbols();
                }
            }
        }
        return null;
    }

    private static boolean isSame(Manifest manifest, Manifest.Vm told, Machines.Vm vm) {
        String key = manifest.keyOf(told);
        return key == null ? Objects.equals(told.name(), vm.name()) : key.equals(vm.key());
    }

    /**
     * @param host
     *            a host
     * @param vm
     *            a VM of it; null: a guest that no host knows
     * @return its symbols as the file has them, null if there is none or it cannot be read, see {@link #problems()}
     */
    public synchronized Symbols of(Machines.Host host, Machines.Vm vm) {
        Path file = file(host, vm);
        if (file != null && !fByFile.containsKey(file)) {
            try {
                fByFile.put(file, SymbolReader.read(file));
            } catch (IOException e) {
                fByFile.put(file, null);
                fProblems.add(e.getMessage());
            }
        }
        return file == null ? null : fByFile.get(file);
    }

    /** @return why files could not be read so far, a sentence each */
    public synchronized List<String> problems() {
        return new ArrayList<>(fProblems);
    }
}
