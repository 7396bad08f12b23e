/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.hypertrace.core.report.doc.Page;

/**
 * The formats of reports. One that every document has is a class that renders pages, and a line here. The others are made by the commands that
 * have them.
 */
public enum Format {
    /** For a terminal. */
    TEXT("txt", (page, how) -> TextPage.of(page, how.exact())),
    /** By a schema of each report. */
    JSON("json", null),
    /** For spreadsheets: one of the page's tables. */
    CSV("csv", (page, how) -> CsvPage.of(page, how.table())),
    /** For a browser, also offline. */
    HTML("html", (page, how) -> HtmlPage.of(page)),
    /** For issues and merge requests. */
    MARKDOWN("md", (page, how) -> MarkdownPage.of(page)),
    /** The Test Anything Protocol. */
    TAP("tap", null),
    /** A picture. */
    SVG("svg", null),
    /** Stacks, as tools for flame graphs read them. */
    FOLDED("folded", null),
    /** Threads over the time, for Perfetto. */
    CHROME("trace.json", null);

    /**
     * What a user chooses besides the format.
     *
     * @param exact
     *            whether durations are in ns, not rounded
     * @param table
     *            the name of the table that CSV has, null for all
     */
    public record Choice(boolean exact, String table) { }

    /** Writes any page in a format. */
    private interface Renderer {
        String of(Page page, Choice how) throws IOException;
    }

    private final String fEnding;
    private final Renderer fRenderer;

    Format(String ending, Renderer renderer) {
        fEnding = ending;
        fRenderer = renderer;
    }

    /** @return its name on the command line */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @return how names of files in it end, without the dot before */
    public String ending() {
        return fEnding;
    }

    /** @return whether every document has it */
    public boolean isOfPages() {
        return fRenderer != null;
    }

    /**
     * @param page
     *            any page
     * @param how
     *            what the user chose besides
     * @return it in this format, one that every document has
     * @throws IOException
     *             never
     */
    public String render(Page page, Choice how) throws IOException {
        return fRenderer.of(page, how);
    }

    /**
     * @param own
     *            those that a command makes itself
     * @return all formats of a command whose report is a document, in the order of the help
     */
    public static List<Format> ofPagesAnd(Format... own) {
        List<Format> all = new ArrayList<>(Arrays.asList(values()));
        all.removeIf(format -> !format.isOfPages() && !Arrays.asList(own).contains(format));
        return List.copyOf(all);
    }
}
