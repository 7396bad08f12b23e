/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Locale;

import org.hypertrace.core.quantity.Amount;
import org.hypertrace.core.untrusted.PlainText;

/** A report for people, line by line. What a line is made of stays in it, whatever a guest calls itself. */
class Lines {

    /** In formats: a duration, as wide as one is. */
    private static final String DURATION = "%T";
    private static final String SHORT = "%9s";
    private static final String EXACT = "%18s";

    private final StringBuilder fOut = new StringBuilder();
    private final boolean fExact;

    Lines(boolean exact) {
        fExact = exact;
    }

    final boolean isExact() {
        return fExact;
    }

    /** A duration, rounded or in ns. */
    final String duration(long ns) {
        return text(Amount.ns(ns));
    }

    /** A difference of durations, rounded or in ns. */
    final String change(long ns) {
        return text(Amount.change(ns));
    }

    private String text(Amount amount) {
        return fExact ? amount.exact() : amount.text();
    }

    static String percent(long part, long whole) {
        return Amount.share(part, whole).text();
    }

    /** Adds what the format says, without blanks at its end; only the format itself can end a line. {@code %T}: a duration. */
    final void line(String format, Object... arguments) {
        Object[] plain = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            plain[i] = arguments[i] instanceof Number ? arguments[i] : arguments[i] instanceof Amount amount ? text(amount) : PlainText.line(String.valueOf(arguments[i]));
        }
        fOut.append(String.format(Locale.ROOT, format.replace(DURATION, fExact ? EXACT : SHORT), plain).stripTrailing()).append('\n');
    }

    final boolean hasLines() {
        return fOut.length() > 0;
    }

    final String lines() {
        return fOut.toString();
    }
}
