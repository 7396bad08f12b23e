/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.untrusted.PlainText;

/** A page for a terminal: columns as wide as their cells, figures to the right. Texts go on in the next line where there is no room. */
public final class TextPage {

    /** No table is wider: that is still read on one screen. */
    private static final int WIDTH = 160;
    private static final String INDENT = "  ";
    /** Of what can be folded elsewhere, so many rows of each table. */
    private static final int FEW = 10;

    private final StringBuilder fOut = new StringBuilder();
    private final Function<Amount, String> fFigures;

    private TextPage(boolean exact) {
        fFigures = exact ? Amount::exact : Amount::text;
    }

    /**
     * @param page
     *            a page
     * @param exact
     *            whether durations are in ns, not rounded
     * @return it as text
     */
    public static String of(Page page, boolean exact) {
        TextPage text = new TextPage(exact);
        text.parts(0, page.answers(), Integer.MAX_VALUE);
        if (!page.trace().isEmpty()) {
            if (!page.answers().isEmpty()) {
                text.line(0, "");
            }
            text.line(0, page.trace());
        }
        text.parts(0, page.parts(), Integer.MAX_VALUE);
        return text.fOut.toString();
    }

    /** {@code most}: rows of a table. */
    private void parts(int depth, List<Part> parts, int most) {
        Part before = null;
        for (Part part : Words.of(parts)) {
            if (fOut.length() > 0 && (depth == 0 ? isApart(before, part) : before != null && isSection(part))) {
                line(0, "");
            }
            if (part instanceof Sentence sentence) {
                line(depth, sentence.text(fFigures));
            } else if (part instanceof Check check) {
                line(depth, (check.isKept() ? "ok       " : "EXCEEDED ") + check.text());
            } else if (part instanceof Finding finding) {
                String begin = "- ";
                for (Sentence sentence : finding.sentences()) {
                    line(depth, begin + sentence.text(fFigures));
                    begin = "  ";
                }
            } else if (part instanceof Table table) {
                table(depth + 1, table, most);
            } else if (part instanceof Section section) {
                line(depth, section.title() + (depth == 0 ? "" : ":"));
                parts(depth + 1, section.parts(), most);
            } else if (part instanceof Details details) {
                line(depth, details.title() + ':');
                parts(depth + 1, details.parts(), Math.min(most, FEW));
            }
            before = part;
        }
    }

    /** Whether a blank line parts it from what is before it, null for what the report is of. */
    private static boolean isApart(Part before, Part part) {
        return isSection(part) || part instanceof Finding || part instanceof Check && !(before instanceof Check)
                || part instanceof Sentence sentence && !(before instanceof Sentence) && (before != null || sentence.kind() != Sentence.Kind.QUIET);
    }

    private static boolean isSection(Part part) {
        return part instanceof Section || part instanceof Details;
    }

    private void table(int depth, Table table, int most) {
        List<List<Object>> rows = table.rows().subList(0, Math.min(most, table.rows().size()));
        List<String> heads = table.heads();
        boolean[] figures = Cells.figures(table);
        int[] columns = Cells.withWords(table);
        int[] widths = new int[heads.size()];
        for (int column : columns) {
            widths[column] = Math.max(heads.get(column).length(), rows.stream().mapToInt(row -> text(row.get(column)).length()).max().orElse(0));
        }
        int room = WIDTH - INDENT.length() * depth;
        TextCells.narrow(widths, columns, figures, room);
        for (List<Integer> block : TextCells.blocks(widths, columns, room)) {
            row(depth, block, heads, widths, figures);
            rows.forEach(row -> row(depth, block, row, widths, figures));
        }
        if (rows.size() < table.rows().size()) {
            line(depth, "and " + (table.rows().size() - rows.size()) + " more");
        }
    }

    private void row(int depth, List<Integer> columns, List<?> cells, int[] widths, boolean[] figures) {
        List<List<String>> lines = columns.stream().map(column -> TextCells.lines(text(cells.get(column)), widths[column])).toList();
        int height = lines.stream().mapToInt(List::size).max().orElse(0);
        for (int at = 0; at < height; at++) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < columns.size(); i++) {
                int column = columns.get(i);
                String text = at < lines.get(i).size() ? lines.get(i).get(at) : "";
                String blanks = " ".repeat(widths[column] - text.length());
                row.append(i == 0 ? "" : INDENT).append(figures[column] ? blanks + text : text + blanks);
            }
            line(depth, row.toString());
        }
    }

    private String text(Object cell) {
        return PlainText.line(Cells.text(cell, fFigures));
    }

    private void line(int depth, String text) {
        fOut.append((INDENT.repeat(depth) + PlainText.line(text)).stripTrailing()).append('\n');
    }
}
