/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.report;

import java.util.Locale;

import org.hypertrace.core.untrusted.PlainText;

/** A report for people, line by line. What a line is made of stays in it, whatever a guest calls itself. */
class Lines {

    private final StringBuilder fOut = new StringBuilder();

    /** Adds what the format says, without blanks at its end; only the format itself can end a line. */
    final void line(String format, Object... arguments) {
        Object[] plain = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            plain[i] = arguments[i] instanceof Number ? arguments[i] : PlainText.line(String.valueOf(arguments[i]));
        }
        fOut.append(String.format(Locale.ROOT, format, plain).stripTrailing()).append('\n');
    }

    final boolean hasLines() {
        return fOut.length() > 0;
    }

    final String lines() {
        return fOut.toString();
    }
}
