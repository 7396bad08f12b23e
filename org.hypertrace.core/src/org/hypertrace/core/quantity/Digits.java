/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers with three significant digits, and all before the point: on pages, and in sentences that every format has alike. */
public final class Digits {

    private static final int DIGITS = 3;
    /** Digits after the point, at most. */
    private static final int FINEST = 5;
    private static final double PERCENT = 100;

    private Digits() {
    }

    /**
     * @param number
     *            any
     * @return it: {@code 50.1}, {@code 1235}, {@code 0.0123}
     */
    public static String of(double number) {
        if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
            return number == 0 ? "0" : Double.toString(number);
        }
        BigDecimal exact = new BigDecimal(number);
        int whole = exact.precision() - exact.scale();
        BigDecimal rounded = exact.round(new MathContext(Math.max(DIGITS, whole), RoundingMode.HALF_UP));
        int scale = Math.max(0, Math.min(FINEST, DIGITS - rounded.precision() + rounded.scale()));
        return rounded.setScale(scale, RoundingMode.HALF_UP).toPlainString();
    }

    /**
     * @param share
     *            1 is all of it
     * @return it in percent: {@code 50.1 %}; {@code <0.00001 %} for little that is not nothing; empty for a share of nothing
     */
    public static String percent(Amount share) {
        String digits = Double.isNaN(share.ratio()) ? "" : of(PERCENT * share.ratio());
        return digits.isEmpty() || share.ratio() > 0 && new BigDecimal(digits).signum() == 0 ? share.percent(FINEST) : digits + " %";
    }
}
