/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hypertrace.core.file.FileTree;

/** What appears in some folders from now on, so that it can be deleted. */
public final class NewFiles {

    private final List<Path> fFolders;
    private final Set<Path> fBefore;

    /**
     * @param folders
     *            which of them; they need not be there
     * @throws IOException
     *             if one cannot be listed
     */
    public NewFiles(List<Path> folders) throws IOException {
        fFolders = folders;
        fBefore = there();
    }

    private Set<Path> there() throws IOException {
        Set<Path> there = new HashSet<>(fFolders);
        for (Path folder : fFolders) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> entries = Files.list(folder)) {
                    entries.forEach(there::add);
                }
            }
        }
        return there;
    }

    /**
     * Deletes what was not there before, with all that is in it.
     *
     * @throws IOException
     *             if that cannot be done
     */
    public void delete() throws IOException {
        for (Path path : there()) {
            if (!fBefore.contains(path)) {
                FileTree.delete(path);
            }
        }
    }
}
