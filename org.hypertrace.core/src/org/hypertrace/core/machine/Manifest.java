/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.stream.Dialect;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;

/**
 * The manifest of a recording, {@value #FILE_NAME}, beside the trace folders: it says what the events cannot, above all
 * the names of the VMs. Unknown keys are kept and ignored; a wrong value is an error that names file, key and value.
 */
public final class Manifest {

    /** The name of the file. */
    public static final String FILE_NAME = "hypertrace.json";

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
     *            what it speaks, null if not given
     * @param symbols
     *            the file with the symbols of its kernel, null if not given
     * @param guestTrace
     *            the folder of the guest's own trace, null if not given
     */
    public record Vm(String name, int pid, List<Integer> vcpus, Dialect dialect, Path symbols, Path guestTrace) { }

    private final String fHost;
    private final List<Vm> fVms;
    private final int fHash;

    private Manifest(String host, List<Vm> vms, int hash) {
        fHost = host;
        fVms = vms;
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
        return file == null || !Files.isRegularFile(file) ? null : read(file);
    }

    /**
     * @param file
     *            a manifest
     * @return what it says
     * @throws IOException
     *             if it cannot be read or is wrong; the message is one sentence for the user
     */
    public static Manifest read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IOException("Cannot read " + file + ": " + e.getMessage() + '.', e);
        }
        try {
            JsonElement root = JsonParser.parseString(text);
            if (!root.isJsonObject()) {
                throw wrong(file, "the document", root);
            }
            return of(file, root.getAsJsonObject(), text.hashCode());
        } catch (JsonParseException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IOException(file + " is not JSON: " + cause.getMessage(), e);
        }
    }

    private static Manifest of(Path file, JsonObject root, int hash) throws IOException {
        JsonElement version = root.get("version");
        if (version != null && integer(file, root, "version", 1) != 1) {
            throw wrong(file, "version", version);
        }
        List<Vm> vms = new ArrayList<>();
        JsonElement list = root.get("vms");
        if (list != null && !list.isJsonArray()) {
            throw wrong(file, "vms", list);
        }
        for (JsonElement element : list == null ? new JsonArray() : list.getAsJsonArray()) {
            if (!element.isJsonObject()) {
                throw wrong(file, "vms", element);
            }
            JsonObject vm = element.getAsJsonObject();
            vms.add(new Vm(string(file, vm, "name"), integer(file, vm, "pid", -1), tids(file, vm), dialect(file, vm),
                    path(file, vm, "symbols"), path(file, vm, "guestTrace")));
        }
        int all = hash;
        for (Vm vm : vms) {
            all = 31 * all + (vm.dialect() == null ? 0 : vm.dialect().hash());
        }
        return new Manifest(string(file, root, "host"), List.copyOf(vms), all);
    }

    private static List<Integer> tids(Path file, JsonObject vm) throws IOException {
        JsonElement vcpus = vm.get("vcpus");
        if (vcpus == null) {
            return List.of();
        }
        if (!vcpus.isJsonArray()) {
            throw wrong(file, "vcpus", vcpus);
        }
        List<Integer> tids = new ArrayList<>();
        for (JsonElement tid : vcpus.getAsJsonArray()) {
            tids.add(integer(file, "vcpus", tid));
        }
        return tids;
    }

    private static Dialect dialect(Path file, JsonObject vm) throws IOException {
        String name = string(file, vm, "dialect");
        return name == null ? null : Dialect.BUILT_IN.contains(name) ? Dialect.builtIn(name)
                : Dialect.read(path(file, vm, "dialect"));
    }

    /** Files that a manifest names lie below its folder. */
    private static Path path(Path file, JsonObject object, String key) throws IOException {
        String text = string(file, object, key);
        if (text == null) {
            return null;
        }
        try {
            Path folder = file.toAbsolutePath().normalize().resolveSibling("");
            Path path = folder.resolve(text).normalize();
            if (path.startsWith(folder) && !path.equals(folder)) {
                return path;
            }
        } catch (InvalidPathException e) {
            // no path at all: said below
        }
        throw wrong(file, key, object.get(key));
    }

    private static String string(Path file, JsonObject object, String key) throws IOException {
        JsonElement value = object.get(key);
        if (value == null) {
            return null;
        }
        if (!value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString() || value.getAsString().isBlank()) {
            throw wrong(file, key, value);
        }
        return value.getAsString();
    }

    private static int integer(Path file, JsonObject object, String key, int absent) throws IOException {
        JsonElement value = object.get(key);
        return value == null ? absent : integer(file, key, value);
    }

    private static int integer(Path file, String key, JsonElement value) throws IOException {
        try {
            int number = value.getAsBigDecimal().intValueExact();
            if (value.getAsJsonPrimitive().isNumber() && number >= 0) {
                return number;
            }
        } catch (ArithmeticException | IllegalStateException | UnsupportedOperationException | NumberFormatException e) {
            // not a whole number: said below
        }
        throw wrong(file, key, value);
    }

    private static IOException wrong(Path file, String key, JsonElement value) {
        return new IOException(file + ": the value of \"" + key + "\" cannot be " + value + '.');
    }

    /** @return the host's name, null if not given */
    public String host() {
        return fHost;
    }

    /** @return the VMs in the order of the file */
    public List<Vm> vms() {
        return fVms;
    }

    /** @return changes when the file's text does, or a dialect that it names */
    public int hash() {
        return fHash;
    }

    /**
     * @param process
     *            a process of the host
     * @return the name of the VM it is, null if the manifest does not tell; where several entries have the same process
     *         id, they are its incarnations in their order
     */
    public String nameOf(HostProcess process) {
        Vm vm = of(process);
        return vm == null ? null : vm.name();
    }

    /**
     * @param process
     *            a process of the host
     * @return what the VM it is speaks, null if the manifest does not tell
     */
    public Dialect dialectOf(HostProcess process) {
        Vm vm = of(process);
        return vm == null ? null : vm.dialect();
    }

    /**
     * @param vm
     *            one of the VMs
     * @return the key of its process on the host, null if the manifest does not tell it
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
