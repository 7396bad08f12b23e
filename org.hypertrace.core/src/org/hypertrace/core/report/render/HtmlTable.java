/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.util.ArrayList;
import java.util.List;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.doc.AtLeast;
import org.hypertrace.core.report.doc.Bar;
import org.hypertrace.core.report.doc.Nested;
import org.hypertrace.core.report.doc.Phrase;
import org.hypertrace.core.report.doc.Table;

/** A table in a page of HTML. It scrolls sideways by itself where the window is narrow; {@code page.js} sorts it. */
final class HtmlTable {

    /** Texts of more characters keep some width in a narrow window. */
    private static final int LONG = 30;

    private HtmlTable() {
    }

    /** {@code title}: of the part of the page that it stands in; may be empty. */
    static void write(Table table, String title, Elements out) {
        boolean[] figures = Cells.figures(table);
        scrolling(title.isEmpty() ? "Table" : "Table: " + title, out);
        out.open("table").open("thead").open("tr", "class", "head");
        List<String> heads = table.heads();
        for (int i = 0; i < heads.size(); i++) {
            int column = i;
            // the figure is to the left of its bar
            boolean drawn = table.rows().stream().anyMatch(row -> row.get(column) instanceof Bar);
            String kind = figures[i] && !drawn ? "n" : "t";
            if (heads.get(i).isBlank()) {
                out.element("td", heads.get(i), "class", kind);
            } else {
                out.element("th", heads.get(i), "scope", "col", "class", kind);
            }
        }
        out.close().close().open("tbody");
        for (List<Object> row : table.rows()) {
            out.open("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(row.get(i), figures[i] ? "n" : "t", out);
            }
            out.close();
        }
        out.close().close().close();
    }

    /** What is wider than a narrow window scrolls in this, also by keyboard. {@code label}: for those who do not see it. */
    static Elements scrolling(String label, Elements out) {
        return out.open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", label);
    }

    private static void cell(Object cell, String kind, Elements out) {
        Amount amount = Cells.amount(cell);
        String name = cell instanceof Nested ? "in" : amount != null ? "n" : kind.equals("t") && cell.toString().length() > LONG ? "t long" : kind;
        List<String> attributes = new ArrayList<>(List.of("class", name));
        String text = "";
        if (amount != null) {
            String figure = HtmlFigure.text(amount);
            text = cell instanceof AtLeast ? AtLeast.SIGN + figure : figure;
            if (!HtmlFigure.exact(amount).equals(figure)) {
                attributes.addAll(List.of("title", HtmlFigure.exact(amount)));
            }
            if (!figure.isEmpty()) {
                attributes.addAll(List.of("data-v", HtmlFigure.value(amount)));
            }
        }
        out.open("td", attributes.toArray(String[]::new));
        if (cell instanceof Bar bar) {
            out.text(amount == null ? "" : text + ' ');
            BarSvg.write(bar, out);
        } else if (cell instanceof Phrase phrase) {
            for (Object piece : phrase.pieces()) {
                if (piece instanceof Amount figure) {
                    HtmlFigure.write(figure, out);
                } else {
                    out.text(piece.toString());
                }
            }
        } else {
            out.text(amount != null ? text : cell instanceof Nested nested ? nested.text() : cell.toString());
        }
        out.close();
    }
}
