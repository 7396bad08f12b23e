/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Collection;
import java.util.Locale;

import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.PlainText;

/** A page of HTML that opens offline: all it needs is in it. What is not markup is escaped, whatever a guest called itself. */
public final class Html {

    static final String STYLE = """
            body { font: 14px/1.45 sans-serif; margin: 24px auto; max-width: 1180px; padding: 0 16px; color: #222; background: #fff }
            h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 18px; margin: 32px 0 6px; border-bottom: 1px solid #ccc }
            h3 { font-size: 15px; margin: 20px 0 4px } p { margin: 4px 0 } .quiet { color: #666 }
            .answer { font-size: 19px; background: #eef4fb; border-left: 5px solid #1f6fb5; padding: 10px 14px; margin: 12px 0 }
            .bad { background: #fdecea; border-left: 5px solid #c62828; padding: 6px 12px; margin: 6px 0 }
            .note { background: #fff8e1; border-left: 5px solid #f9a825; padding: 6px 12px; margin: 6px 0 }
            table { border-collapse: collapse; margin: 8px 0 } th, td { padding: 2px 10px 2px 0; text-align: left; vertical-align: top }
            th { border-bottom: 1px solid #999; font-weight: 600 } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
            td.in { padding-left: 16px }
            tr:hover td { background: #f4f7fa } svg { display: block; margin: 8px 0; max-width: 100%; height: auto }
            svg.bar { display: inline-block; margin: 0; vertical-align: middle }
            svg text { font: 11px sans-serif } details { margin: 4px 0 } summary { cursor: pointer; color: #1f6fb5 }
            .key span { display: inline-block; width: 11px; height: 11px; margin: 0 4px 0 14px }
            """;

    private final StringBuilder fOut = new StringBuilder();

    /** @param title of the page */
    public Html(String title) {
        raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>").text(title).raw("</title>\n<style>\n" + STYLE
                + "</style></head><body>\n");
    }

    /** Markup, as it is. */
    Html raw(String markup) {
        fOut.append(markup);
        return this;
    }

    /**
     * @param text
     *            escaped here
     * @return this
     */
    public Html text(String text) {
        fOut.append(escaped(text));
        return this;
    }

    /**
     * An element with a text.
     *
     * @param name
     *            of the element
     * @param text
     *            escaped here
     * @return this
     */
    public Html element(String name, String text) {
        return element(name, null, text);
    }

    /** An element of a class with a text. */
    Html element(String name, String of, String text) {
        return raw('<' + name + (of == null ? ">" : " class=\"" + of + "\">")).text(text).raw("</" + name + ">\n");
    }

    /**
     * The head of a table.
     *
     * @param numbers
     *            the columns from this one on are numbers
     * @param cells
     *            their names, escaped here
     * @return this
     */
    public Html head(int numbers, String... cells) {
        raw("<table><tr>");
        for (int i = 0; i < cells.length; i++) {
            raw(i >= numbers ? "<th class=\"n\">" : "<th>").text(cells[i]).raw("</th>");
        }
        return raw("</tr>\n");
    }

    /** What the colours of a picture mean, in the words of the views' legends. */
    Html key(Collection<Styles> styles) {
        raw("<p class=\"key quiet\">");
        styles.forEach(style -> raw("<span style=\"background:" + style.colour() + "\"></span>").text(style.legend()));
        return raw("</p>\n");
    }

    /** A cell with a figure; what is rounded is there exactly when hovered over. {@code cell}: an {@link Amount}, or a text. */
    Html figure(Object cell) {
        return figure("", cell);
    }

    /** The same; {@code before}: what stands before the figure, escaped here. */
    Html figure(String before, Object cell) {
        raw(cell instanceof Amount amount && amount.isRounded() ? "<td class=\"n\" title=\"" + amount.exact() + "\">" : "<td class=\"n\">");
        return text(before).text(cell.toString()).raw("</td>");
    }

    /** @return all of it */
    public String page() {
        return fOut + "</body></html>\n";
    }

    /**
     * @param text
     *            any text
     * @return plain text, escaped for HTML and XML
     */
    public static String escaped(String text) {
        return PlainText.line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** A number in SVG, with as many digits as can be seen. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
