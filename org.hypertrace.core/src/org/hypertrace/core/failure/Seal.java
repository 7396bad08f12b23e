/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Distinguishes a file that was written to its end from one that was not, or changed since. A small file beside it, written last, has its
 * length and time. For files of others, whose form does not report that.
 */
public final class Seal {

    private static final String SUFFIX = ".whole";

    private Seal() {
    }

    /**
     * Removes a file that is not sealed, so that it is written anew.
     *
     * @param file
     *            which need not exist
     * @throws IOException
     *             if it cannot be removed
     */
    public static void require(Path file) throws IOException {
        Path seal = seal(file);
        if (!Files.exists(file) || !Files.isRegularFile(seal) || !Files.readAllLines(seal).equals(text(file))) {
            Files.deleteIfExists(seal);
            Files.deleteIfExists(file);
        }
    }

    /**
     * @param file
     *            is whole
     * @throws IOException
     *             if that cannot be kept
     */
    public static void set(Path file) throws IOException {
        Files.write(seal(file), text(file));
    }

    private static Path seal(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    private static List<String> text(Path file) throws IOException {
        return List.of(Files.size(file) + " " + Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS));
    }
}
