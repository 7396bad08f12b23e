/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.compare;

import java.util.Locale;

import org.hypertrace.core.quantity.Amount;

/**
 * How people read a ratio. A percentage of almost nothing means nothing: from {@value #FACTOR} times on a factor stands for it. Where
 * one of both times is below the {@link #RESOLUTION} besides, there is no ratio: what is compared is new in B, or gone. Programs get all
 * ratios as they are.
 */
public final class RatioWords {

    /**
     * A time that is shorter may be that of its two events, ns. On real hardware each costs some 400 ns: the guest's hypercall and the host's
     * tracer.
     */
    public static final long RESOLUTION = 1_000;

    /** From here on, a factor replaces the percentage. */
    static final int FACTOR = 10;

    private static final int WHOLE = 100;

    private RatioWords() {
    }

    /**
     * @param a
     *            a time of A, made comparable; ns, 0 or more
     * @param b
     *            that of B
     * @return {@code new} or {@code gone} where one of both is almost nothing beside the other; else an empty text
     */
    public static String presence(long a, long b) {
        long less = Math.min(a, b);
        boolean isKnown = a == b || less >= RESOLUTION || Math.max(a, b) < FACTOR * less;
        return isKnown ? "" : a < b ? "new" : "gone";
    }

    /**
     * @param speedUp
     *            how many times as fast
     * @return with three decimals, as 1 % would be one digit of two; of small ones the inverse: {@code 1/37}
     */
    public static String speedUp(Ratio speedUp) {
        return speedUp.value() * FACTOR > 1 ? decimals(speedUp.value()) : "1/" + factor(1 / speedUp.value());
    }

    /**
     * @param number
     *            a ratio or a chance
     * @return it with three decimals
     */
    public static String decimals(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }

    /**
     * @param speedUp
     *            how many times as fast
     * @return its gain in percent, or how much more is done in the same time
     */
    public static Object gain(Ratio speedUp) {
        return speedUp.value() < FACTOR ? Amount.points(speedUp.gain()) : factor(speedUp.value()) + " × as much";
    }

    /**
     * @param speedUp
     *            how many times as fast
     * @return its saving in percent, or how much longer it takes
     */
    public static Object saving(Ratio speedUp) {
        return speedUp.value() * FACTOR > 1 ? Amount.points(speedUp.saving()) : factor(1 / speedUp.value()) + " × as long";
    }

    /**
     * @param a
     *            a time of A, made comparable; ns, 0 or more
     * @param b
     *            that of B
     * @return by how much B is longer, for a hover: {@code +12.5 %}, {@code 37.0 ×}, {@code new}; an empty text if A is 0
     */
    public static String change(long a, long b) {
        String presence = a == 0 ? "" : presence(a, b);
        if (!presence.isEmpty() || a == 0) {
            return presence;
        }
        return b / FACTOR >= a ? factor((double) b / a) + " ×" : Amount.points((double) (b - a) / a).percent(1);
    }

    private static String factor(double factor) {
        return String.format(Locale.ROOT, factor < WHOLE ? "%.1f" : "%.0f", factor);
    }
}
