/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.hypertrace.core.file.FileTree;
import org.hypertrace.core.guesttrace.GuestNames;
import org.hypertrace.core.guesttrace.GuestTraceWriter.Written;
import org.hypertrace.core.machine.Manifest;
import org.hypertrace.core.machine.read.HostTraces;
import org.hypertrace.core.report.open.ReportException;

/**
 * The folder that gets extracted traces. They are written beside what it holds and moved to their places when all are
 * complete; whatever ends the extraction before leaves the folder as it was. A trace of a host is linked file by file where
 * the file system can, else copied, so that the folder can be moved as a whole.
 */
final class ExtractionFolder implements AutoCloseable {

    private static final String PARTIAL = ".hypertrace-partial";

    /** Where a trace is written, and where it is when all is complete. */
    record Room(Path now, Path then) { }

    /** Where the traces of a host and its guests go. */
    final class Place {
        private final Path fRelative;
        private final HostTraces.Host fHost;
        private final Set<String> fTaken = new HashSet<>(Set.of(Manifest.FILE_NAME));
        private final Map<Written, String> fGuests = new LinkedHashMap<>();

        private Place(HostTraces.Host host, Path relative) throws IOException {
            fHost = host;
            fRelative = relative;
            Files.createDirectories(fReady.resolve(relative));
        }

        /** Puts the trace of the host there. */
        Path link(Path trace) throws IOException {
            Path relative = fRelative.resolve(GuestNames.free(fHost.name(), fTaken));
            Path target = fReady.resolve(relative);
            try (Stream<Path> walk = Files.walk(trace)) {
                for (Path path : (Iterable<Path>) walk::iterator) {
                    Path to = target.resolve(trace.relativize(path).toString());
                    if (Files.isDirectory(path)) {
                        Files.createDirectories(to);
                    } else {
                        link(path, to);
                    }
                }
            }
            return fFolder.resolve(relative);
        }

        private static void link(Path from, Path to) throws IOException {
            try {
                Files.createLink(to, from.toRealPath());
            } catch (IOException | UnsupportedOperationException e) {
                // another file system, or one without links
                Files.copy(from, to);
            }
        }

        /** Puts the trace of a guest there. */
        Written move(Written guest) throws IOException {
            String name = GuestNames.folder(guest, fTaken);
            fGuests.put(guest, name);
            Files.move(guest.folder(), fReady.resolve(fRelative).resolve(name));
            return guest.at(fFolder.resolve(fRelative).resolve(name));
        }

        /** Takes a folder for another trace. */
        Room room(String name) {
            Path relative = fRelative.resolve(GuestNames.free(name, fTaken));
            return new Room(fReady.resolve(relative), fFolder.resolve(relative));
        }

        /** Reports in a manifest who is who, and puts the symbols there that the host's manifest names. */
        void describe() throws IOException {
            ExtractionManifest.write(fReady.resolve(fRelative).resolve(Manifest.FILE_NAME), fHost, fGuests, linkSymbols());
        }

        /** @return where each file with symbols is from now on, seen from the manifest; none of those that are not there */
        private Map<Path, String> linkSymbols() throws IOException {
            Map<Path, String> linked = new LinkedHashMap<>();
            Set<String> taken = new HashSet<>();
            String folder = null;
            List<Manifest.Vm> vms = fHost.manifest() == null ? List.of() : fHost.manifest().vms();
            for (Path file : vms.stream().flatMap(vm -> Stream.concat(Stream.ofNullable(vm.symbols()), vm.nestedSymbols().stream())).toList()) {
                if (Files.isRegularFile(file) && !linked.containsKey(file)) {
                    folder = folder == null ? GuestNames.free("symbols", fTaken) : folder;
                    String place = folder + '/' + GuestNames.free(String.valueOf(file.getFileName()), taken);
                    Path to = fReady.resolve(fRelative).resolve(place);
                    Files.createDirectories(to.getParent());
                    link(file, to);
                    linked.put(file, place);
                }
            }
            return linked;
        }
    }

    private final Path fFolder;
    private final Path fPartial;
    private final Path fReady;
    private final boolean fReplaces;
    private final boolean fIsNew;
    private final Set<String> fTaken = new HashSet<>();
    private final Thread fAtExit = new Thread(this::remove, "removes what was not finished");

    /**
     * @param replaces
     *            whether the folder may have something in it
     * @throws ReportException
     *             if it has and may not
     */
    ExtractionFolder(Path folder, boolean replaces) throws ReportException, IOException {
        fFolder = folder;
        fPartial = folder.resolve(PARTIAL);
        fReady = fPartial.resolve("ready");
        fReplaces = replaces;
        fIsNew = !Files.exists(folder);
        if (!fIsNew && !Files.isDirectory(folder)) {
            throw new ReportException(folder + " is not a folder; choose another one.");
        }
        // of an extraction that was killed
        FileTree.delete(fPartial);
        if (!fIsNew && !replaces && !children(folder).isEmpty()) {
            throw new ReportException(folder + " is not empty; choose another folder, or --force to replace what an earlier "
                    + "extraction wrote there.");
        }
        // first, or a signal in between would leave the folder
        Runtime.getRuntime().addShutdownHook(fAtExit);
        try {
            Files.createDirectories(fReady);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Gets what is not complete yet. */
    Path partial() {
        return fPartial;
    }

    /**
     * @param host
     *            a host
     * @param several
     *            whether there are others: then each has a folder of its own
     * @return where its traces go
     */
    Place of(HostTraces.Host host, boolean several) throws IOException {
        return new Place(host, Path.of(several ? GuestNames.free(host.name(), fTaken) : ""));
    }

    /** All is complete: puts it where it belongs. */
    void finish() throws ReportException, IOException {
        List<Path> earlier = fReplaces ? earlier() : List.of();
        List<Path> ready = children(fReady);
        for (Path path : ready) {
            Path to = fFolder.resolve(path.getFileName());
            if (Files.exists(to) && !earlier.contains(to)) {
                throw new ReportException(to + " is in the way, and no earlier extraction wrote it; move it or choose another folder.");
            }
        }
        for (Path path : earlier) {
            FileTree.delete(path);
        }
        for (Path path : ready) {
            Files.move(path, fFolder.resolve(path.getFileName()));
        }
    }

    /** What an earlier extraction wrote: traces and a manifest, or for each of several hosts a folder with just these. */
    private List<Path> earlier() throws IOException {
        List<Path> earlier = new ArrayList<>(ExtractionManifest.extracted(fFolder));
        for (Path child : children(fFolder)) {
            if (Files.isDirectory(child) && !child.equals(fPartial)
                    && ExtractionManifest.extracted(child).equals(children(child))) {
                earlier.add(child);
            }
        }
        return earlier;
    }

    private static List<Path> children(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** Removes what was not finished, and the folder if it is not needed. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(fAtExit);
        } catch (IllegalStateException e) {
            // just that is under way
            return;
        }
        remove();
    }

    private void remove() {
        try {
            FileTree.delete(fPartial);
            if (fIsNew && children(fFolder).isEmpty()) {
                Files.delete(fFolder);
            }
        } catch (IOException e) {
            // without metadata it is no trace to any reader; the next extraction to this folder tries again
        }
    }
}
