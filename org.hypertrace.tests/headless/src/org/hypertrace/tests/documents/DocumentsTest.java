/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.SourceFiles;
import org.hypertrace.tests.documents.Markdown.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages hang together: links lead somewhere, the index has every page and view, and README stays short. */
class DocumentsTest {

    private static final int MAX_LINES_OF_README = 120;
    private static final Path ROOT = Samples.root();
    private static final Path HELP = ROOT.resolve("org.hypertrace.ui/doc");
    private static final String PROMISE = "*any bytes as a trace, any word from a guest, any name: an answer or one sentence with a status that "
            + "is not 0; within bounded time and memory; and what was lost is reported.*";

    private static boolean leadsSomewhere(Link link) {
        String[] parts = link.target().split("#", 2);
        Path file = parts[0].isEmpty() ? link.page() : link.page().resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || Markdown.of(file).anchors().contains(parts[1]));
    }

    @Test
    void linksLeadSomewhere() {
        List<Link> links = Markdown.all().stream().flatMap(page -> page.links().stream()).toList();
        assertTrue(links.size() > 100, links.size() + " links");
        assertEquals("", links.stream().filter(link -> !leadsSomewhere(link)).map(link -> ROOT.relativize(link.page()) + ": " + link.target())
                .collect(Collectors.joining("\n")));
    }

    @Test
    void deadLinksAreFound() {
        Path readme = ROOT.resolve("README.md");
        assertTrue(leadsSomewhere(new Link(readme, "org.hypertrace.ui/doc/promises/promises.md#limits")));
        assertEquals(List.of(false, false, false), List.of("no.md", "#no", "SECURITY.md#no").stream()
                .map(target -> leadsSomewhere(new Link(readme, target))).toList());
    }

    @Test
    void readmeIsShortAndHasThePromise() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        assertTrue(lines.size() <= MAX_LINES_OF_README, lines.size() + " lines");
        assertTrue(String.join(" ", lines).contains(PROMISE));
        String promises = Files.readString(HELP.resolve("promises/promises.md")).replace('\n', ' ');
        assertTrue(promises.contains("*A" + PROMISE.substring(2)), "the page of promises has another one");
        Set<String> wanted = new TreeSet<>(Set.of("SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "org.hypertrace.ui/doc/README.md",
                "org.hypertrace.ui/doc/promises/promises.md"));
        Markdown.of(ROOT.resolve("README.md")).links().forEach(link -> wanted.remove(link.target()));
        assertEquals(Set.of(), wanted);
    }

    @Test
    void theIndexHasEveryPage() {
        Path index = HELP.resolve("README.md");
        Set<Path> linked = Markdown.of(index).links().stream().map(link -> HELP.resolve(link.target().replaceFirst("#.*", "")).normalize())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals("", Markdown.all().stream().map(Markdown::file).filter(file -> file.startsWith(HELP) && !file.equals(index)
                && !linked.contains(file)).map(file -> HELP.relativize(file).toString()).collect(Collectors.joining("\n")));
    }

    @Test
    void theIndexHasEveryView() throws IOException {
        String views = Files.readString(ROOT.resolve("org.hypertrace.ui/plugin.xml")).split("</extension>", 2)[0];
        Set<String> names = names("<view [^>]*?name=\"([^\"]*)\"", views);
        assertTrue(names.contains("Virtual CPU"), names.toString());
        assertEquals(names, rows(Files.readString(HELP.resolve("README.md")).split("\n## Views\n", 2)[1].split("\n## ", 2)[0]));
    }

    /** By the titles that they give the help. */
    @Test
    void theIndexHasEveryDialog() throws IOException {
        Set<String> titles = new TreeSet<>();
        for (Path source : SourceFiles.under(ROOT.resolve("org.hypertrace.ui/src"), ".java")) {
            titles.addAll(names("ViewHelp\\.ofDialog\\([^;]*\"([^\"]*)\"\\)|super\\(parent, \"([^\"]*)\", rows", Files.readString(source)));
        }
        assertEquals(5, titles.size(), titles.toString());
        assertEquals(titles, rows(Files.readString(HELP.resolve("README.md")).split("\n## Dialogs\n", 2)[1]));
    }

    /** Pages that begin with the question that they answer, and show the answer. */
    @ParameterizedTest
    @ValueSource(strings = { "rolling-upgrade/rolling-upgrade.md", "rolling-upgrade/a-rolling-upgrade.md", "processor-time/processor-time.md",
            "comparisons/comparisons.md" })
    void pagesHaveTheirQuestionAndAPicture(String page) throws IOException {
        String text = Files.readString(HELP.resolve(page));
        assertTrue(text.split("\n\n")[1].contains("?"), text.split("\n\n")[1]);
        assertTrue(Pattern.compile("!\\[[^\\]]+\\]\\([^)]+\\.png\\)").matcher(text).find(), page);
    }

    private static Set<String> rows(String tables) {
        return names("(?m)^\\| \\[([^\\]]*)\\]\\([^)]*\\) \\|", tables);
    }

    private static Set<String> names(String pattern, String text) {
        return Pattern.compile(pattern).matcher(text).results().map(found -> found.group(1) != null ? found.group(1) : found.group(2)).collect(Collectors.toCollection(TreeSet::new));
    }
}
