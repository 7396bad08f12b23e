/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.file.Archive;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.stream.ring.RingFile;

/** A file of rings that xz has packed: a {@code .ring.xz}. */
public final class PackedRing {

    private static final String NAME = ".ring.xz";
    private static final int XZ = ".xz".length();

    private PackedRing() {
    }

    /**
     * @param path
     *            any
     * @return whether it is a file of rings, or its name is that of a packed one
     */
    public static boolean isRing(Path path) {
        return isPacked(path) || RingFile.isOne(path);
    }

    private static boolean isPacked(Path path) {
        return path.toString().endsWith(NAME) && Files.isRegularFile(path);
    }

    /**
     * @param ring
     *            a file of rings
     * @param work
     *            a folder for what is unpacked
     * @param monitor
     *            can cancel
     * @return the same file, or what is packed in it
     * @throws ReportException
     *             if it cannot be unpacked, or is no file of rings
     */
    public static Path unpacked(Path ring, Path work, IProgressMonitor monitor) throws ReportException {
        if (!isPacked(ring)) {
            return ring;
        }
        String name = ring.toFile().getName();
        try {
            // the same file into the same folder: once, so that a workspace that has it opens it again
            Path folder = work.resolve(name + '-' + Integer.toHexString(Objects.hash(ring.toRealPath(), Files.size(ring), Files.getLastModifiedTime(ring))));
            Path file = folder.resolve(name.substring(0, name.length() - XZ));
            if (Files.exists(file)) {
                return file;
            }
            Files.createDirectories(folder);
            Path part = Files.createTempDirectory(folder, "partial-").resolve("ring");
            try {
                Archive.unpackFile(ring, part, Archive.Limits.USUAL, monitor);
                if (!RingFile.isOne(part)) {
                    throw new ReportException(ring + " is no file of rings: what is packed in it does not begin with GTRRING1.");
                }
                return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                FileTree.delete(part.getParent());
            }
        } catch (Archive.Refused e) {
            throw new ReportException(e.getMessage(), e);
        } catch (OperationCanceledException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        } catch (EOFException e) {
            throw new ReportException(ring + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).", e);
        } catch (IOException e) {
            throw new ReportException(ring + " cannot be unpacked: " + IoReason.of(e)
                    + "; it may be damaged (test it with xz -t) or the disk may be full.", e);
        }
    }
}
