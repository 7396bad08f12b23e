/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.hypertrace.core.report.open.ReportException;

/**
 * The recorded traces of a checkout: the folder {@code traces-samples}.
 *
 * @param folder
 *            where they are
 * @param samples
 *            in the order of the table of lessons, then those of which no table shows, by their paths; never empty
 * @param missing
 *            names in the table that are not there
 */
public record SampleFolder(Path folder, List<Sample> samples, List<String> missing) {

    /** The folder's name in a checkout. */
    public static final String NAME = "traces-samples";

    private static final int MAX_ENTRIES = 1000;
    private static final String NEXT = "; choose the folder " + NAME + " of a checkout of Hypertrace.";

    /**
     * @param chosen
     *            the folder {@value #NAME} or the checkout it is in
     * @return what is in it
     * @throws ReportException
     *             if that is no folder of samples
     */
    public static SampleFolder read(Path chosen) throws ReportException {
        if (!Files.isDirectory(chosen)) {
            throw new ReportException("There is no folder " + chosen + NEXT);
        }
        Path inside = chosen.resolve(NAME);
        Path folder = Files.exists(inside.resolve(SamplePage.FILE_NAME)) ? inside : chosen;
        SamplePage table = SamplePage.of(folder.resolve(SamplePage.FILE_NAME));
        if (table == null) {
            throw new ReportException(chosen + " has no " + SamplePage.FILE_NAME + " with a table of samples" + NEXT);
        }
        Finder finder = new Finder(folder);
        table.rows().forEach(finder::row);
        try {
            finder.others();
        } catch (IOException | UncheckedIOException e) {
            throw new ReportException(folder + " cannot be read by you; ask for read permission (chmod -R u+rX).", e);
        }
        if (finder.fSamples.isEmpty()) {
            throw new ReportException(chosen + " has no samples: there is no NAME/NAME" + Sample.ARCHIVE + " in it" + NEXT);
        }
        return new SampleFolder(folder, List.copyOf(finder.fSamples), List.copyOf(finder.fMissing));
    }

    /** Collects samples, each once. */
    private static final class Finder {
        private final Path fFolder;
        private final List<Sample> fSamples = new ArrayList<>();
        private final List<String> fMissing = new ArrayList<>();
        private final Set<String> fNames = new HashSet<>();

        Finder(Path folder) {
            fFolder = folder;
        }

        /** A row of the table of lessons: a folder with an archive of its name, or with several and a table of its own. */
        void row(String name, String lesson) {
            Path folder = fFolder.resolve(name);
            if (add(folder.resolve(name + Sample.ARCHIVE), lesson)) {
                return;
            }
            SamplePage page = SamplePage.of(folder.resolve(SamplePage.FILE_NAME));
            Map<String, String> several = page == null ? Map.of() : page.rows();
            several.forEach((inner, what) -> {
                if (!add(folder.resolve(inner + Sample.ARCHIVE), what)) {
                    fMissing.add(inner);
                }
            });
            if (several.isEmpty()) {
                fMissing.add(name);
            }
        }

        /** What no table shows. */
        void others() throws IOException {
            try (Stream<Path> folders = Files.list(fFolder)) {
                for (Path folder : folders.limit(MAX_ENTRIES).filter(Files::isDirectory).sorted().toList()) {
                    others(folder);
                }
            }
        }

        private void others(Path folder) throws IOException {
            try (Stream<Path> files = Files.list(folder)) {
                SamplePage page = SamplePage.of(folder.resolve(SamplePage.FILE_NAME));
                String lesson = page == null ? "" : page.firstSentence();
                files.filter(file -> file.toString().endsWith(Sample.ARCHIVE)).limit(MAX_ENTRIES).sorted()
                        .forEach(file -> add(file, lesson));
            }
        }

        private boolean add(Path archive, String lesson) {
            if (!Files.isRegularFile(archive)) {
                return false;
            }
            String file = String.valueOf(archive.getFileName());
            String name = file.substring(0, file.length() - Sample.ARCHIVE.length());
            if (fNames.add(name)) {
                fSamples.add(new Sample(name, lesson, archive, archive.toFile().length()));
            }
            return true;
        }
    }
}
