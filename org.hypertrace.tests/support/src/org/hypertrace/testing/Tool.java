/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that are not ours and see the same traces. */
public final class Tool {

    private Tool() {
    }

    /**
     * @param command
     *            the program and its arguments; it must succeed
     * @return what it printed
     */
    public static String run(Object... command) {
        try {
            Path out = Files.createTempFile("tool", ".out");
            try {
                run(out, command);
                return Files.readString(out);
            } finally {
                Files.delete(out);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * @param out
     *            gets what it prints
     * @param command
     *            the program and its arguments; it must succeed
     * @throws IOException
     *             if it cannot be started
     */
    public static void run(Path out, Object... command) throws IOException {
        Path err = Files.createTempFile("tool", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of(command).stream().map(Object::toString).toList());
            builder.environment().put("LC_ALL", "C.UTF-8");
            int status = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start().waitFor();
            if (status != 0) {
                throw new AssertionError(List.of(command) + " ended with " + status + ": " + Files.readString(err));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            Files.delete(err);
        }
    }
}
