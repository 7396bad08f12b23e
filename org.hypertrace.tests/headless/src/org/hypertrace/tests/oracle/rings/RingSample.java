/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.oracle.rings;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;

/** The sample with rings, as if these were the only words of its guest. */
final class RingSample {

    /** The threads of its vCPUs, in the order of the rings. */
    static final String VCPUS = "181,182";

    private RingSample() {
    }

    /** A copy in a folder: the trace. The file of the rings is beside it. */
    static Path byRings(Path folder) throws IOException {
        Path host = Samples.trace("ring");
        for (String name : List.of("kernel", "rings")) {
            Files.createDirectories(folder.resolve(name));
            try (Stream<Path> files = Files.list(host.resolveSibling(name))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, folder.resolve(name).resolve(file.getFileName()));
                }
            }
        }
        String manifest = Files.readString(host.resolveSibling("hypertrace.json"));
        String ring = manifest.replace("\"channel\": \"both\"", "\"channel\": \"ring\"").replaceAll("\"symbols\": \"[^\"]*\",", "");
        assertTrue(ring.contains("\"ring\""), manifest);
        Files.writeString(folder.resolve("hypertrace.json"), ring);
        return folder.resolve("kernel");
    }
}
