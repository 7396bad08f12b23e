/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.junit.jupiter.api.Test;

/** Every picture of the help can be made anew, is shown by a page, and is small. */
class PicturesTest {

    private static final Path ROOT = Samples.root();
    private static final Path HELP = ROOT.resolve("org.hypertrace.ui/doc");
    private static final Path CLASSES = ROOT.resolve("org.hypertrace.tests/workbench/src/org/hypertrace/ui/tests");
    private static final int MAX_BYTES = 150_000;
    private static final int COLOUR_TYPE = 25;
    private static final int PALETTE = 3;
    private static final Pattern SHOWN = Pattern.compile("!\\[[^\\]]*\\]\\(([^)]*)\\)");

    /** Lines of the list: file, kind, what. */
    private static List<String[]> described() throws IOException {
        return Files.readAllLines(ROOT.resolve("releng/pictures.txt")).stream().filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" +", 3)).toList();
    }

    private static List<Path> pictures() throws IOException {
        try (Stream<Path> files = Files.walk(HELP)) {
            return files.filter(file -> file.toString().endsWith(".png")).sorted().toList();
        }
    }

    private static Set<String> names(Stream<Path> files) {
        return files.map(file -> HELP.relativize(file).toString()).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void eachIsDescribedAndShown() throws IOException {
        Set<String> there = names(pictures().stream());
        assertTrue(there.size() > 40, there.toString());
        assertEquals(there, described().stream().map(line -> line[0]).collect(Collectors.toCollection(TreeSet::new)), "releng/pictures.txt");
        try (Stream<Path> pages = Files.walk(HELP)) {
            assertEquals(there, names(pages.filter(file -> file.toString().endsWith(".md")).flatMap(page -> SHOWN.matcher(text(page)).results()
                    .map(found -> page.resolveSibling(found.group(1)).normalize()))), "pages");
        }
    }

    @Test
    void eachViewIsMadeByAMethodThatNamesIt() throws IOException {
        for (String[] line : described()) {
            if (line[1].equals("view")) {
                String[] method = line[2].split("#");
                String source = text(CLASSES.resolve(method[0] + ".java"));
                assertTrue(source.contains("\n    void " + method[1] + "()"), line[2]);
                String body = source.split("\n    void " + method[1] + "\\(\\)", 2)[1].split("\n    @Test", 2)[0];
                assertTrue(body.contains(line[0].replace(".png", "\"")), line[2] + " makes no " + line[0]);
            } else {
                assertTrue(Set.of("report", "hand").contains(line[1]), line[1]);
            }
        }
    }

    @Test
    void eachIsSmallAndHasAPalette() throws IOException {
        StringBuilder wrong = new StringBuilder();
        for (Path picture : pictures()) {
            byte[] bytes = Files.readAllBytes(picture);
            if (bytes.length > MAX_BYTES || bytes[COLOUR_TYPE] != PALETTE) {
                wrong.append(HELP.relativize(picture)).append(": ").append(bytes.length).append(" bytes\n");
            }
        }
        assertEquals("", wrong.toString());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
