/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.ctf;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.file.FileTree;

/**
 * A trace as Trace Compass' reader wants it: without what is to be left out, which it cannot skip; without an index; with metadata of CTF
 * 1.8 where it does not read CTF 2. It is a folder for temporary files. Files of damaged streams and such metadata are written anew there,
 * and all others are links.
 */
public final class MendedTrace implements AutoCloseable {

    /** Raised by {@code releng/versions}. */
    public static final int VERSION = 11;

    private final Path fFolder;

    private MendedTrace(Path folder) {
        fFolder = folder;
    }

    /**
     * @param trace
     *            the folder of a trace
     * @param leftOut
     *            what is to be left out of it
     * @return whether Trace Compass' reader needs a copy
     */
    public static boolean isNeeded(Path trace, List<LeftOut> leftOut) {
        return !leftOut.isEmpty() || CtfReader.here().needsTranslation(trace) || CtfReader.here().misreadsIndex(trace);
    }

    /**
     * @param trace
     *            the folder of a trace
     * @param leftOut
     *            what is to be left out of it
     * @return the copy, to be closed
     * @throws IOException
     *             if it cannot be made
     */
    public static MendedTrace of(Path trace, List<LeftOut> leftOut) throws IOException {
        Map<String, List<LeftOut>> byStream = leftOut.stream().collect(Collectors.groupingBy(LeftOut::stream));
        String translated = CtfReader.here().needsTranslation(trace) ? MetadataText.translated(trace.resolve(LeftOut.METADATA)) : null;
        MendedTrace mended = new MendedTrace(Files.createTempDirectory("hypertrace-mended-"));
        try (Stream<Path> files = Files.list(trace.toAbsolutePath())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = file.getFileName().toString();
                Path copy = mended.fFolder.resolve(name);
                if (name.equals(LeftOut.METADATA) && translated != null) {
                    Files.writeString(copy, translated);
                } else if (name.equals(LeftOut.METADATA) && byStream.containsKey(name)) {
                    Dispensable.copy(file, byStream.get(name), copy);
                } else if (byStream.containsKey(name)) {
                    copy(file, byStream.get(name), copy);
                } else {
                    link(file, copy);
                }
            }
            return mended;
        } catch (IOException | RuntimeException e) {
            mended.close();
            throw e;
        }
    }

    private static void copy(Path file, List<LeftOut> leftOut, Path to) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel copy = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long at = 0;
            for (LeftOut bytes : leftOut) {
                copy(from, at, bytes.from(), copy);
                at = bytes.until();
            }
            copy(from, at, from.size(), copy);
        }
    }

    private static void copy(FileChannel from, long begin, long end, FileChannel to) throws IOException {
        for (long at = begin; at < end;) {
            long copied = from.transferTo(at, end - at, to);
            if (copied <= 0) {
                throw new IOException("the file became shorter");
            }
            at += copied;
        }
    }

    private static void link(Path file, Path link) throws IOException {
        try {
            Files.createSymbolicLink(link, file);
        } catch (IOException | UnsupportedOperationException e) {
            // not every system has links for everyone
            Files.copy(file, link);
        }
    }

    /** @return where it is */
    public Path folder() {
        return fFolder;
    }

    @Override
    public void close() {
        try {
            FileTree.delete(fFolder);
        } catch (IOException e) {
            // what is left there is removed with other temporary files
        }
    }
}
