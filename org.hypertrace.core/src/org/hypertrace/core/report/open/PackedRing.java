/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.runtime.IProgressMonitor;
import org.hypertrace.core.stream.ring.RingFile;

/** A file of rings that xz has packed: a {@code .ring.xz}. */
public final class PackedRing {

    private static final String NAME = ".ring.xz";

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
        Path file = PackedFile.unpacked(ring, work, monitor);
        if (!RingFile.isOne(file)) {
            throw new ReportException(ring + " is no file of rings: what is packed in it does not begin with GTRRING1.");
        }
        return file;
    }
}
