/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;

/** Unpacks a {@code .tar.xz} of files and folders, or one {@code .xz}. What would write elsewhere, or without bound, is refused. */
public final class Archive {

    /**
     * How much an archive may unpack to.
     *
     * @param bytes
     *            in all
     * @param entries
     *            files and folders
     * @param ratio
     *            times the size of the archive
     * @param small
     *            the ratio does not count up to so many bytes
     * @param spare
     *            so many bytes of the disk stay free
     */
    public record Limits(long bytes, int entries, int ratio, long small, long spare) {

        /** Recordings shrink to a seventh, and to a thousandth where buffers are empty. */
        public static final Limits USUAL = new Limits(1L << 37, 100_000, 1000, 1L << 30, 1L << 26);
    }

    /** An archive is not unpacked: the message is one sentence for the user. */
    public static final class Refused extends IOException {
        private static final long serialVersionUID = 1;

        Refused(String sentence) {
            super(sentence);
        }
    }

    private static final int MAX_HEADERS = 1 << 20;
    private static final int BUFFER = 1 << 16;
    private static final int LOOK_AT_DISK = 1 << 24;

    private final Path fArchive;
    private final Path fTarget;
    private final Limits fLimits;
    private final IProgressMonitor fMonitor;
    private final byte[] fBuffer = new byte[BUFFER];
    private final long fAllowed;
    private long fWritten;
    private long fLookAgain;

    private Archive(Path archive, Path target, Limits limits, IProgressMonitor monitor) throws IOException {
        fArchive = archive;
        fTarget = target;
        fLimits = limits;
        fMonitor = monitor;
        fAllowed = Math.min(limits.bytes, Math.max(limits.small, Files.size(archive) * limits.ratio));
    }

    /**
     * @param archive
     *            a {@code .tar.xz}
     * @param target
     *            an empty folder
     * @param limits
     *            how much it may be
     * @param monitor
     *            can cancel
     * @throws Refused
     *             if it holds what it may not
     * @throws IOException
     *             if it is damaged, or cannot be read or written
     * @throws OperationCanceledException
     *             if that was wanted
     */
    public static void unpack(Path archive, Path target, Limits limits, IProgressMonitor monitor) throws IOException {
        try (InputStream file = InputFile.stream(archive);
                HeaderLimit in = new HeaderLimit(InputFile.unpacked(file));
                TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
            new Archive(archive, target, limits, monitor).unpack(tar, in);
        }
    }

    /**
     * @param packed
     *            one file, packed by xz
     * @param target
     *            is made, in a folder that is there
     * @param limits
     *            how much it may be
     * @param monitor
     *            can cancel
     * @throws Refused
     *             if it is too much
     * @throws IOException
     *             if it is damaged, or cannot be read or written
     * @throws OperationCanceledException
     *             if that was wanted
     */
    public static void unpackFile(Path packed, Path target, Limits limits, IProgressMonitor monitor) throws IOException {
        try (InputStream file = InputFile.stream(packed); InputStream in = InputFile.unpacked(file)) {
            new Archive(packed, target.toAbsolutePath().getParent(), limits, monitor).write(in, target);
        }
    }

    private void unpack(TarArchiveInputStream tar, HeaderLimit in) throws IOException {
        int entries = 0;
        for (TarArchiveEntry entry = next(tar, in); entry != null; entry = next(tar, in)) {
            if (++entries > fLimits.entries) {
                throw refused("it has more than " + fLimits.entries + " files and folders; give a smaller one");
            }
            unpack(tar, entry);
        }
    }

    private TarArchiveEntry next(TarArchiveInputStream tar, HeaderLimit in) throws IOException {
        try {
            in.allow(MAX_HEADERS);
            return tar.getNextEntry() == null ? null : tar.getCurrentEntry();
        } catch (OutOfMemoryError e) {
            // the library makes room for as much as a header asks for
            throw refused("a header in it has an impossible size; pack it again");
        } finally {
            in.allow(Long.MAX_VALUE);
        }
    }

    private void unpack(TarArchiveInputStream tar, TarArchiveEntry entry) throws IOException {
        Path path = fTarget.resolve(entry.getName()).normalize();
        if (!path.startsWith(fTarget)) {
            throw refused("it wants to write outside its folder, to " + Quoted.of(entry.getName()));
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        if (entry.isSymbolicLink() || entry.isLink() || entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice()) {
            throw refused(Quoted.of(entry.getName())
                    + " in it is no file but a link, a pipe or a device; pack the files themselves (tar "
                    + "--dereference --hard-dereference)");
        }
        // before the disk is filled by what is too long anyway
        long size = entry.isSparse() ? entry.getRealSize() : entry.getSize();
        requireRoom(size);
        long begin = fWritten;
        Files.createDirectories(Objects.requireNonNullElse(path.getParent(), fTarget));
        write(tar, path);
        if (fWritten - begin != size) {
            throw new EOFException();
        }
    }

    private void write(InputStream in, Path path) throws IOException {
        try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
            for (int count = in.read(fBuffer); count > 0; count = in.read(fBuffer)) {
                requireRoom(count);
                out.write(fBuffer, 0, count);
                fWritten += count;
            }
        }
    }

    private void requireRoom(long bytes) throws IOException {
        if (fMonitor.isCanceled()) {
            throw new OperationCanceledException();
        }
        if (bytes > fAllowed - fWritten) {
            throw refused("it unpacks to more than " + (fAllowed >> 20) + " MiB; unpack it yourself if you trust it, and give the folder");
        }
        if (fWritten + bytes > fLookAgain || bytes > BUFFER) {
            long free = Files.getFileStore(fTarget).getUsableSpace();
            if (bytes > free - fLimits.spare) {
                throw refused("there is no room for it in " + fTarget.getParent() + "; free some, or unpack it elsewhere and give the "
                        + "folder");
            }
            fLookAgain = fWritten + bytes + LOOK_AT_DISK;
        }
    }

    private Refused refused(String why) {
        return new Refused(fArchive + " is not unpacked: " + why + '.');
    }
}
