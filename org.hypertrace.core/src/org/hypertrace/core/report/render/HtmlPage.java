/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Chart;
import org.hypertrace.core.report.doc.Check;
import org.hypertrace.core.report.doc.Details;
import org.hypertrace.core.report.doc.Finding;
import org.hypertrace.core.report.doc.Flame;
import org.hypertrace.core.report.doc.Legend;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Page;
import org.hypertrace.core.report.doc.Part;
import org.hypertrace.core.report.doc.Section;
import org.hypertrace.core.report.doc.Sentence;
import org.hypertrace.core.report.doc.Table;
import org.hypertrace.core.report.doc.TimeLine;
import org.hypertrace.core.untrusted.CodeName;

/** A page of HTML that opens offline. The exact figure is under the mouse. */
public final class HtmlPage {

    /** Of all pages. */
    private static final String STYLE = """
            body { font: 14px/1.45 sans-serif; margin: 24px auto; max-width: 1180px; padding: 0 16px; color: #222; background: #fff }
            h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 18px; margin: 32px 0 6px; border-bottom: 1px solid #ccc }
            h3 { font-size: 15px; margin: 20px 0 4px } h4, h5, h6 { font-size: 14px; margin: 14px 0 2px } p { margin: 4px 0 } .quiet { color: #666 }
            .answer { font-size: 19px; background: #eef4fb; border-left: 5px solid #1f6fb5; padding: 10px 14px; margin: 12px 0 }
            .bad { background: #fdecea; border-left: 5px solid #c62828; padding: 6px 12px; margin: 6px 0 }
            .note { background: #fff8e1; border-left: 5px solid #f9a825; padding: 6px 12px; margin: 6px 0 }
            table { border-collapse: collapse; margin: 8px 0 } th, td { padding: 2px 10px 2px 0; text-align: left; vertical-align: top }
            th { border-bottom: 1px solid #999; font-weight: 600 } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
            td.in { padding-left: 16px }
            tr:hover td { background: #f4f7fa } svg { display: block; margin: 8px 0; max-width: 100%; height: auto }
            svg.bar { display: inline-block; margin: 0; vertical-align: middle }
            svg text { font-size: 11px; font-family: sans-serif } details { margin: 4px 0 } summary { cursor: pointer; color: #1f6fb5 }
            .key span { display: inline-block; margin-left: 14px }
            .key i { display: inline-block; width: 11px; height: 11px }
            """ + FlameSvg.PAGE_STYLE;

    /** The class of what is wrong. */
    private static final String ALARM = "bad";
    /** There are no smaller headings. */
    private static final int DEEPEST = 6;

    private final Elements fOut = new Elements();
    private boolean fHasFlames;

    private HtmlPage() {
    }

    /**
     * @param page
     *            a page
     * @return it as HTML
     */
    public static String of(Page page) {
        HtmlPage html = new HtmlPage();
        Elements out = html.fOut;
        out.open("html", "lang", "en").open("head").open("meta", "charset", "utf-8")
                .element("title", page.title() + (page.trace().isEmpty() ? "" : ": " + page.trace())).style(STYLE).close().open("body");
        out.element("h1", page.title());
        if (!page.trace().isEmpty()) {
            out.element("p", page.trace(), "class", "quiet");
        }
        html.parts(2, page.answers());
        html.parts(2, page.parts());
        if (html.fHasFlames) {
            out.script(FlameSvg.script());
        }
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
            } else if (part instanceof Chart chart) {
                ChartSvg.write(chart, fOut);
            } else if (part instanceof Flame flame) {
                fHasFlames = true;
                FlameSvg.write(flame, fOut);
            } else if (part instanceof Legend legend) {
                legend(legend);
            } else if (part instanceof Check check && check.isForPeople()) {
                fOut.element("p", check.text(), "class", check.isKept() ? "plain" : ALARM);
            } else if (part instanceof TimeLine timeLine) {
                TimeLineSvg.write(timeLine, fOut);
            } else if (part instanceof Table table && !table.rows().isEmpty()) {
                table(table);
            } else if (part instanceof Section section) {
                fOut.element("h" + Math.min(level, DEEPEST), section.title());
                parts(level + 1, section.parts());
            } else if (part instanceof Details details) {
                details(level, details);
            }
        }
    }

    private void details(int level, Details details) {
        if (details.isOpen()) {
            fOut.open("details", "open", "open");
        } else {
            fOut.open("details");
        }
        fOut.element("summary", details.title());
        parts(level + 1, details.parts());
        fOut.close();
    }

    private void sentence(Sentence sentence) {
        fOut.open("p", "class", switch (sentence.kind()) {
        case ANSWER -> "answer";
        case PLAIN -> "plain";
        case QUIET -> "quiet";
        case WARNING -> "note";
        case ALARM -> ALARM;
        });
        for (Object piece : sentence.pieces()) {
            if (piece instanceof Amount amount && amount.isRounded()) {
                fOut.element("span", amount.text(), "title", amount.exact());
            } else if (piece instanceof CodeName name) {
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
            int column = i;
            // the figure is to the left of its bar
            boolean drawn = table.rows().stream().anyMatch(row -> row.get(column) instanceof Bar);
            fOut.element("th", heads.get(i), "class", figures[i] && !drawn ? "n" : "t");
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
            // a name stays beside its colour
            fOut.open("span").element("i", "", "style", "background:" + entry.colour()).text(entry.name().replace(' ', '\u00a0'));
            fOut.close();
        }
        fOut.close();
    }
}
