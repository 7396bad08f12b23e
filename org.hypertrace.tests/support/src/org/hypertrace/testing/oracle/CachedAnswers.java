/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing.oracle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.Tool;

/**
 * Answers of scripts that are kept from one run of the tests to the next: a script takes seconds for a sample, and reports the
 * same as long as neither it, nor a script that it uses, nor what it reads has changed. That is seen by their contents, never by their dates.
 */
public final class CachedAnswers {

    private static final Path FOLDER = Samples.root().resolve("org.hypertrace.tests/headless/.cache/oracle");
    /** About traces that tests make: there are several of a name. */
    private static final Path MADE = FOLDER.resolve("made");
    private static final Duration KEPT = Duration.ofDays(14);
    private static boolean sIsTidy;

    /** A module that a script imports, or a script whose file it names. */
    private static final Pattern NAMED = Pattern.compile("(?m)^\\s*(?:from|import) +([\\w.]+(?: +as \\w+)?(?:, *[\\w.]+)*)|\\b(\\w+)\\.py\\b");

    private CachedAnswers() {
    }

    /** @return what the script reports, asked only if this was not asked before */
    static Path of(String name, Path script, List<Object> arguments) throws IOException {
        Path kept = Files.createDirectories(FOLDER).resolve(name + '-' + hash(script, arguments) + ".json");
        if (!Files.exists(kept)) {
            Path answer = Files.createTempFile(FOLDER, "asked", ".tmp");
            Tool.run(answer, Stream.concat(Stream.of("python3", "-B", script), arguments.stream()).toArray());
            try (DirectoryStream<Path> old = Files.newDirectoryStream(FOLDER, name + "-????????????????.json")) {
                for (Path path : old) {
                    // Plain tests and those in Equinox run side by side: the other one may have asked the same and read it now.
                    if (!path.equals(kept)) {
                        Files.deleteIfExists(path);
                    }
                }
            }
            Files.move(answer, kept, StandardCopyOption.REPLACE_EXISTING);
        }
        return kept;
    }

    /**
     * The same about files that a test made; their names count, too. Whatever was not asked for two weeks goes.
     *
     * @param name
     *            the question's
     * @param script
     *            that answers
     * @param arguments
     *            the script's
     * @return what it reports
     * @throws IOException
     *             if something cannot be read
     */
    public static synchronized Path made(String name, Path script, List<?> arguments) throws IOException {
        Files.createDirectories(MADE);
        tidy();
        List<Object> named = new ArrayList<>(arguments);
        arguments.stream().filter(Path.class::isInstance).forEach(path -> named.add(((Path) path).getFileName().toString()));
        Path kept = MADE.resolve(name + '-' + hash(script, named) + ".json");
        if (Files.exists(kept)) {
            Files.setLastModifiedTime(kept, FileTime.from(Instant.now()));
            return kept;
        }
        Path answer = Files.createTempFile(MADE, "asked", ".tmp");
        Tool.run(answer, Stream.concat(Stream.of("python3", "-B", script), arguments.stream()).toArray());
        return Files.move(answer, kept, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void tidy() throws IOException {
        if (sIsTidy) {
            return;
        }
        sIsTidy = true;
        FileTime oldest = FileTime.from(Instant.now().minus(KEPT));
        try (DirectoryStream<Path> all = Files.newDirectoryStream(MADE)) {
            for (Path path : all) {
                if (Files.getLastModifiedTime(path).compareTo(oldest) < 0) {
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    /** By a program: without the optimizing compiler Java takes half a second for a sample. */
    private static String hash(Path script, List<Object> arguments) throws IOException {
        Process program = new ProcessBuilder("sha256sum").start();
        try (OutputStream digest = program.getOutputStream()) {
            for (Path source : new TreeSet<>(scripts(script))) {
                add(digest, source, file -> true);
            }
            for (Object argument : arguments) {
                if (argument instanceof Path path) {
                    add(digest, path, file -> true);
                    if (Files.exists(path.resolveSibling("hypertrace.json"))) {
                        // the manifest, and what it names
                        add(digest, path.getParent(), file -> !file.startsWith(path));
                    }
                } else {
                    digest.write((argument + "\n").getBytes());
                }
            }
        }
        String hash = new String(program.getInputStream().readAllBytes());
        if (!hash.matches("[0-9a-f]{64} .*\\s")) {
            throw new IOException("sha256sum printed " + hash);
        }
        return hash.substring(0, 16);
    }

    /**
     * @param script
     *            a script
     * @return it, and whatever of the same folder it imports or names, however far
     * @throws IOException
     *             if one cannot be read
     */
    public static Set<Path> scripts(Path script) throws IOException {
        Set<Path> read = new LinkedHashSet<>(List.of(script));
        for (Deque<Path> next = new ArrayDeque<>(read); !next.isEmpty();) {
            Matcher named = NAMED.matcher(Files.readString(next.remove()));
            while (named.find()) {
                for (String name : (named.group(1) == null ? named.group(2) : named.group(1)).split("\\s*,\\s*")) {
                    Path source = script.resolveSibling(name.replaceFirst(" .*", "").replace('.', '/') + ".py");
                    if (Files.exists(source) && read.add(source)) {
                        next.add(source);
                    }
                }
            }
        }
        return read;
    }

    private static void add(OutputStream digest, Path path, Predicate<Path> counts) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.filter(Files::isRegularFile).filter(counts).sorted().toList()) {
                digest.write((path.relativize(file) + "\n").getBytes());
                Files.copy(file, digest);
            }
        }
    }
}
