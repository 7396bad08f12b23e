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
import java.util.regex.Pattern;

/**
 * The recordings that a user names: archives ({@code .tar.xz}), folders with a {@code hypertrace.json} or a trace in them, folders of such,
 * and lists: text files with a path or an address per line.
 */
final class Inputs {

    static final String ARCHIVE = ".tar.xz";
    /** A name of a file system, longer than a letter. */
    private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:/.*");
    /** Each task has a file in the index, and Hadoop starts processes for each file. */
    private static final int MOST_IN_TASK = 64;

    private Inputs() {
    }

    /**
     * @param named
     *            what the user named
     * @param remote
     *            reads what is named by an address
     * @return the recordings, as addresses or absolute paths, each once, sorted
     * @throws Refused
     *             if there is none, or something cannot be read
     */
    static Collection<String> of(List<String> named, Remote remote) throws Refused {
        TreeSet<String> found = new TreeSet<>();
        for (String name : named) {
            int before = found.size();
            try {
                if (isAddress(name)) {
                    found.addAll(remote.recordings(name));
                } else {
                    add(Path.of(name), found);
                }
            } catch (IOException e) {
                throw new Refused(name + " cannot be read: " + e.getMessage() + '.', e);
            }
            if (found.size() == before) {
                throw new Refused(name + " holds no recordings that are not named already; there is neither a .tar.xz nor a folder of a trace.");
            }
        }
        return found;
    }

    /**
     * Tasks as processors take them one after another: few recordings in each, for what a lost machine had begun is soon done again; and one in
     * the last ones, so that all processors end together.
     *
     * @param recordings
     *            all
     * @param processors
     *            how many there are
     * @return the same, in the same order
     */
    static List<List<String>> inTasks(List<String> recordings, int processors) {
        List<List<String>> tasks = new ArrayList<>();
        for (int first = 0; first < recordings.size();) {
            int left = recordings.size() - first;
            int next = first + Math.max(1, Math.min(MOST_IN_TASK, left / (2 * processors)));
            tasks.add(new ArrayList<>(recordings.subList(first, next)));
            first = next;
        }
        return tasks;
    }

    /** Whether it is an address, not a path. */
    static boolean isAddress(String name) {
        return ADDRESS.matcher(name).matches();
    }

    private static void add(Path path, Collection<String> found) throws IOException, Refused {
        Path absolute = path.toAbsolutePath().normalize();
        if (!Files.exists(absolute)) {
            throw new Refused("There is no " + path + "; give a folder, an archive or a list of paths.");
        }
        if (Files.isDirectory(absolute)) {
            walk(absolute, found);
        } else if (isArchive(absolute)) {
            found.add(absolute.toString());
        } else {
            list(absolute, found);
        }
    }

    static boolean isArchive(Path path) {
        return path.toString().endsWith(ARCHIVE) && !Files.isDirectory(path);
    }

    private static void walk(Path root, Collection<String> found) throws IOException {
        Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), 32, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (isRecording(folder)) {
                    found.add(folder.toString());
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isArchive(file)) {
                    found.add(file.toString());
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
    private static void list(Path file, Collection<String> found) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String name = line.strip();
            if (!name.isEmpty()) {
                found.add(isAddress(name) ? name : file.resolveSibling(name).normalize().toString());
            }
        }
    }
}
