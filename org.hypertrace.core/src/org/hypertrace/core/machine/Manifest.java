/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.hypertrace.core.container.ContainerName;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.Json;
import org.hypertrace.core.stream.dialect.Dialect;
import org.hypertrace.core.stream.ring.RingFile;

/**
 * The manifest of a recording, {@value #FILE_NAME}, beside the trace folders: it has what the events do not, above all
 * the names of the VMs. Unknown keys are kept and ignored; a wrong value is an error that names file and place.
 * {@code hypertrace.schema.json} in this package describes it.
 */
public final class Manifest {

    /** The name of the file. */
    public static final String FILE_NAME = "hypertrace.json";

    /** How guests report their events. */
    public enum Channel {
        /** By hypercalls only. */
        HYPERCALL,
        /** Those with rings by their rings only. */
        RING,
        /** Those with rings both ways, at the same time or in turns. */
        BOTH
    }

    /**
     * A VM as the manifest describes it.
     *
     * @param name
     *            its name, null if not given
     * @param pid
     *            its process on the host, -1 if not given
     * @param vcpus
     *            the host thread ids of its vCPUs, empty if not given
     * @param dialect
     *            its dialect, null if not given
     * @param symbols
     *            the file with the symbols of its kernel, null if not given
     * @param guestTrace
     *            the folder of the guest's own trace, null if not given
     * @param rings
     *            the files of its shared memory, empty if not given
     * @param nested
     *            the guests of it, empty if not given
     * @param role
     *            what it is for among the VMs that belong together, null if not given
     * @param group
     *            the name of these VMs, null if not given
     * @param containers
     *            names of containers in its guest, empty if not given
     */
    public record Vm(String name, int pid, List<Integer> vcpus, Dialect dialect, Path symbols, Path guestTrace,
            List<Path> rings, List<Nested> nested, String role, String group, List<ContainerName> containers) {

        /** @return the files with the symbols of the kernels of guests of it */
        public List<Path> nestedSymbols() {
            return nested.stream().map(Nested::symbols).filter(Objects::nonNull).toList();
        }

        /** @return the only guest of it, null if there are several: the manifest does not have their numbers */
        public Nested onlyNested() {
            return nested.size() == 1 ? nested.get(0) : null;
        }
    }

    /**
     * A guest of a VM.
     *
     * @param name
     *            its name, null if not given
     * @param symbols
     *            the file with the symbols of its kernel, null if not given
     */
    public record Nested(String name, Path symbols) { }

    private final String fHost;
    private final Channel fChannel;
    private final Path fFolder;
    private final List<Vm> fVms;
    private final List<ContainerName> fContainers;
    private final int fHash;

    private Manifest(String host, Channel channel, Path folder, List<Vm> vms, List<ContainerName> containers, int hash) {
        fHost = host;
        fChannel = channel;
        fFolder = folder;
        fVms = vms;
        fContainers = containers;
        fHash = hash;
    }

