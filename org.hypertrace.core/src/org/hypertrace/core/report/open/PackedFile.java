/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.file.Archive;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.file.IoReason;

/** A single file that xz has packed. */
final class PackedFile {

    private static final String XZ = ".xz";
    private static final String TEXT = ".txt" + XZ;

    private PackedFile() {
    }

    /** Whether by its name it is a packed text. */
    static boolean isText(Path path) {
        return path.toString().endsWith(TEXT) && Files.isRegularFile(path);
    }

    /**
     * @param packed
     *            its name ends with {@code .xz}
     * @param work
     *            a folder for what is unpacked
     * @param monitor
     *            can cancel
     * @return the file in it, with the name without that end; the same file into the same folder is unpacked once
     * @throws ReportException
     *             if it cannot be unpacked
     */
    static Path unpacked(Path packed, Path work, IProgressMonitor monitor) throws ReportException {
        String name = packed.toFile().getName();
        String plain = name.substring(0, name.length() - XZ.length());
        try {
            Files.createDirectories(work);
            Path folder = work.resolve(plain + '-' + Integer.toHexString(Objects.hash(packed.toRealPath(), Files.size(packed), Files.getLastModifiedTime(packed))));
            if (!Files.exists(folder)) {
                Path part = Files.createTempDirectory(work, "partial-");
                try {
                    Archive.unpackFile(packed, part.resolve(plain), Archive.Limits.USUAL, monitor);
                    Files.move(part, folder);
                } finally {
                    // what did not become complete
                    FileTree.delete(part);
                }
            }
            return folder.resolve(plain);
        } catch (Archive.Refused e) {
            throw new ReportException(e.getMessage(), e);
        } catch (OperationCanceledException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        } catch (EOFException e) {
            throw new ReportException(packed + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).", e);
        } catch (IOException e) {
            throw new ReportException(packed + " cannot be unpacked: " + IoReason.of(e)
                    + "; it may be damaged (test it with xz -t) or the disk may be full.", e);
        }
    }
}
