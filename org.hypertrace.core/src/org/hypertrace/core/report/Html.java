/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Collection;
import java.util.Locale;

import org.hypertrace.core.provider.Styles;
import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.report.render.HtmlPage;
import org.hypertrace.core.untrusted.PlainText;

/** A page of HTML that opens offline: all it needs is in it. What is not markup is escaped, whatever a guest called itself. */
public final class Html {

    private final StringBuilder fOut = new StringBuilder();

    /** @param title of the page */
    public Html(String title) {
        raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>").text(title).raw("</title>\n<style>\n" + HtmlPage.STYLE
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
