/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.quantity.Digits;

/** A figure on a page of HTML: with three significant digits, and all before the point. What it is exactly is under the mouse. */
final class HtmlFigure {

    private static final double PERCENT = 100;

    private HtmlFigure() {
    }

    /** In a sentence. */
    static void write(Amount amount, Elements out) {
        String text = text(amount);
        String exact = exact(amount);
        if (exact.equals(text)) {
            out.text(text);
        } else {
            out.element("span", text, "title", exact);
        }
    }

    /** Three digits, more only before the point; of counts and times all. */
    static String text(Amount amount) {
        return switch (amount.kind()) {
        case SHARE -> Digits.percent(amount);
        case POINTS -> (amount.ratio() < 0 ? "" : "+") + Digits.of(PERCENT * amount.ratio()) + " %";
        case NUMBER -> Digits.of(amount.ratio());
        case DURATION, CHANGE, COUNT, BYTES, TIME -> amount.text();
        };
    }

    /** Without rounding, or as other formats have it. */
    static String exact(Amount amount) {
        return amount.isRounded() ? amount.exact() : amount.text();
    }

    /** By what a column is sorted: a number. */
    static String value(Amount amount) {
        return switch (amount.kind()) {
        case DURATION, CHANGE, COUNT, BYTES, TIME -> Long.toString(amount.number());
        case SHARE, POINTS, NUMBER -> Double.toString(amount.ratio());
        };
    }
}
