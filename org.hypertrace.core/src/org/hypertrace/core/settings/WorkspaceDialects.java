/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Platform;
import org.hypertrace.core.stream.dialect.Dialect;
import org.osgi.framework.FrameworkUtil;

/**
 * The user's own dialects: dictionaries in a folder of the workspace,
 * {@code .metadata/.plugins/org.hypertrace.core/dialects/*.json}, or in the folder that the user prefers. A wrong one does not keep the others
 * from being used.
 */
public final class WorkspaceDialects {

    private static final String FOLDER = "dialects";
    private static final String EXTENSION = ".json";

    /**
     * What is there.
     *
     * @param dialects
     *            by name
     * @param errors
     *            a sentence for every file that cannot be used
     */
    public record Found(List<Dialect> dialects, List<String> errors) { }

    private final Path fFolder;

    /** @param folder where the dictionaries lie; made when the first is added */
    public WorkspaceDialects(Path folder) {
        fFolder = folder;
    }

    /**
     * @return those of the folder that the user prefers, else of the workspace that is open
     * @throws IOException
     *             if there is none; the message is one sentence for the user
     */
    public static WorkspaceDialects get() throws IOException {
        String preferred = Preferences.dialects();
        if (!preferred.isEmpty()) {
            return new WorkspaceDialects(Path.of(preferred));
        }
        try {
            return new WorkspaceDialects(Platform.getStateLocation(FrameworkUtil.getBundle(WorkspaceDialects.class))
                    .append(FOLDER).toFile().toPath());
        } catch (IllegalStateException e) {
            throw new IOException("Only built-in dialects can be used, as there is no workspace.", e);
        }
    }

    /** @return where the dictionaries lie */
    public Path folder() {
        return fFolder;
    }

    /** @return all that can be used, and what is wrong with the others */
    public Found found() {
        Map<Path, Dialect> dialects = new LinkedHashMap<>();
        List<String> errors = new ArrayList<>();
        try {
            for (Path file : files()) {
                try {
                    Dialect dialect = Dialect.read(file);
                    checkName(dialect, file, dialects);
                    dialects.put(file, dialect);
                } catch (IOException e) {
                    errors.add(e.getMessage());
                }
            }
        } catch (IOException e) {
            errors.add("Cannot read " + fFolder + ": " + e.getMessage() + '.');
        }
        return new Found(dialects.values().stream().sorted(Comparator.comparing(Dialect::name)).toList(), errors);
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(fFolder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(fFolder)) {
            return files.filter(file -> file.toString().endsWith(EXTENSION)).sorted().toList();
        }
    }

    private static void checkName(Dialect dialect, Path file, Map<Path, Dialect> others) throws IOException {
        String taken = "its name \"" + dialect.name() + "\" is that of ";
        if (Dialect.BUILT_IN.contains(dialect.name())) {
            throw new IOException(file + ": " + taken + "a built-in dialect; give it another one.");
        }
        if (dialect.name().contains("+")) {
            throw new IOException(file + ": its name \"" + dialect.name() + "\" has a +, which joins the names of dialects that are "
                    + "used together; give it another one.");
        }
        for (Map.Entry<Path, Dialect> other : others.entrySet()) {
            if (other.getValue().name().equals(dialect.name()) && !other.getKey().equals(file)) {
                throw new IOException(file + ": " + taken + other.getKey().getFileName() + ", too; give it another one.");
            }
        }
    }

    /**
     * @param name
     *            of a built-in dialect or of one of the user's
     * @return that dialect
     * @throws IOException
     *             if there is none or its dictionary is wrong; the message is one sentence for the user
     */
    public static Dialect of(String name) throws IOException {
        if (Dialect.BUILT_IN.contains(name)) {
            return Dialect.builtIn(name);
        }
        Found found = get().found();
        for (Dialect dialect : found.dialects) {
            if (dialect.name().equals(name)) {
                return dialect;
            }
        }
        throw new IOException("There is no dialect \"" + name + "\" in the workspace"
                + (found.errors.isEmpty() ? "." : ", but a file that cannot be used: " + found.errors.get(0)));
    }

    /**
     * Takes a dictionary into the workspace: a copy, made after it was read without error. It replaces the file of its name,
     * if that is an older version of the same dialect or wrong.
     *
     * @param file
     *            a dictionary
     * @return the dialect
     * @throws IOException
     *             if it is wrong or cannot be copied; the message is one sentence for the user
     */
    public Dialect add(Path file) throws IOException {
        Dialect dialect = Dialect.read(file);
        String name = String.valueOf(file.getFileName());
        Path target = fFolder.resolve(name.endsWith(EXTENSION) ? name : name + EXTENSION);
        Map<Path, Dialect> others = new LinkedHashMap<>();
        for (Path other : files()) {
            try {
                others.put(other, Dialect.read(other));
            } catch (IOException e) {
                // a wrong one is no dialect; the new one may well be its correction
            }
        }
        checkName(dialect, target, others);
        Dialect replaced = others.get(target);
        if (replaced != null && !replaced.name().equals(dialect.name())) {
            throw new IOException(file + ": a file of this name is in the workspace already, of the dialect \""
                    + replaced.name() + "\"; give the file another name.");
        }
        copy(file, target);
        return dialect;
    }

    private void copy(Path file, Path target) throws IOException {
        try {
            if (Files.exists(target) && Files.isSameFile(file, target)) {
                return;
            }
            Files.createDirectories(fFolder);
            Path whole = Files.createTempFile(fFolder, "copy", null);
            Files.copy(file, whole, StandardCopyOption.REPLACE_EXISTING);
            Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IOException("Cannot copy " + file + " to " + target + ": " + e.getMessage() + '.', e);
        }
    }
}
