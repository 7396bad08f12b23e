/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.SourceFiles;
import org.junit.jupiter.api.Test;

/** The page of defects names tests that are there: classes and their methods, and files with what is to be found in them. */
class DefectsTest {

    private static final Path ROOT = Samples.root();
    private static final Path RECORDER = ROOT.resolve("traces-samples/recorder");
    private static final List<Path> TESTS = SourceFiles.under(ROOT.resolve("org.hypertrace.tests"), ".java");
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** The tests that are named in the last cells of the tables. */
    private static List<String> named() throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("org.hypertrace.ui/doc/promises/defects.md"))) {
            if (line.startsWith("| ") && line.endsWith("` |")) {
                Matcher name = NAME.matcher(line.substring(line.lastIndexOf("|", line.length() - 2)));
                while (name.find()) {
                    names.add(name.group(1));
                }
            }
        }
        return names;
    }

    private static boolean isThere(String name) {
        String[] parts = name.split(": ", 2);
        if (parts.length == 1 && !name.contains("/")) {
            String[] test = name.split("\\.");
            return sources(test[0] + ".java").anyMatch(text -> test.length == 1 ? text.contains("@Test")
                    : text.contains(" void " + test[1] + '('));
        }
        Path file = parts[0].startsWith("releng/") ? ROOT.resolve(parts[0]) : RECORDER.resolve(parts[0]);
        return Files.exists(file) && (parts.length == 1 || text(file).contains(parts[1]));
    }

    private static Stream<String> sources(String file) {
        return TESTS.stream().filter(path -> path.endsWith(file)).map(DefectsTest::text);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void allTestsAreThere() throws IOException {
        List<String> names = named();
        assertTrue(names.size() > 80, names.size() + " tests");
        assertEquals("", names.stream().filter(name -> !isThere(name)).collect(Collectors.joining("\n")));
    }

    @Test
    void aMissingOneIsFound() {
        assertEquals(List.of(true, false, false, false, false), Stream.of("DefectsTest.aMissingOneIsFound", "DefectsTest.no", "NoTest",
                "tests/test_c.py: no such text", "tests/no.py").map(DefectsTest::isThere).toList());
    }
}
