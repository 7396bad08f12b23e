/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.tests.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hypertrace.testing.Samples;
import org.hypertrace.testing.SourceFiles;

/** A page in Markdown, without its blocks of code: its links and the anchors of its headings, as GitHub names them. */
record Markdown(Path file, List<String> lines) {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** A link of a page: a path, an anchor, or both. */
    record Link(Path page, String target) { }

    static Markdown of(Path file) {
        List<String> lines = new ArrayList<>();
        boolean code = false;
        try {
            for (String line : Files.readAllLines(file)) {
                boolean fence = line.strip().startsWith("```");
                code ^= fence;
                lines.add(code || fence || line.startsWith("    ") ? "" : line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Markdown(file, lines);
    }

    /** @return every page of the repository, but for those that a build or a tool made */
    static List<Markdown> all() {
        return SourceFiles.under(Samples.root(), ".md").stream().map(Markdown::of).toList();
    }

    /** @return its links that lead to another place of the repository */
    List<Link> links() {
        // A text of a link may be broken over two lines, its target not.
        return lines.stream().flatMap(line -> LINK.matcher(line.replaceAll("`[^`]*`", "")).results())
                .map(found -> found.group(1)).filter(target -> !target.matches("https?:.*")).map(target -> new Link(file, target)).toList();
    }

    /** @return the names by which links find its headings */
    List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        Map<String, Integer> times = new HashMap<>();
        for (String line : lines) {
            Matcher heading = Pattern.compile("#{1,6} (.*)").matcher(line);
            if (heading.matches()) {
                String name = heading.group(1).strip().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}\\- _]", "").replace(' ', '-');
                int before = times.merge(name, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? name : name + "-" + before);
            }
        }
        return anchors;
    }
}
