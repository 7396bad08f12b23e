/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hypertrace.core.vcpu.VcpuState;
import org.hypertrace.testing.SourceFiles;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md names the packages, passes, states and the state tree as the code has them. */
class ArchitectureDocumentTest {

    private static final Path ROOT = Path.of(System.getProperty("hypertrace.root"));
    private static final Path CORE = ROOT.resolve("org.hypertrace.core/src/org/hypertrace/core");
    private static final int MAX_LINES = 250;

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    }

    /** What stands under a heading. */
    private static String section(String heading) throws IOException {
        return page().split("\n## " + heading + "\n", 2)[1].split("\n## ", 2)[0];
    }

    private static List<String> firstCells(String text) {
        return Pattern.compile("^\\| `?([^|`]+?)`? \\|", Pattern.MULTILINE).matcher(text).results().map(m -> m.group(1)).toList();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> walk = Files.walk(CORE)) {
            return walk.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
    }

    /** The names in a state tree, also those of the attributes whose children are numbered. */
    private static Set<String> names(String tree) {
        return Arrays.stream(tree.replaceAll("\\([^)]*\\)", "").split("[/·\\n\\[\\]]|\\s{2,}|, | and ")).map(String::strip)
                .filter(name -> name.matches("[A-Za-z][A-Za-z ]*")).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void packagesInTheirOrder() throws IOException {
        List<String> packages = new ArrayList<>(firstCells(section("Packages")));
        packages.remove("package");
        assertEquals(PackagesTest.ORDER, packages);
    }

    @Test
    void passesByClassesThatThereAre() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (Path source : sources()) {
            classes.add(source.getFileName().toString().replace(".java", ""));
        }
        String passes = section("Passes over the events");
        List<String> unknown = Pattern.compile("`([A-Z]\\w+[a-z]\\w*)`").matcher(passes).results().map(m -> m.group(1))
                .filter(name -> !classes.contains(name) && !name.equals("TrackerVersionsTest")).toList();
        // a field of the table
        assertEquals(List.of("Detail"), unknown);
        List<String> analyses = classes.stream().filter(name -> name.endsWith("Analysis") && !name.equals("FileAnalysis")).toList();
        assertTrue(analyses.size() >= 4 && analyses.stream().allMatch(name -> passes.contains('`' + name + '`')), analyses.toString());
    }

    @Test
    void theStateTreeIsThatOfTheTrackers() throws IOException {
        String tree = section("The state tree").split("```\n")[1];
        Set<String> ours = new TreeSet<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            if (text.contains("Hosts/&lt;host id&gt;") && text.contains("<pre>")) {
                String pre = text.split("<pre>", 2)[1].split("</pre>", 2)[0];
                ours.addAll(names(pre.replace("&lt;", "<").replace("&gt;", ">").replaceAll("(?m)^ \\* ?", "")));
            }
        }
        Set<String> shown = names(tree.replaceAll("Events, Boots and Shutdowns of .*", ""));
        assertEquals(ours, shown);
        assertTrue(ours.size() > 50, ours.toString());
    }

    @Test
    void theStatesOfAVcpu() throws IOException {
        List<String> states = new ArrayList<>(firstCells(section("Decisions")));
        states.removeAll(List.of("state"));
        Set<String> expected = Arrays.stream(VcpuState.values()).map(VcpuState::label).collect(Collectors.toCollection(TreeSet::new));
        states.add(VcpuState.UNKNOWN.label());
        assertEquals(expected, new TreeSet<>(states));
        assertEquals(expected.size(), states.size());
        assertTrue(section("Decisions").contains("\n- *Unknown* is the state"));
    }

    @Test
    void itIsShortAndItsLinksLead() throws IOException {
        assertTrue(page().lines().count() <= MAX_LINES);
        assertEquals(List.of(), Pattern.compile("]\\(([^)#]+)(#[^)]*)?\\)").matcher(page()).results().map(m -> m.group(1))
                .filter(link -> !Files.exists(ROOT.resolve(link))).toList());
    }

    /** What a comment or page cites is in the repository. */
    @Test
    void noSourceCitesADocumentFromElsewhere() throws IOException {
        Pattern elsewhere = Pattern.compile("\\.\\./(?:shared|design|reference|review)/|guest-stream-abi\\.md");
        List<String> wrong = new ArrayList<>();
        for (String folder : List.of("org.hypertrace.core/src", "org.hypertrace.ui", "org.hypertrace.tests/headless/src", "org.hypertrace.tests/support/src", "org.hypertrace.tests/headless/oracle",
                "org.hypertrace.tests/workbench/src", "traces-samples", "releng")) {
            for (Path file : SourceFiles.under(ROOT.resolve(folder), ".java", ".json", ".md", ".py", ".c", ".h", ".sh", ".xml")) {
                if (!file.endsWith("ArchitectureDocumentTest.java") && elsewhere.matcher(Files.readString(file)).find()) {
                    wrong.add(ROOT.relativize(file).toString());
                }
            }
        }
        assertEquals(List.of(), wrong);
    }
}
