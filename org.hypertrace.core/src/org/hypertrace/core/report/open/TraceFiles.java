/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.open;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.hypertrace.core.file.Archive;
import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.file.InputFile;
import org.hypertrace.core.file.IoReason;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.upgrade.plan.UpgradePlan;

/**
 * Finds the traces in what a user names. That is a trace folder, a {@code .tar.xz}, a folder of both, or a text, plain or {@code .txt.xz}. It may be a
 * recording of trace-cmd or perf, or a {@code .ring} or {@code .ring.xz}.
 */
public final class TraceFiles {

    private static final String ARCHIVE = ".tar.xz";
    /** Files and folders among which traces are looked for; the tree of a whole disk has more. */
    private static final int MAX_FILES = 1_000_000;

    private TraceFiles() {
    }

    /**
     * @param file
     *            any
     * @return whether it is a recording that trace-cmd or perf has to print as text
     */
    public static boolean isPrinted(Path file) {
        return PrintedRecording.of(file) != null;
    }

    /**
     * @param argument
     *            what the user named
     * @param unpackInto
     *            a folder for what is in archives
     * @param monitor
     *            gets what takes long, and can cancel it
     * @return the folders of the traces found and the texts that manifests name, sorted by path, or the text file; never empty
     * @throws ReportException
     *             if there is no trace, or it cannot be read
     */
    public static List<Path> find(Path argument, Path unpackInto, IProgressMonitor monitor) throws ReportException {
        return find(argument, unpackInto, MAX_FILES, monitor);
    }

    /**
     * @param argument
     *            what the user named
     * @param unpackInto
     *            a folder for what is in archives
     * @param maxFiles
     *            how many files and folders a folder may hold, however deep, else it is refused
     * @param monitor
     *            gets what takes long, and can cancel it
     * @return as above
     * @throws ReportException
     *             if there is no trace, or it cannot be read
     */
    public static List<Path> find(Path argument, Path unpackInto, int maxFiles, IProgressMonitor monitor) throws ReportException {
        if (!Files.exists(argument)) {
            throw new ReportException("There is no " + argument + "; give the path of a trace folder or a .tar.xz.");
        }
        if (PackedRing.isRing(argument)) {
            return List.of(PackedRing.unpacked(argument, unpackInto, monitor));
        }
        if (Files.isRegularFile(argument) && !isArchive(argument)) {
            if (PackedFile.isText(argument)) {
                return List.of(PackedFile.unpacked(argument, unpackInto, monitor));
            }
            PrintedRecording recording = PrintedRecording.of(argument);
            return List.of(recording == null ? argument : recording.text(unpackInto, monitor));
        }
        if (!Files.isRegularFile(argument) && !Files.isDirectory(argument)) {
            throw new ReportException(argument + " is neither a file nor a folder; give the path of a trace folder or a .tar.xz.");
        }
        if (!Files.isReadable(argument)) {
            throw new ReportException(argument + " cannot be read by you; ask for read permission (chmod -R u+rX).");
        }
        List<Path> traces = new ArrayList<>();
        try {
            if (isArchive(argument)) {
                collect(unpack(argument, unpackInto, monitor), unpackInto, maxFiles, monitor, traces);
            } else {
                collect(argument, unpackInto, maxFiles, monitor, traces);
            }
        } catch (IOException e) {
            throw new ReportException(argument + " cannot be read: " + IoReason.of(e) + "; check the file and its permissions.", e);
        }
        if (traces.isEmpty()) {
            throw new ReportException(argument + " is not a trace: there is no CTF trace (a folder with a file 'metadata') in it.");
        }
        NamedGuests guests = NamedGuests.among(traces);
        for (Path trace : traces) {
            if (Files.isDirectory(trace) && !guests.contains(trace)) {
                KernelTraceCheck.requireReadable(trace);
            }
        }
        return traces;
    }

    private static boolean isArchive(Path path) {
        return path.toString().endsWith(ARCHIVE) && Files.isRegularFile(path);
    }

