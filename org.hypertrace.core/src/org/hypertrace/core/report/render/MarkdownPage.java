/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.untrusted.CodeName;
import org.hypertrace.core.untrusted.PlainText;

/** A page in GitHub's Markdown, for issues and merge requests. No text of a guest is markup, a link or HTML in it. */
public final class MarkdownPage {

    /** What can be markup anywhere in a line, a link without any, or the name of a person who is then notified. */
    private static final Pattern MARKUP = Pattern.compile("[\\\\`*_{}\\[\\]()<>#|~&!@$]|:(?!\\s|$|\\d)|(?<=www)\\.");
    /** What begins a list or a heading; all else that begins something is markup anyway. */
    private static final Pattern BEGIN = Pattern.compile("^(\\d*)([-+=]|(?<=\\d)\\.(?=\\s|$))");

    /** There are no smaller headings. */
    private static final int DEEPEST = 6;

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
        if (!page.trace().isEmpty()) {
            markdown.line("");
            markdown.line(escaped(page.trace()));
        }
        markdown.parts(2, page.answers());
        markdown.parts(2, page.parts());
        return markdown.fOut.toString();
    }

    private void parts(int level, List<Part> parts) {
        for (Part part : Words.of(parts)) {
            line("");
            if (part instanceof Sentence sentence) {
                String text = text(sentence);
                line(switch (sentence.kind()) {
                case ANSWER, ALARM -> "**" + text + "**";
                case PLAIN, QUIET -> text;
                case WARNING -> "> " + text;
                });
            } else if (part instanceof Check check) {
                String text = escaped(check.text());
                line(check.isKept() ? text : "**" + text + "**");
            } else if (part instanceof Finding finding) {
                // each a paragraph of one quotation
                line(finding.sentences().stream().map(sentence -> "> " + text(sentence)).collect(Collectors.joining("\n>\n")));
            } else if (part instanceof Table table) {
                table(table);
            } else if (part instanceof Section section) {
                section(level, section.title(), section.parts());
            } else if (part instanceof Details details) {
                section(level, details.title(), details.parts());
            }
        }
    }

    private void section(int level, String title, List<Part> parts) {
        line("#".repeat(Math.min(level, DEEPEST)) + ' ' + escaped(title));
        parts(level + 1, parts);
    }

    private static String text(Sentence sentence) {
        StringBuilder text = new StringBuilder();
        StringBuilder before = new StringBuilder();
        for (Object piece : sentence.pieces()) {
            if (piece instanceof CodeName name) {
                // within backquotes nothing could be escaped
                text.append(inside(before.toString())).append("<code>").append(inside(name.text())).append("</code>");
                before.setLength(0);
            } else {
                before.append(piece);
            }
        }
        return begin(text.append(inside(before.toString())).toString().strip());
    }

    private void table(Table table) {
        int[] columns = Cells.withWords(table);
        row(columns, table.heads());
        boolean[] figures = Cells.figures(table);
        StringBuilder kinds = new StringBuilder("|");
        for (int column : columns) {
            kinds.append(figures[column] ? " ---: |" : " --- |");
        }
        line(kinds.toString());
        table.rows().forEach(row -> row(columns, row));
    }

    private void row(int[] columns, List<?> cells) {
        line(IntStream.of(columns).<Object>mapToObj(cells::get).map(cell -> cell instanceof Nested nested ? NESTED + escaped(nested.text())
                : escaped(cell.toString())).collect(Collectors.joining(" | ", "| ", " |")));
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
        return begin(inside(PlainText.line(text).strip()));
    }

    private static String inside(String text) {
        return MARKUP.matcher(PlainText.line(text)).replaceAll("\\\\$0");
    }

    private static String begin(String line) {
        return BEGIN.matcher(line).replaceFirst("$1\\\\$2");
    }
}
