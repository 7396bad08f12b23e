/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report.render;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

import org.hypertrace.core.quantity.Amount;

/** A figure on a page of HTML: with three significant digits, and all before the point. What it is exactly is under the mouse. */
final class HtmlFigure {

    private static final int DIGITS = 3;
    /** Digits after the point, at most. */
    private static final int FINEST = 5;
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
        case SHARE -> Double.isNaN(amount.ratio()) ? "" : digits(PERCENT * amount.ratio()) + " %";
        case POINTS -> (amount.ratio() < 0 ? "" : "+") + digits(PERCENT * amount.ratio()) + " %";
        case NUMBER -> digits(amount.ratio());
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

    private static String digits(double value) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value == 0 ? "0" : Double.toString(value);
        }
        BigDecimal exact = new BigDecimal(value);
        int whole = exact.precision() - exact.scale();
        BigDecimal rounded = exact.round(new MathContext(Math.max(DIGITS, whole), RoundingMode.HALF_UP));
        int scale = Math.max(0, Math.min(FINEST, DIGITS - rounded.precision() + rounded.scale()));
        return rounded.setScale(scale, RoundingMode.HALF_UP).toPlainString();
    }
}
