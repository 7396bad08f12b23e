/* SPDX-License-Identifier: EPL-2.0 */
package org.hypertrace.core.provider;

import java.util.Locale;

/** Durations for people. */
public final class DurationText {

    private DurationText() {
    }

    /**
     * @param ns
     *            a duration
     * @return exact below 1 µs, then three digits after the point: what a person compares
     */
    public static String of(long ns) {
        if (ns < 1_000) {
            return ns + " ns";
        }
        return ns < 1_000_000 ? String.format(Locale.ROOT, "%.3f µs", ns / 1e3)
                : ns < 1_000_000_000 ? String.format(Locale.ROOT, "%.3f ms", ns / 1e6)
                        : String.format(Locale.ROOT, "%.3f s", ns / 1e9);
    }

    /**
     * @param ns
     *            a duration
     * @return it as short as a label on a narrow place must be: one digit after the point, of seconds two
     */
    public static String brief(long ns) {
        if (ns < 1_000) {
            return ns + " ns";
        }
        return ns < 999_950 ? String.format(Locale.ROOT, "%.1f µs", ns / 1e3)
                : ns < 999_950_000 ? String.format(Locale.ROOT, "%.1f ms", ns / 1e6)
                        : String.format(Locale.ROOT, "%.2f s", ns / 1e9);
    }
}
