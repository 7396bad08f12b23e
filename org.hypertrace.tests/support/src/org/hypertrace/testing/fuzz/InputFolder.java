/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Inputs as files, for what reads files; they are removed after each. */
final class InputFolder implements AutoCloseable {

    private final Path fFolder;

    InputFolder() {
        try {
            fFolder = Files.createTempDirectory("fuzz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file with a name that may have folders in it. */
    Path write(String name, byte[] content) {
        try {
            Path file = fFolder.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An input may be refused; the user is then shown a sentence. */
    static void checkRefusal(Exception refusal) {
        String message = refusal.getMessage();
        if (message == null || message.isBlank()) {
            throw new IllegalStateException("an input is refused without a reason", refusal);
        }
    }

    /** Fails with the text unless the condition holds. */
    static void check(boolean condition, Object text) {
        if (!condition) {
            throw new IllegalStateException(String.valueOf(text));
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(fFolder)) {
            List<Path> leavesFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : leavesFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
