/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The recorded traces in {@code traces-samples}, unpacked once per run. */
public final class Samples {

    private static final Map<String, Path> UNPACKED = new ConcurrentHashMap<>();

    private Samples() {
    }

    /** @return the names of the first five: a host that runs one VM, or two */
    public static Stream<String> first() {
        return Stream.of("stock-sched", "boot-levels", "slow-initcall", "boot-graph", "two-diff-cpu");
    }

    /** @return the folder of the whole tree */
    public static Path root() {
        return Path.of(System.getProperty("hypertrace.root"));
    }

    /** @return a folder for what tests make and what is worth a look after a failure */
    public static Path target() {
        return root().resolve("org.hypertrace.tests/headless/target");
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
     * @return the folder of its kernel trace
     */
    public static Path trace(String name) {
        return UNPACKED.computeIfAbsent(name, Samples::unpack);
    }

    /** By tar, so that our own unpacking can be compared with it. */
    private static Path unpack(String name) {
        try {
            Path folder = Files.createDirectories(target().resolve("samples").resolve(name));
            Tool.run("tar", "-xJf", archive(name), "-C", folder);
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(file -> file.endsWith("metadata")).findFirst().orElseThrow().getParent();
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
