/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.fleet;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long something may take in each recording, written as in {@code boot}: {@code device=300}, {@code boot=2000}, {@code initcall:NAME=5}.
 *
 * @param text
 *            as the user wrote it
 * @param kind
 *            one of {@link Figure#KINDS}
 * @param name
 *            of it
 * @param limit
 *            ns
 */
record Budget(String text, String kind, String name, long limit) implements Serializable {

    private static final Pattern FORM = Pattern.compile("(?:([a-z-]+):)?([^=]+)=([0-9]+(?:\\.[0-9]{1,6})?)");

    /** What a recording takes. */
    record Result(Budget budget, String recording, String vm, long took) implements Serializable {

        boolean isExceeded() {
            return took > budget.limit;
        }
    }

    /**
     * @throws Refused
     *             if it is no budget
     */
    static Budget of(String text) throws Refused {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || matcher.group(1) != null && !Figure.KINDS.contains(matcher.group(1))) {
            throw new Refused("--budget: '" + text + "' is no budget; give LEVEL=MS, boot=MS or initcall:NAME=MS, such as device=300.");
        }
        String name = matcher.group(2);
        String kind = matcher.group(1) != null ? matcher.group(1) : name.equals("boot") || name.equals("shutdown") ? name : "level";
        return new Budget(text, kind, name, new BigDecimal(matcher.group(3)).movePointRight(6).longValueExact());
    }

    boolean isOf(Figure figure) {
        return figure.kind().equals(kind) && figure.name().equals(name);
    }
}
