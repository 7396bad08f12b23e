/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.hypertrace.core.lifetime.ClosedTraces;
import org.hypertrace.core.lifetime.Kept;
import org.hypertrace.core.machine.Machines;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.Nesting;
import org.hypertrace.core.machine.VmName;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.symbol.SymbolReader;
import org.hypertrace.core.symbol.Symbols;
import org.hypertrace.core.timeline.Guest;

/**
 * The kernel symbols of the VMs of a trace: of the file that the user chose, else of the one that the manifest names. A file is
 * read once, when it is first asked for.
 */
public final class GuestSymbols {

    /**
     * What the user chose.
     *
     * @param vm
     *            a user's word for the VM or nested guest; null: every VM
     * @param file
     *            a kallsyms or System.map, plain or xz
     */
    public record Chosen(String vm, Path file) { }

    /** Those of a trace as of a number of changes of the choices. */
    private record Known(int changes, GuestSymbols symbols) { }

    private static final Kept<ITmfTrace, Known> KNOWN = ClosedTraces.kept();

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
     * @return the symbols of its VMs: by what the user chose, which is kept beside it, then by the manifests
     * @throws IOException
     *             if a manifest is wrong; the message is one sentence for the user
     */
    public static GuestSymbols of(ITmfTrace trace) throws IOException {
        synchronized (KNOWN) {
            int changes = SymbolChoices.changes();
            Known known = KNOWN.get(trace);
            if (known == null || known.changes != changes) {
                known = new Known(changes, read(trace));
                KNOWN.put(trace, known);
            }
            return known.symbols;
        }
    }

    private static GuestSymbols read(ITmfTrace trace) throws IOException {
        List<HostTraces.Host> hosts = HostTraces.of(trace).hosts();
        try {
            return new GuestSymbols(hosts, SymbolChoices.read(SymbolChoices.file(trace)));
        } catch (IOException e) {
            GuestSymbols symbols = new GuestSymbols(hosts, List.of());
            symbols.fProblems.add(e.getMessage());
            return symbols;
        }
    }

    /**
     * @param host
     *            a host
     * @param vm
     *            a VM of it, or a guest nested in one; null: a guest that no host knows
     * @return the file with its symbols, null if there is none
     */
    public Path file(Machines.Host host, VmName vm) {
        return vm == null ? chosen(null, null) : chosen(manifest(host.id()), vm.on(host.name()));
    }

    private Manifest manifest(String host) {
        // a host may have none
        return fHosts.stream().filter(one -> one.id().equals(host)).map(HostTraces.Host::manifest).filter(Objects::nonNull)
                .findFirst().orElse(null);
    }

    private Path chosen(Manifest manifest, VmName vm) {
        for (Chosen chosen : fChosen) {
            if (chosen.vm() == null || vm != null && vm.is(chosen.vm())) {
                return chosen.file();
            }
        }
        for (Manifest.Vm reported : manifest == null ? List.<Manifest.Vm>of() : manifest.vms()) {
            String itsKey = manifest.keyOf(reported);
            if (vm != null && (itsKey == null ? Objects.equals(reported.name(), vm.given()) : itsKey.equals(vm.key()))
                    && symbols(reported, vm.nested()) != null) {
                return symbols(reported, vm.nested());
            }
        }
        return null;
    }

    private static Path symbols(Manifest.Vm vm, Nesting nested) {
        Manifest.Nested only = nested != null && nested.isOnly() ? vm.onlyNested() : null;
        return nested == null ? vm.symbols() : only == null ? null : only.symbols();
    }

    /**
     * @param host
     *            a host
     * @param vm
     *            a VM of it, or a guest nested in one; null: a guest that no host knows
     * @return its symbols as the file has them, null if there is none or it cannot be read, see {@link #problems()}
     */
    public Symbols of(Machines.Host host, VmName vm) {
        return read(file(host, vm));
    }

    /**
     * @param guest
     *            a guest, while the trace is being analysed
     * @return its symbols as the file has them, null if there is none or it cannot be read, see {@link #problems()}
     */
    public Symbols of(Guest guest) {
        return of(guest.host(), guest.who());
    }

    /**
     * @param guest
     *            a guest, while the trace is being analysed
     * @param nested
     *            the key of a guest nested in it, as of a {@link Nesting}; null: the guest itself
     * @return its symbols as the file has them, null if there is none or it cannot be read, see {@link #problems()}
     */
    public Symbols of(Guest guest, String nested) {
        Nesting where = Nesting.of(nested);
        return nested != null && where == null ? null : of(guest.host(), guest.who().nested(where));
    }

    /**
     * @param host
     *            the running number of a host
     * @param vm
     *            a VM of it, or a guest nested in one
     * @return its symbols as the file has them, null if there is none or it cannot be read, see {@link #problems()}
     */
    public Symbols of(int host, VmName vm) {
        return read(chosen(fHosts.get(host).manifest(), vm.on(fHosts.get(host).name())));
    }

    private synchronized Symbols read(Path file) {
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

    /** @return changes when the files do, or which VM has which: by their names and sizes, they are not read */
    public int hash() {
        int hash = fChosen.hashCode();
        List<Path> files = new ArrayList<>(fChosen.stream().map(Chosen::file).toList());
        fHosts.stream().filter(host -> host.manifest() != null).flatMap(host -> host.manifest().vms().stream())
                .flatMap(vm -> Stream.concat(Stream.ofNullable(vm.symbols()), vm.nestedSymbols().stream())).forEach(files::add);
        for (Path file : files) {
            // of one that is not there it is 0
            hash = 31 * (31 * hash + String.valueOf(file.getFileName()).hashCode()) + Long.hashCode(file.toFile().length());
        }
        return hash;
    }

    /** @return why files could not be read so far, a sentence each */
    public synchronized List<String> problems() {
        return new ArrayList<>(fProblems);
    }
}
