/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as users write them: a number of ms, or one with a unit. */
public final class Lengths {

    /** How they are written, for messages. */
    public static final String FORM = "a number of ms, or one with s, ms, us or ns behind it";

    /** Longer than any recording, and no overflow. */
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?) *(s|ms|us|µs|ns|)");

    private Lengths() {
    }

    /**
     * @param text
     *            such as {@code 20}, {@code 0.5s} or {@code 300us}
     * @return ns, rounded down; -1 if it is none
     */
    public static long ns(String text) {
        Matcher parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            return -1;
        }
        BigDecimal ns = new BigDecimal(parts.group(1)).scaleByPowerOfTen(switch (parts.group(2)) {
        case "s" -> 9;
        case "us", "µs" -> 3;
        case "ns" -> 0;
        default -> 6;
        });
        return ns.compareTo(MOST) > 0 ? -1 : ns.longValue();
    }
}
