/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import org.tukaani.xz.MemoryLimitException;

/** Why a file could not be read or written, as a clause: the messages of Java's exceptions are often only the file's name. */
public final class IoReason {

    private IoReason() {
    }

    /**
     * @param e
     *            what was thrown
     * @return the clause, without a full stop
     */
    public static String of(IOException e) {
        if (e instanceof NoSuchFileException missing) {
            Path parent = Path.of(missing.getFile()).toAbsolutePath().getParent();
            return parent != null && !Files.exists(parent) ? "there is no folder " + parent : "there is no " + missing.getFile();
        }
        if (e instanceof AccessDeniedException) {
            return "permission is denied";
        }
        if (e instanceof FileSystemException file) {
            return Files.isDirectory(Path.of(file.getFile())) ? "it is a folder"
                    : file.getReason() == null ? file.getFile() + " is in the way" : file.getReason();
        }
        if (e instanceof MemoryLimitException memory) {
            return "it needs " + mebibytes(memory.getMemoryNeeded()) + " MiB of memory to be unpacked, and may have "
                    + mebibytes(memory.getMemoryLimit()) + " (pack it with xz -9 or less)";
        }
        return e.getMessage() == null ? "it ends too early" : e.getMessage();
    }

    private static int mebibytes(int kibibytes) {
        return kibibytes + 1023 >> 10;
    }
}
