/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Why a file could not be read or written, as a clause: the messages of Java's exceptions are often only the file's name. */
final class IoReason {

    private IoReason() {
    }

    static String of(IOException e) {
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
        return e.getMessage() == null ? "it ends too early" : e.getMessage();
    }
}
