/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file of text that is either written whole or left as it was: it is written beside its place and moved there at its end. */
final class WholeFile implements AutoCloseable {

    private final Path fFile;
    private final Path fPart;
    private final Writer fOut;
    private final Thread fAtExit = new Thread(this::remove, "removes a half report");

    /**
     * @param file
     *            a regular file, a link to one, or nothing yet
     * @throws IOException
     *             if it cannot be written
     */
    WholeFile(Path file) throws IOException {
        if (Files.exists(file) && !Files.isWritable(file)) {
            // moving would not ask
            throw new AccessDeniedException(file.toString());
        }
        fFile = Files.exists(file) ? file.toRealPath() : file;
        fPart = fFile.resolveSibling(fFile.getFileName() + ".part-" + ProcessHandle.current().pid());
        fOut = Files.newBufferedWriter(fPart, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Runtime.getRuntime().addShutdownHook(fAtExit);
    }

    Writer out() {
        return fOut;
    }

    /** All is written. */
    void finish() throws IOException {
        fOut.close();
        Files.move(fPart, fFile, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Leaves nothing that is not finished. */
    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(fAtExit);
        } catch (IllegalStateException e) {
            // just that is under way
            return;
        }
        try {
            fOut.close();
        } finally {
            remove();
        }
    }

    private void remove() {
        try {
            Files.deleteIfExists(fPart);
        } catch (IOException e) {
            // its name says what it is
        }
    }
}
