/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeSet;

/**
 * The recordings that a user names: archives ({@code .tar.xz}), folders with a {@code hypertrace.json} or a trace in them, folders of such,
 * and lists: text files with a path per line.
 */
final class Inputs {

    private static final String ARCHIVE = ".tar.xz";

    private Inputs() {
    }

    /**
     * @param named
     *            what the user named
     * @return the recordings, absolute, each once, sorted
     * @throws Refused
     *             if there is none, or something cannot be read
     */
    static Collection<Path> of(List<Path> named) throws Refused {
        TreeSet<Path> found = new TreeSet<>();
        for (Path path : named) {
            int before = found.size();
            Path absolute = path.toAbsolutePath().normalize();
            if (!Files.exists(absolute)) {
                throw new Refused("There is no " + path + "; give a folder, an archive or a list of paths.");
            }
            try {
                if (Files.isDirectory(absolute)) {
                    walk(absolute, found);
                } else if (isArchive(absolute)) {
                    found.add(absolute);
                } else {
                    list(absolute, found);
                }
            } catch (IOException e) {
                throw new Refused(path + " cannot be read: " + e.getMessage() + '.', e);
            }
            if (found.size() == before) {
                throw new Refused(path + " holds no recordings that are not named already; there is neither a .tar.xz nor a folder of a trace.");
            }
        }
        return found;
    }

    static boolean isArchive(Path path) {
        return path.toString().endsWith(ARCHIVE) && !Files.isDirectory(path);
    }

    private static void walk(Path root, Collection<Path> found) throws IOException {
        Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), 32, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (isRecording(folder)) {
                    found.add(folder);
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isArchive(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** A host's trace, or the folder in which recorders put it. */
    private static boolean isRecording(Path folder) {
        return Files.exists(folder.resolve("hypertrace.json")) || Files.exists(folder.resolve("metadata")) || Files.exists(folder.resolve("kernel/metadata"));
    }

    /** What is missing is found when it is to be analysed: a row of its own. */
    private static void list(Path file, Collection<Path> found) throws IOException {
        List<Path> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank()) {
                lines.add(file.resolveSibling(line.strip()).normalize());
            }
        }
        found.addAll(lines);
    }
}
