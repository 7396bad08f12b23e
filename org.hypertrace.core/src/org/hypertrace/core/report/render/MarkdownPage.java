/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.untrusted.PlainText;

/** A page in GitHub's Markdown, for issues and merge requests. No text of a guest is markup, a link or HTML in it. */
public final class MarkdownPage {

    /** What can be markup anywhere in a line, a link without any, or the name of a person who is then notified. */
    private static final Pattern MARKUP = Pattern.compile("[\\\\`*_{}\\[\\]()<>#|~&!@$]|:(?!\\s|$|\\d)|(?<=www)\\.");
    /** What begins a list or a heading; all else that begins something is markup anyway. */
    private static final Pattern BEGIN = Pattern.compile("^(\\d*)([-+=]|(?<=\\d)\\.(?=\\s|$))");

    /** Blanks at the begin of a cell are not seen. */
    private static final String NESTED = "&emsp;";

    private final StringBuilder fOut = new StringBuilder();

    private MarkdownPage() {
    }

    /**
     * @param page
     *            a page
     * @return it as Markdown
     */
    public static String of(Page page) {
        MarkdownPage markdown = new MarkdownPage();
        markdown.line("# " + escaped(page.title()));
        markdown.line("");
        markdown.line(escaped(page.trace()));
        markdown.parts(2, page.parts());
        return markdown.fOut.toString();
    }

    private void parts(int level, List<Part> parts) {
        for (Part part : parts) {
            if (part instanceof Table table && table.rows().isEmpty()) {
                continue;
            }
            line("");
            if (part instanceof Sentence sentence) {
                String text = escaped(sentence.text(Amount::text));
                line(switch (sentence.kind()) {
                case ANSWER -> "**" + text + "**";
                case PLAIN -> text;
                case WARNING -> "> " + text;
                });
            } else if (part instanceof Table table) {
                table(table);
            } else if (part instanceof Section section) {
                line("#".repeat(level) + ' ' + escaped(section.title()));
                parts(level + 1, section.parts());
            }
        }
    }

    private void table(Table table) {
        row(table.heads());
        StringBuilder kinds = new StringBuilder("|");
        for (boolean figure : Cells.figures(table)) {
            kinds.append(figure ? " ---: |" : " --- |");
        }
        line(kinds.toString());
        table.rows().forEach(this::row);
    }

    private void row(List<?> cells) {
        line(cells.stream().map(cell -> cell instanceof Nested nested ? NESTED + escaped(nested.text()) : escaped(cell.toString()))
                .collect(Collectors.joining(" | ", "| ", " |")));
    }

    private void line(String line) {
        fOut.append(line).append('\n');
    }

    /**
     * @param text
     *            any text
     * @return the same text in Markdown
     */
    public static String escaped(String text) {
        String line = MARKUP.matcher(PlainText.line(text).strip()).replaceAll("\\\\$0");
        return BEGIN.matcher(line).replaceFirst("$1\\\\$2");
    }
}
