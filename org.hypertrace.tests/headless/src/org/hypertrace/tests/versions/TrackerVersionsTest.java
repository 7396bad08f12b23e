/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.versions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No history that an older version found is taken for what is found now: a tracker does not change without its version. */
class TrackerVersionsTest {

    private static final Path ROOT = Path.of(System.getProperty("hypertrace.root"));

    @TempDir
    Path fFolder;

    @Test
    void noTrackerChangesWithoutItsVersion() throws IOException {
        List<String> problems = new TrackerVersions(TrackerVersions.core(ROOT)).problems(TrackerVersions.read(ROOT.resolve(TrackerVersions.LIST)));
        assertEquals("", String.join("\n", problems), TrackerVersions.NEXT);
    }

    @Test
    void everyHistoryIsMadeOfAllVersionsThatItReaches() throws IOException {
        JavaSources core = TrackerVersions.core(ROOT);
        TrackerVersions versions = new TrackerVersions(core);
        Map<String, Set<String>> reached = new TreeMap<>();
        Map<String, Set<String>> declared = new TreeMap<>();
        for (String history : TrackerVersions.HISTORIES.keySet()) {
            reached.put(history, versions.reached(history));
            declared.put(history, core.versionsIn(history));
        }
        assertEquals(reached, declared);
    }

    /** Whoever keeps something that depends on the files of the trace keeps a history. */
    @Test
    void everyHistoryIsKnown() throws IOException {
        JavaSources core = TrackerVersions.core(ROOT);
        Set<String> histories = core.classes().stream()
                .filter(type -> core.names(type, "filesHash") || core.names(type, "FileAnalysis") && core.names(type, "Inputs"))
                .filter(type -> !Set.of("machine.read.HostTraces", "analysis.FileAnalysis").contains(type))
                        .collect(Collectors.toSet());
        assertEquals(new TreeSet<>(TrackerVersions.HISTORIES.keySet()), new TreeSet<>(histories));
    }

    @Test
    void commentsAndBlanksAreNoChange() throws IOException {
        String source = "package a.b; class C { /** It is. */ static final int VERSION = 3; int is() { return 1; } // \"\n}";
        assertEquals(hash(source), hash("package a.b;\n\nclass C {\nstatic final int VERSION = 4; // raised\nint is() {\n\treturn 1;\n}\n}\n"));
        assertNotEquals(hash(source), hash(source.replace("return 1", "return 2")));
        assertNotEquals(hash("class C { String s = \"a // b\"; }"), hash("class C { String s = \"a // c\"; }"));
        assertNotEquals(hash("class C { String s = \"a  b\"; }"), hash("class C { String s = \"a b\"; }"));
        assertNotEquals(hash("class C { char c = '\"'; int a = 1; char d = '\"'; }"), hash("class C { char c = '\"'; int a = 2; char d = '\"'; }"));
        assertNotEquals(hash("class C { String s = \"\"\"\n  \\\"\"\" // a\n\"\"\"; }"), hash("class C { String s = \"\"\"\n  \\\"\"\" // b\n\"\"\"; }"));
    }

    private String hash(String source) throws IOException {
        Files.createDirectories(fFolder.resolve("b"));
        Files.writeString(fFolder.resolve("b/C.java"), source);
        JavaSources sources = new JavaSources(fFolder, "a");
        return sources.hash(sources.classes(), List.of("b"));
    }

    @Test
    void aClassReachesWhateverItNames() throws IOException {
        write("b/Here", "package a.b; import a.c.There; import static a.d.Far.Inner.of; class Here extends Same { There there; }");
        write("b/Same", "package a.b; /* Unused */ class Same { a.e.Whole whole; String s = \"Unused\"; }");
        write("b/Unused", "package a.b; class Unused { }");
        write("c/There", "package a.c; class There { AnAnalysis of; }");
        write("c/AnAnalysis", "package a.c; class AnAnalysis { Behind behind; }");
        write("c/Behind", "package a.c; class Behind { }");
        write("d/Far", "package a.d; class Far { static class Inner { static int of() { return 1; } } }");
        write("e/Whole", "package a.e; class Whole { }");
        assertEquals("[b.Here, b.Same, c.There, d.Far, e.Whole]",
                new JavaSources(fFolder, "a").reached(List.of("b.Here"), "Analysis").toString());
    }

    /** A dictionary beside the sources decides what is found as well as they do. */
    @Test
    void otherFilesOfThePackageCount() throws IOException {
        write("b/C", "package a.b; class C { }");
        Files.createDirectories(fFolder.resolve("b/words"));
        Files.writeString(fFolder.resolve("b/words/first.json"), "{}");
        String before = hash("package a.b; class C { }");
        Files.writeString(fFolder.resolve("b/words/first.json"), "[]");
        assertNotEquals(before, hash("package a.b; class C { }"));
    }

    private void write(String name, String source) throws IOException {
        Path file = fFolder.resolve(name + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
    }
}
