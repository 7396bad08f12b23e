/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;
import java.util.function.Function;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.untrusted.PlainText;

/** A page for a terminal: columns as wide as their cells, figures to the right. */
public final class TextPage {

    private static final String INDENT = "  ";

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
        text.line(0, page.trace());
        text.parts(0, page.parts());
        return text.fOut.toString();
    }

    private void parts(int depth, List<Part> parts) {
        Part before = null;
        for (Part part : parts) {
            if (part instanceof Sentence sentence) {
                if (depth == 0 && !(before instanceof Sentence)) {
                    line(0, "");
                }
                line(depth, sentence.text(fFigures));
            } else if (part instanceof Table table) {
                table(depth + 1, table);
            } else if (part instanceof Section section) {
                if (depth == 0) {
                    line(0, "");
                }
                line(depth, section.title() + (depth == 0 ? "" : ":"));
                parts(depth + 1, section.parts());
            }
            before = part;
        }
    }

    private void table(int depth, Table table) {
        if (table.rows().isEmpty()) {
            return;
        }
        List<String> heads = table.heads();
        boolean[] figures = Cells.figures(table);
        int[] widths = new int[heads.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(heads.get(i).length(), table.rows().stream().mapToInt(row -> text(row.get(column)).length()).max().orElse(0));
        }
        row(depth, heads.stream().map(Object.class::cast).toList(), widths, figures);
        table.rows().forEach(row -> row(depth, row, widths, figures));
    }

    private void row(int depth, List<Object> cells, int[] widths, boolean[] figures) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String text = text(cells.get(i));
            String blanks = " ".repeat(widths[i] - text.length());
            row.append(i == 0 ? "" : INDENT).append(figures[i] ? blanks + text : text + blanks);
        }
        line(depth, row.toString());
    }

    private String text(Object cell) {
        return cell instanceof Amount amount ? fFigures.apply(amount) : PlainText.line(cell.toString());
    }

    private void line(int depth, String text) {
        fOut.append((INDENT.repeat(depth) + PlainText.line(text)).stripTrailing()).append('\n');
    }
}
