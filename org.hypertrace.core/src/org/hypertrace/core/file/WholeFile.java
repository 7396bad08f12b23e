/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file of text that is either written whole or left as it was. It is written beside its place and moved there at its end. What
 * a killed process left beside it is removed.
 */
public final class WholeFile implements AutoCloseable {

    /** Then the id of the process that writes it. */
    private static final String PART = ".part-";

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
    public WholeFile(Path file) throws IOException {
        if (Files.exists(file) && !Files.isWritable(file)) {
            // moving would not ask
            throw new AccessDeniedException(file.toString());
        }
        fFile = Files.exists(file) ? file.toRealPath() : file;
        fPart = fFile.resolveSibling(fFile.getFileName() + PART + ProcessHandle.current().pid());
        removeLeftovers();
        fOut = Files.newBufferedWriter(fPart, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Runtime.getRuntime().addShutdownHook(fAtExit);
    }

    /** Removes the parts of this file whose writers were killed. */
    private void removeLeftovers() {
        String prefix = fFile.getFileName() + PART;
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(fPart.toAbsolutePath().getParent(),
                part -> isLeftover(part, prefix))) {
            for (Path part : parts) {
                Files.deleteIfExists(part);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // whatever matters for writing is reported when it is written
        }
    }

    private static boolean isLeftover(Path part, String prefix) {
        String name = part.getFileName().toString();
        if (!name.startsWith(prefix) || !Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            long writer = Long.parseLong(name.substring(prefix.length()));
            // ids are given again: this process has not begun to write yet
            return writer == ProcessHandle.current().pid() || ProcessHandle.of(writer).isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** @return gets the text */
    public Writer out() {
        return fOut;
    }

    /**
     * All is written.
     *
     * @throws IOException
     *             if it cannot be kept; then the file is as it was
     */
    public void finish() throws IOException {
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
            // its name reports what it is
        }
    }
}