    private static void collect(Path folder, Path unpackInto, int maxFiles, IProgressMonitor monitor, List<Path> traces)
            throws IOException, ReportException {
        if (Files.exists(folder.resolve("metadata"))) {
            traces.add(folder);
            return;
        }
        for (Path path : candidates(folder, maxFiles)) {
            if (path.endsWith(Manifest.FILE_NAME)) {
                addTexts(path, traces);
            } else if (!isArchive(path)) {
                traces.add(path.getParent());
            } else if (!path.startsWith(unpackInto)) {
                collect(unpack(path, unpackInto, monitor), unpackInto, maxFiles, monitor, traces);
            }
        }
    }

    /** What guests recorded as text is found by the manifest that names it: a folder has many other texts. */
    private static void addTexts(Path manifest, List<Path> traces) {
        try {
            for (Manifest.Vm vm : Manifest.read(manifest).vms()) {
                Path text = vm.guestTrace();
                if (text != null && Files.isRegularFile(text) && !traces.contains(text) && TextTraces.isEvents(text)) {
                    InputFile.requireInside(text, manifest.toAbsolutePath().getParent());
                    traces.add(text);
                }
            }
        } catch (IOException e) {
            // reported with the host's trace
        }
    }

    /** What may be traces, manifests or archives, however deep, sorted. */
    private static List<Path> candidates(Path folder, int maxFiles) throws IOException, ReportException {
        List<Path> found = new ArrayList<>();
        int files = 0;
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) walk::iterator) {
                if (++files > maxFiles) {
                    throw new ReportException(folder + " holds more than " + maxFiles + " files and folders; give the folder of the recording.");
                }
                if (isArchive(path) || path.endsWith("metadata") || path.endsWith(Manifest.FILE_NAME)) {
                    found.add(path);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        found.sort(null);
        return found;
    }

    /** The plan beside an archive is beside the recordings in it, too, but for those that have one. */
    private static void keepPlan(Path plan, Path target) throws IOException {
        String text = InputFile.text(plan);
        try (DirectoryStream<Path> recordings = Files.newDirectoryStream(target, Files::isDirectory)) {
            for (Path recording : recordings) {
                if (!Files.exists(recording.resolve(UpgradePlan.FILE), LinkOption.NOFOLLOW_LINKS)) {
                    Files.writeString(recording.resolve(UpgradePlan.FILE), text);
                }
            }
        }
    }

    private static Path unpack(Path archive, Path into, IProgressMonitor monitor) throws ReportException {
        monitor.subTask("unpacking " + archive.getFileName());
        String name = archive.toFile().getName();
        try {
            Files.createDirectories(into);
            // the same archive into the same folder: once, so that a workspace that has it opens it again
            Path plan = archive.toAbsolutePath().resolveSibling(UpgradePlan.FILE);
            Object planned = Files.isRegularFile(plan) ? Files.getLastModifiedTime(plan) : 0;
            Path unpacked = into.resolve(name.substring(0, name.length() - ARCHIVE.length()) + '-' + Integer.toHexString(
                    Objects.hash(archive.toRealPath(), Files.size(archive), Files.getLastModifiedTime(archive), planned)));
            if (Files.exists(unpacked)) {
                return unpacked;
            }
            Path target = Files.createTempDirectory(into, "partial-");
            try {
                Archive.unpack(archive, target, Archive.Limits.USUAL, monitor);
                if (Files.isRegularFile(plan)) {
                    keepPlan(plan, target);
                }
                return Files.move(target, unpacked);
            } finally {
                // what did not become complete
                FileTree.delete(target);
            }
        } catch (Archive.Refused e) {
            throw new ReportException(e.getMessage(), e);
        } catch (OperationCanceledException e) {
            throw new ReportException(ReportException.CANCELLED, e);
        } catch (EOFException e) {
            throw new ReportException(archive + " cannot be unpacked: it ends too early; copy it again (test it with xz -t).", e);
        } catch (IllegalArgumentException e) {
            throw new ReportException(archive + " is no .tar.xz: " + e.getMessage() + '.', e);
        } catch (IOException e) {
            throw new ReportException(archive + " cannot be unpacked: " + IoReason.of(e)
                    + "; it may be damaged (test it with xz -t) or the disk may be full.", e);
        }
    }
}