    /**
     * @param trace
     *            the folder of a trace
     * @return the manifest beside it, null if there is none
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user
     */
    public static Manifest beside(Path trace) throws IOException {
        Path parent = trace.toAbsolutePath().normalize().getParent();
        Path file = parent == null ? null : parent.resolve(FILE_NAME);
        if (file == null || !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        InputFile.requireInside(file, parent);
        return read(file);
    }

    /**
     * @param ring
     *            a file of rings whose host has no trace
     * @return of the manifest beside it the host's name and the VM whose rings these are, as the only process of that host; null if there
     *         is none, or it names the file as no VM's
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user
     */
    public static Manifest besideRing(Path ring) throws IOException {
        Manifest all = beside(ring);
        Path file = ring.toAbsolutePath().normalize();
        Vm vm = all == null ? null : all.fVms.stream().filter(one -> one.rings().stream().anyMatch(named -> named.toAbsolutePath().normalize().equals(file)))
                .findFirst().orElse(null);
        return vm == null ? null : new Manifest(all.fHost, Channel.HYPERCALL, all.fFolder, List.of(new Vm(vm.name, HostThread.STAND_IN, List.of(), vm.dialect,
                vm.symbols, null, List.of(), vm.nested, vm.role, vm.group, vm.containers)), all.fContainers, all.fHash);
    }

    /**
     * @param file
     *            a manifest
     * @return what it reports
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user
     */
    public static Manifest read(Path file) throws IOException {
        String text = InputFile.text(file);
        Path folder = file.toAbsolutePath().normalize().resolveSibling("");
        ManifestJson json = new ManifestJson(folder);
        return Json.read(text, file, document -> {
            List<Vm> vms = json.vms(document);
            return new Manifest(json.host(document), json.channel(document), folder, List.copyOf(vms), ManifestJson.containers(document), hash(text, vms, folder));
        });
    }

    private static int hash(String text, List<Vm> vms, Path folder) {
        int all = text.hashCode();
        for (Vm vm : vms) {
            all = 31 * all + (vm.dialect() == null ? 0 : vm.dialect().hash());
            for (Path ring : vm.rings()) {
                all = 31 * all + Objects.hash(ring.toFile().length(), ring.toFile().lastModified(), RingFile.written(ring, folder));
            }
        }
        return all;
    }

    /** @return the host's name, null if not given */
    public String host() {
        return fHost;
    }

    /** @return the VMs in the order of the file */
    public List<Vm> vms() {
        return fVms;
    }

    /** @return names of the host's containers, in the order of the file */
    public List<ContainerName> containers() {
        return fContainers;
    }

    /** @return whether it names rings that are to be read */
    public boolean hasRings() {
        return fChannel != Channel.HYPERCALL && fVms.stream().anyMatch(vm -> !vm.rings().isEmpty());
    }

    /** @return how guests report their events */
    public Channel channel() {
        return fChannel;
    }

    /** @return the folder that it is in: all that it names is below */
    public Path folder() {
        return fFolder;
    }

    /**
     * @param thread
     *            a vCPU's
     * @return its VM, null if the manifest has none
     */
    public Vm vmOf(HostThread thread) {
        Vm vm = thread.process() == null ? null : of(thread.process());
        return vm != null ? vm
                : fVms.stream().filter(one -> one.vcpus().contains(thread.tid())).findFirst().orElse(null);
    }

    /**
     * @param thread
     *            a vCPU's
     * @return its VM: the one of its process, else one without a process id that names the thread; null if the manifest has none
     */
    Vm named(HostThread thread) {
        Vm vm = thread.process() == null ? null : of(thread.process());
        return vm != null ? vm : ofThread(thread.tid());
    }

    /** The VM without a process id that names a thread, null if there is none. */
    Vm ofThread(int tid) {
        return fVms.stream().filter(vm -> vm.pid() < 0 && vm.vcpus().contains(tid)).findFirst().orElse(null);
    }

    /**
     * @param thread
     *            a vCPU's
     * @return the name of its VM, null if the manifest has none
     */
    public String nameOf(HostThread thread) {
        Vm vm = named(thread);
        return vm == null ? null : vm.name();
    }

    /**
     * @param thread
     *            a vCPU's
     * @return the dialect of its VM, null if the manifest has none
     */
    public Dialect dialectOf(HostThread thread) {
        Vm vm = named(thread);
        return vm == null ? null : vm.dialect();
    }

    /** @return changes when the file's text does, or a dialect or a ring that it names */
    public int hash() {
        return fHash;
    }

    /**
     * @param process
     *            a process of the host
     * @return the name of the VM it is, null if the manifest has none; where several entries have the same process
     *         id, they are its incarnations in their order
     */
    public String nameOf(HostProcess process) {
        Vm vm = of(process);
        return vm == null ? null : vm.name();
    }

    /**
     * @param thread
     *            a vCPU's
     * @return the name of the only guest nested in its VM, null if the manifest has none
     */
    public String innerNameOf(HostThread thread) {
        Vm vm = named(thread);
        return vm == null || vm.onlyNested() == null ? null : vm.onlyNested().name();
    }

    /**
     * @param vm
     *            one of the VMs
     * @return the key of its process on the host, null if the manifest has none
     */
    public String keyOf(Vm vm) {
        int incarnation = 0;
        for (Vm other : fVms) {
            incarnation += other.pid() == vm.pid() ? 1 : 0;
            if (other == vm) {
                return vm.pid() < 0 ? null : vm.pid() + "#" + incarnation;
            }
        }
        return null;
    }

    private Vm of(HostProcess process) {
        List<Vm> same = fVms.stream().filter(vm -> vm.pid() == process.pid()).toList();
        return same.size() < process.incarnation() ? null : same.get(process.incarnation() - 1);
    }

    int pidOfVcpuThread(int tid) {
        for (Vm vm : fVms) {
            if (vm.vcpus().contains(tid)) {
                return vm.pid();
            }
        }
        return -1;
    }
}
