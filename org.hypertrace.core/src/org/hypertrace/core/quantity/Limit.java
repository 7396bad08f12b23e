/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.quantity;

/**
 * How much of something there may be, as a user writes it: {@code WHAT=NUMBER}.
 *
 * @param what
 *            not empty; may itself have an equals sign
 * @param number
 *            from 0, in the unit that is the user's for it
 */
public record Limit(String what, double number) {

    private static final double HIGHEST = 1e12;

    /**
     * @param text
     *            as the user wrote it
     * @return the limit, null if it is none
     */
    public static Limit of(String text) {
        int equals = text.lastIndexOf('=');
        String what = equals < 0 ? "" : text.substring(0, equals).strip();
        try {
            double number = Double.parseDouble(text.substring(equals + 1));
            return what.isEmpty() || !(number >= 0 && number < HIGHEST) ? null : new Limit(what, number);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
