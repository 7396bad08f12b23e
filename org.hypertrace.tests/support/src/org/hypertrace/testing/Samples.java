/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The recorded traces in {@code traces-samples}, unpacked once per run. */
public final class Samples {

    /** Whether every sample is to be read, as {@code releng/test --all} asks. */
    public static final boolean ALL = System.getProperty("hypertrace.samples", "").equals("all");

    /** The only ones otherwise, so that the tests are over soon: what is in each, {@code traces-samples/README.md} reports. */
    private static final List<String> USUAL = List.of("quiet-boot", "six-vm-boot", "preempted-guest", "panic-in-initcall",
            "syscall-load", "reboot-with-slow-notifier");

    private static final Map<String, Path> UNPACKED = new ConcurrentHashMap<>();

    private Samples() {
    }

    /**
     * @param usual
     *            of the six that every run may read those in which there is something for the test; without any: all six
     * @return these; if every sample is to be read, the names of all there are, those of older recorders too
     */
    public static Stream<String> recorded(String... usual) {
        if (!USUAL.containsAll(List.of(usual))) {
            throw new IllegalArgumentException("only with all: " + List.of(usual));
        }
        return ALL ? everyArchive() : usual.length == 0 ? USUAL.stream() : Stream.of(usual);
    }

    private static Stream<String> everyArchive() {
        try (Stream<Path> files = Files.walk(root().resolve("traces-samples"), 2)) {
            String end = ".tar.xz";
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(end))
                    .map(name -> name.substring(0, name.length() - end.length())).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return the folder of the whole tree */
    public static Path root() {
        return Path.of(System.getProperty("hypertrace.root"));
    }

    /** @return a folder for what tests make and what is worth a look after a failure: of each process that runs tests its own */
    public static Path target() {
        return Path.of(System.getProperty("hypertrace.target", root().resolve("org.hypertrace.tests/headless/target").toString()));
    }

    /**
     * @param name
     *            of a sample
     * @return the archive
     */
    public static Path archive(String name) {
        Path samples = root().resolve("traces-samples");
        String file = name + ".tar.xz";
        Path own = samples.resolve(name).resolve(file);
        return Files.exists(own) ? own : samples.resolve("first").resolve(file);
    }

    /**
     * @param name
     *            of a sample
     * @return what must be found in it, from other sources than the host's trace; of each VM by its name. Empty if nobody knows
     */
    public static Map<String, JsonObject> truth(String name) {
        Path file = archive(name).resolveSibling("truth.json");
        Map<String, JsonObject> vms = new TreeMap<>();
        try {
            if (Files.exists(file)) {
                JsonParser.parseString(Files.readString(file)).getAsJsonObject().getAsJsonObject("vms").entrySet()
                        .forEach(vm -> vms.put(vm.getKey(), vm.getValue().getAsJsonObject()));
            }
            return vms;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @param name
     *            of a sample
     * @param otherwise
     *            what a VM is called whose name nobody has given: this, with its process for {@code %s}
     * @return the names of its VMs by their processes
     */
    public static Function<String, String> names(String name, String otherwise) {
        Map<String, String> names = new TreeMap<>();
        truth(name).forEach((vm, reported) -> names.put(reported.getAsJsonObject("pid").get("value").getAsString(), vm));
        return pid -> names.getOrDefault(pid, otherwise.formatted(pid));
    }

    /**
     * @param name
     *            of a sample
     * @return the folder of the host's kernel trace; a guest's own may be beside it
     */
    public static Path trace(String name) {
        return UNPACKED.computeIfAbsent(name, Samples::unpack).resolve("kernel");
    }

    /**
     * @param name
     *            of a sample
     * @param vm
     *            of a VM in it
     * @return the symbols of that VM's kernel, as the manifest names them
     */
    public static Path symbols(String name, String vm) {
        Path folder = trace(name).getParent();
        try {
            JsonObject manifest = JsonParser.parseString(Files.readString(folder.resolve("hypertrace.json"))).getAsJsonObject();
            return Summary.objects(manifest, "vms").stream().filter(one -> one.get("name").getAsString().equals(vm))
                    .map(one -> folder.resolve(one.get("symbols").getAsString())).findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each process that runs tests has a copy, so that none can change what another one reads. */
    private static Path unpack(String name) {
        try {
            Path folder = Files.createDirectories(target().resolve("samples"));
            Tool.run("cp", "-a", unpackedOnce(name).resolve(name), folder);
            return folder.resolve(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By tar, so that our own unpacking can be compared with it; kept from one run to the next as long as the archive is the same. */
    private static Path unpackedOnce(String name) throws IOException {
        Path all = Files.createDirectories(root().resolve("org.hypertrace.tests/headless/.cache/samples"));
        Path kept = all.resolve(name + '-' + Tool.run("sha256sum", archive(name)).substring(0, 16));
        if (!Files.exists(kept)) {
            try (DirectoryStream<Path> old = Files.newDirectoryStream(all, name + "-????????????????")) {
                old.forEach(path -> Tool.run("rm", "-r", path));
            }
            Path part = Files.createTempDirectory(all, "unpacking");
            Tool.run("tar", "-xJf", archive(name), "-C", part);
            try {
                Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) {
                // another process was first
                Tool.run("rm", "-r", part);
            }
        }
        return kept;
    }
}
