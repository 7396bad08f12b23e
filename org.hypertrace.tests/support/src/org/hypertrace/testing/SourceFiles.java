/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of the repository that somebody wrote. What a build, a tool or a test beside this one makes is never entered: it comes and
 * goes while a walk lasts.
 */
public final class SourceFiles {

    private SourceFiles() {
    }

    /**
     * @param folder
     *            a folder of the repository
     * @param ends
     *            how names end, such as <code>.java</code>
     * @return the files below it with such names, in the order of their paths
     */
    public static List<Path> under(Path folder, String... ends) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {

                @Override
                public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                    String name = dir.getFileName().toString();
                    boolean made = name.equals("target") || name.equals("bin") || name.startsWith(".");
                    return made && !dir.equals(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    for (String end : ends) {
                        if (file.toString().endsWith(end)) {
                            found.add(file);
                            break;
                        }
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }
}
