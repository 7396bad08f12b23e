/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.subset;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Class files where the build puts them. They are read from folders and not through the bundles: this test runs without a
 * display, and so without the bundle org.hypertrace.ui and what that stands on.
 */
final class BuiltClasses {

    private BuiltClasses() {
    }

    /** @return the tree this build is of */
    static Path root() {
        String root = System.getProperty("hypertrace.root");
        if (root == null) {
            throw new IllegalStateException("the property hypertrace.root does not name the folder of the whole tree; the build sets it");
        }
        return Path.of(root);
    }

    /** @return the classes built from a module */
    static List<ClassFile> of(Path module) throws IOException {
        return read(module.resolve("target/classes"), "");
    }

    /** @return the names of a module's source files that have no class file: they were not built, or not yet */
    static List<String> notBuilt(Path module) throws IOException {
        Path sources = module.resolve("src");
        Path classes = module.resolve("target/classes");
        try (Stream<Path> files = Files.walk(sources)) {
            return files.map(file -> sources.relativize(file).toString())
                    .filter(name -> name.endsWith(".java") && !name.endsWith("-info.java"))
                    .filter(name -> !Files.exists(classes.resolve(name.replaceFirst("java$", "class")))).sorted().toList();
        }
    }

    /** @return the classes of Trace Compass 6.2, by name */
    static Map<String, ClassFile> ofTraceCompass() throws IOException {
        Path bundles = root().resolve("releng/target-6.2/.cache/bundles");
        Map<String, ClassFile> classes = new HashMap<>();
        try (Stream<Path> files = Files.list(bundles)) {
            for (Path jar : (Iterable<Path>) files.filter(f -> f.getFileName().toString().matches(".*(tracecompass|linuxtools).*\\.jar"))::iterator) {
                try (FileSystem content = FileSystems.newFileSystem(jar)) {
                    read(content.getPath("/"), "/org/eclipse/").forEach(c -> classes.put(c.name(), c));
                }
            }
        }
        return classes;
    }

    private static List<ClassFile> read(Path folder, String prefix) throws IOException {
        List<ClassFile> classes = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
                files.filter(f -> f.toString().endsWith(".class") && f.toString().startsWith(prefix)).sorted()
                        .forEach(f -> classes.add(read(f)));
            }
        }
        return classes;
    }

    private static ClassFile read(Path file) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return ClassFile.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
