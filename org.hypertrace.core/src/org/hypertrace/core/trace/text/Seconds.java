/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.trace.text;

/** Times as the kernel prints them: seconds with up to nine digits after the point. */
public final class Seconds {

    /** No time. */
    public static final long NONE = -1;

    private static final long NS = 1_000_000_000L;
    private static final int NS_DIGITS = 9;
    private static final int MAX_DIGITS = 10;
    /** The seconds of the highest time in ns. */
    private static final long MAX_SECONDS = Long.MAX_VALUE / NS - 1;

    private Seconds() {
    }

    /**
     * @param line
     *            a line
     * @param begin
     *            where the time begins in it
     * @param end
     *            where it ends
     * @return it in ns, {@link #NONE} if it is none
     */
    public static long ns(String line, int begin, int end) {
        int dot = line.indexOf('.', begin);
        if (dot <= begin || dot >= end - 1 || dot - begin > MAX_DIGITS || end - dot - 1 > NS_DIGITS) {
            return NONE;
        }
        long seconds = digits(line, begin, dot);
        long ns = digits(line, dot + 1, end);
        if (seconds < 0 || seconds > MAX_SECONDS || ns < 0) {
            return NONE;
        }
        for (int digits = end - dot - 1; digits < NS_DIGITS; digits++) {
            ns *= 10;
        }
        return seconds * NS + ns;
    }

    private static long digits(String line, int begin, int end) {
        long number = 0;
        for (int i = begin; i < end; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
