/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Name;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;

/** A page of HTML that opens offline. The exact figure is under the mouse. */
public final class HtmlPage {

    private final Elements fOut = new Elements();

    private HtmlPage() {
    }

    /**
     * @param page
     *            a page
     * @param style
     *            its style sheet, ours
     * @return it as HTML
     */
    public static String of(Page page, String style) {
        HtmlPage html = new HtmlPage();
        Elements out = html.fOut;
        out.open("html", "lang", "en").open("head").open("meta", "charset", "utf-8").element("title", page.title() + ": " + page.trace())
                .style(style).close().open("body");
        out.element("h1", page.title()).element("p", page.trace(), "class", "quiet");
        html.parts(2, page.answers());
        html.parts(2, page.parts());
        return out.close().close().document();
    }

    private void parts(int level, List<Part> parts) {
        for (Part part : parts) {
            if (part instanceof Sentence sentence) {
                sentence(sentence);
            } else if (part instanceof Finding finding) {
                fOut.open("div", "class", "note");
                finding.sentences().forEach(this::sentence);
                fOut.close();
            } else if (part instanceof Legend legend) {
                legend(legend);
            } else if (part instanceof Table table && !table.rows().isEmpty()) {
                table(table);
            } else if (part instanceof Section section) {
                fOut.element("h" + Math.min(level, 6), section.title());
                parts(level + 1, section.parts());
            }
        }
    }

    private void sentence(Sentence sentence) {
        fOut.open("p", "class", switch (sentence.kind()) {
        case ANSWER -> "answer";
        case PLAIN -> "plain";
        case QUIET -> "quiet";
        case WARNING -> "note";
        case ALARM -> "bad";
        });
        for (Object piece : sentence.pieces()) {
            if (piece instanceof Amount amount && amount.isRounded()) {
                fOut.element("span", amount.text(), "title", amount.exact());
            } else if (piece instanceof Name name) {
                fOut.element("code", name.text());
            } else {
                fOut.text(piece.toString());
            }
        }
        fOut.close();
    }

    private void table(Table table) {
        boolean[] figures = Cells.figures(table);
        fOut.open("table").open("tr");
        List<String> heads = table.heads();
        for (int i = 0; i < heads.size(); i++) {
            fOut.element("th", heads.get(i), "class", figures[i] ? "n" : "t");
        }
        fOut.close();
        for (List<Object> row : table.rows()) {
            fOut.open("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(row.get(i), figures[i] ? "n" : "t");
            }
            fOut.close();
        }
        fOut.close();
    }

    private void cell(Object cell, String kind) {
        Amount amount = Cells.amount(cell);
        if (amount != null && amount.isRounded()) {
            fOut.open("td", "class", "n", "title", amount.exact());
        } else {
            fOut.open("td", "class", cell instanceof Nested ? "in" : kind);
        }
        if (cell instanceof Bar bar) {
            fOut.text(amount == null ? "" : amount.text() + ' ');
            BarSvg.write(bar, fOut);
        } else {
            fOut.text(cell instanceof Nested nested ? nested.text() : cell.toString());
        }
        fOut.close();
    }

    private void legend(Legend legend) {
        fOut.open("p", "class", "key quiet").text(legend.title());
        for (Legend.Entry entry : legend.entries()) {
            fOut.element("span", "", "style", "background:" + entry.colour()).text(entry.name());
        }
        fOut.close();
    }
}
