/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.util.Locale;

/** A budget held against what was measured. */
public interface BudgetResult {

    /** @return whether it was too much */
    boolean isExceeded();

    /** @return what was measured and what was allowed, in a sentence */
    String sentence();

    /**
     * @param measured
     *            what was measured, as people read it
     * @param limit
     *            what was allowed, as people read it
     * @return both, and whether the budget was kept: the end of the sentence, without its point
     */
    default String against(String measured, String limit) {
        return measured + (isExceeded() ? ", more than its budget of " : ", within its budget of ") + limit;
    }

    /**
     * The same of durations. Each has as many digits as show that it is not the other.
     *
     * @param measured
     *            ns
     * @param limit
     *            ns
     * @return the end of the sentence
     */
    default String against(long measured, long limit) {
        return against(Amount.ns(measured).besides(Amount.ns(limit)), Amount.ns(limit).besides(Amount.ns(measured)));
    }

    /**
     * The same of other figures. Each has three significant digits, or as many decimals as show that it is not the other.
     *
     * @param measured
     *            in the unit
     * @param limit
     *            in the unit
     * @param unit
     *            the unit
     * @return the end of the sentence
     */
    default String against(double measured, double limit, String unit) {
        if (measured == limit || !Digits.of(measured).equals(Digits.of(limit))) {
            return against(Digits.of(measured) + ' ' + unit, Digits.of(limit) + ' ' + unit);
        }
        int digits = 3;
        while (digits < 9 && decimals(digits, measured).equals(decimals(digits, limit))) {
            digits++;
        }
        return against(decimals(digits, measured) + ' ' + unit, decimals(digits, limit) + ' ' + unit);
    }

    private static String decimals(int digits, double number) {
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }
}
